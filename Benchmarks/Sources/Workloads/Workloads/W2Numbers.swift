import CBaseline
import CTuned
import GRDB
import ORM

extension Workload {
  /// Fetching integers from a table that could hold other values, each of which is checked.
  static func fetchNumbers(rows: Int, repetitions: Int) -> Workload {
    numbers(
      "W2", "fetch \(rows) rows of 10 INTEGER columns", of: .any, Target(1.13, 1.13),
      rows: rows, repetitions: repetitions
    ) { databases in
      let db = try await databases.openORM()
      return Contestant { pass in
        try await repeating(repetitions) {
          try await db.database.fetch(Numbers.self).checksum(pass)
        }
      }
    }
  }

  /// Fetching the same from a `STRICT` table, in which SQLite has checked them.
  static func fetchStrictNumbers(rows: Int, repetitions: Int) -> Workload {
    numbers(
      "W2s", "the same from a STRICT table", of: .strict, Target(1.03, 1.03),
      rows: rows, repetitions: repetitions
    ) { databases in
      let db = try await databases.openORM()
      return Contestant { pass in
        try await repeating(repetitions) {
          try await db.database.fetch(StrictNumbers.self).checksum(pass)
        }
      }
    }
  }

  /// - Parameter orm: The library's, which has a type for each of the tables.
  private static func numbers(
    _ id: String, _ title: String, of table: NumbersTable, _ target: Target, rows: Int,
    repetitions: Int, orm: @escaping Opening
  ) -> Workload {
    Workload(
      id, title, operations: rows * repetitions, targets: [.orm: target],
      fill: { try SQLiteFailure.check(baseline_numbers_create($0.pointer, Int32(rows))) },
      [
        .c: { databases in
          let db = try databases.openC()
          let isStrict: Int32 = table == .strict ? 1 : 0
          return Contestant { pass in
            try db.run(pass) { baseline_numbers_fetch($0, isStrict, Int32(repetitions), $1) }
          }
        },
        .cTuned: { databases in
          let db = try databases.openC()
          let isStrict: Int32 = table == .strict ? 1 : 0
          return Contestant { pass in
            try db.run(pass) { tuned_numbers_fetch($0, isStrict, Int32(repetitions), $1) }
          }
        },
        .swift: { databases in
          let db = try databases.openC()
          return Contestant { pass in
            let statement = try HandStatement(db, Numbers.selectByHand(from: table))
            return try repeating(repetitions) { try statement.fetch(Numbers.self).checksum(pass) }
          }
        },
        .orm: orm,
        .grdb: fetchByGRDB(GRDB.Table<Numbers>(table.rawValue), repetitions),
        .grdbCodable: fetchByGRDB(GRDB.Table<CodableNumbers>(table.rawValue), repetitions),
      ])
  }

  private static func fetchByGRDB<Row: FetchableRecord & Checksummed>(
    _ table: GRDB.Table<Row>, _ repetitions: Int
  ) -> Opening {
    { databases in
      let db = try databases.openGRDB()
      return Contestant { pass in
        try repeating(repetitions) { try db.queue.read(table.fetchAll).checksum(pass) }
      }
    }
  }
}
