import CBaseline
import CTuned
import GRDB
import ORM

typealias ScanOfC = @Sendable (OpaquePointer, UnsafeMutablePointer<Int64>?) -> Int32

extension Workload {
  /// Rows that are read one after the other, of a file: one in memory has a single connection, of
  /// which a stream reads all rows at once.
  static func streams(rows: Int, firsts: Int) -> [Workload] {
    [
      rowByRow(
        "W15 stream", "stream \(rows) rows", rows: rows, operations: rows, target: 1.15,
        c: { baseline_purchases_scan($0, $1) }, cTuned: { tuned_purchases_scan($0, $1) },
        orm: { db, pass in
          var sum: Int64 = 0
          for try await row in db.stream(Purchase.all) {
            consume(row)
            if pass == .checked { sum &+= row.checksum }
          }
          return sum
        }),
      rowByRow(
        "W15 forEach", "call a closure with each of \(rows) rows", rows: rows, operations: rows,
        target: 0.95,
        c: { baseline_purchases_scan($0, $1) }, cTuned: { tuned_purchases_scan($0, $1) },
        orm: { db, pass in
          try await db.read { db in
            var sum: Int64 = 0
            try db.forEach(Purchase.all) { row in
              consume(row)
              if pass == .checked { sum &+= row.checksum }
            }
            return sum
          }
        },
        grdb: { db, pass in
          var sum: Int64 = 0
          try PurchasesOfGRDB.forEach(db) { row in
            consume(row)
            if pass == .checked { sum &+= row.checksum }
          }
          return sum
        }),
      rowByRow(
        "W15 first",
        "begin a stream of \(rows) rows and leave it behind the first, \(firsts) times",
        rows: rows, operations: firsts, unit: "call", target: 1,
        c: { baseline_purchases_first($0, Int32(firsts), $1) },
        cTuned: { tuned_purchases_first($0, Int32(firsts), $1) },
        orm: { db, pass in
          try await repeating(firsts) {
            for try await row in db.stream(Purchase.all) {
              consume(row)
              return pass == .checked ? row.checksum : 0
            }
            return 0
          }
        },
        grdb: { db, pass in
          var sum: Int64 = 0
          for _ in 0..<firsts {
            let row = try PurchasesOfGRDB.first(db)
            consume(row)
            if pass == .checked { sum &+= row?.checksum ?? 0 }
          }
          return sum
        }),
    ]
  }

  private static func rowByRow(
    _ id: String, _ title: String, rows: Int, operations: Int, unit: String = "row",
    target: Double,
    c: @escaping ScanOfC, cTuned: @escaping ScanOfC,
    orm: @escaping @Sendable (ORM.Database, Contestant.Pass) async throws -> Int64,
    grdb: (@Sendable (GRDB.Database, Contestant.Pass) throws -> Int64)? = nil
  ) -> Workload {
    var others: [(Contestant.Name, Opening)] = [
      (
        .cTuned,
        { databases in
          let db = try databases.openC()
          return Contestant { pass in try db.run(pass, cTuned) }
        }
      ),
      (
        .orm,
        { databases in
          let db = try await databases.openORM()
          return Contestant { pass in try await orm(db.database, pass) }
        }
      ),
    ]
    if let grdb {
      others.append(
        (
          .grdb,
          { databases in
            let db = try databases.openGRDB()
            return Contestant { pass in try await db.queue.read { try grdb($0, pass) } }
          }
        ))
    }
    return Workload(
      id, title, operations: operations, unit: unit, places: [.disk], countsOnDisk: true,
      targets: [.orm: Target(target, target)],
      fill: { try SQLiteFailure.check(baseline_purchases_create($0.pointer, Int32(rows))) },
      Openings(
        c: { databases in
          let db = try databases.openC()
          return Contestant { pass in try db.run(pass, c) }
        }, others))
  }
}
