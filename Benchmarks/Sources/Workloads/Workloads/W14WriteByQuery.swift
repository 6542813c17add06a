import CBaseline
import CTuned
import GRDB
import ORM

/// A call on one row, which is found by its key.
typealias CallOfORM = @Sendable (isolated Connection, _ call: Int, _ key: Int) throws -> Int64
typealias CallOfGRDB = @Sendable (GRDB.Database, _ call: Int, _ key: Int) throws -> Int64

extension Workload {
  /// Updates and deletes by query, each built for its call, of tables of 7 and of 60 columns. They
  /// are of one transaction, which is rolled back.
  static func writesByQuery(rows: Int, calls: Int) -> [Workload] {
    [
      purchaseCalls(
        "W14 update", "update two of 7 columns by query", baseline_purchases_update,
        rows: rows, calls: calls, target: 1.25,
        orm: { db, call, key in
          Int64(
            try db.run(
              Purchase.where { $0.id == key }.update {
                $0.amount = Double(call)
                $0.quantity = call % 7
              }))
        }, grdb: PurchasesOfGRDB.update),
      purchaseCalls(
        "W14 update 60", "update two of 60 columns by query", baseline_purchases_update_wide,
        rows: rows, calls: calls, target: 1.25,
        orm: { db, call, key in
          Int64(
            try db.run(
              Shipment.where { $0.id == key }.update {
                $0.c7 = call
                $0.c42 = call % 7
              }))
        }, grdb: PurchasesOfGRDB.updateWide),
      purchaseCalls(
        "W14 delete", "delete a row of 7 columns by query", baseline_purchases_delete,
        rows: rows, calls: calls, target: 1.25,
        orm: { db, _, key in Int64(try db.run(Purchase.where { $0.id == key }.delete())) },
        grdb: PurchasesOfGRDB.delete),
      purchaseCalls(
        "W14 delete 60", "delete a row of 60 columns by query", baseline_purchases_delete_wide,
        rows: rows, calls: calls, target: 1.25,
        orm: { db, _, key in Int64(try db.run(Shipment.where { $0.id == key }.delete())) },
        grdb: PurchasesOfGRDB.deleteWide),
    ]
  }

  /// Rows and values by SQL of one's own, and whether a row is there.
  static func readsByKey(rows: Int, calls: Int) -> [Workload] {
    [
      purchaseCalls(
        "W17 sql", "fetch a row by SQL of one's own", baseline_purchases_select,
        rows: rows, calls: calls, target: 1.25,
        orm: { db, _, key in
          let rows = try db.fetch(
            Purchase.self, sql: "SELECT * FROM purchase WHERE id = \(key)")
          consume(rows)
          return rows.reduce(0) { $0 &+ $1.checksum }
        },
        grdb: { db, call, key in
          let rows = try PurchasesOfGRDB.select(db, call, key)
          consume(rows)
          return rows.reduce(0) { $0 &+ $1.checksum }
        }),
      purchaseCalls(
        "W17 value", "fetch a value by SQL of one's own", baseline_purchases_value,
        rows: rows, calls: calls, target: 1.25,
        orm: { db, _, key in
          Int64(try db.value(Double.self, sql: "SELECT amount FROM purchase WHERE id = \(key)"))
        },
        grdb: { db, call, key in Int64(try PurchasesOfGRDB.value(db, call, key) ?? 0) }),
      purchaseCalls(
        "W17 exists", "ask by a query whether there is a row", baseline_purchases_exists,
        rows: rows, calls: calls, target: 1.2,
        orm: { db, _, key in
          try db.exists(Purchase.self, where: { $0.id == key }) ? 1 : 0
        },
        grdb: { db, call, key in try PurchasesOfGRDB.exists(db, call, key) ? 1 : 0 }),
    ]
  }

  private static func purchaseCalls(
    _ id: String, _ title: String, _ kind: baseline_purchases_call, rows: Int, calls: Int,
    target: Double, orm: @escaping CallOfORM, grdb: CallOfGRDB? = nil
  ) -> Workload {
    let key = { @Sendable (call: Int) in Int(baseline_people_key(Int32(call), Int32(rows))) }
    var others: [(Contestant.Name, Opening)] = [
      (
        .cTuned,
        { databases in
          let db = try databases.openC()
          return Contestant { pass in
            try db.run(pass) {
              tuned_purchases_calls($0, kind, Int32(rows), Int32(calls), $1)
            }
          }
        }
      ),
      (
        .orm,
        { databases in
          let db = try await databases.openORM()
          return Contestant { _ in
            try await db.database.transaction { db in
              var sum: Int64 = 0
              for call in 0..<calls { sum &+= try orm(db, call, key(call)) }
              return db.rollback(returning: sum)
            }
          }
        }
      ),
    ]
    if let grdb {
      others.append(
        (
          .grdb,
          { databases in
            let db = try databases.openGRDB()
            return Contestant { _ in
              try await db.queue.writeWithoutTransaction { db in
                var sum: Int64 = 0
                try db.inTransaction {
                  for call in 0..<calls { sum &+= try grdb(db, call, key(call)) }
                  return .rollback
                }
                return sum
              }
            }
          }
        ))
    }
    return Workload(
      id, "\(title), \(calls) times of \(rows) rows", operations: calls, unit: "call",
      targets: [.orm: Target(target, target)],
      fill: { try SQLiteFailure.check(baseline_purchases_create($0.pointer, Int32(rows))) },
      Openings(
        c: { databases in
          let db = try databases.openC()
          return Contestant { pass in
            try db.run(pass) {
              baseline_purchases_calls($0, kind, Int32(rows), Int32(calls), $1)
            }
          }
        }, others))
  }
}
