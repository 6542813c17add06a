import CBaseline
import ORM

extension Workload {
  /// Making a table again with another constraint, with all that is looked at before and behind.
  static func rebuild(rows: Int) -> Workload {
    Workload(
      "W11", "migrate a table of \(rows) rows to a NOT NULL column, counts and checks included",
      operations: rows, places: [.disk], targets: [.orm: Target(1.10, 1.10)],
      fill: { try SQLiteFailure.check(baseline_records_create($0.pointer, Int32(rows))) },
      [
        .c: { databases in
          let path = try databases.copyOfFile()
          return Contestant {
            try databases.restore(path)
          } body: { pass in
            let db = try CConnection(path)
            try SQLiteFailure.check(baseline_records_rebuild(db.pointer))
            return try db.checksumOfRecords(pass)
          }
        },
        .orm: { databases in
          let path = try databases.copyOfFile()
          return Contestant {
            try databases.restore(path)
          } body: { pass in
            let db = try ORM.Database(path)
            try await db.migrate(to: Records.schema)
            try await db.close()
            return pass == .checked ? try CConnection(path).checksumOfRecords(pass) : 0
          }
        },
      ])
  }
}

extension CConnection {
  fileprivate func checksumOfRecords(_ pass: Contestant.Pass) throws -> Int64 {
    guard pass == .checked else { return 0 }
    var checksum: Int64 = 0
    try SQLiteFailure.check(baseline_records_check(pointer, &checksum))
    return checksum
  }
}
