import CBaseline
import CTuned
import GRDB
import ORM

extension Workload {
  /// Fetching a small table of texts, many times.
  static func fetchOrders(rows: Int, repetitions: Int) -> Workload {
    Workload(
      "W1", "fetch Northwind's orders, \(rows) rows of 14 columns, \(repetitions) times",
      operations: rows * repetitions, targets: [.orm: Target(0.90, 0.93)],
      fill: { try SQLiteFailure.check(baseline_orders_create($0.pointer, Int32(rows))) },
      [
        .c: { databases in
          let db = try databases.openC()
          return Contestant { pass in
            try db.run(pass) { baseline_orders_fetch($0, Int32(repetitions), $1) }
          }
        },
        .cTuned: { databases in
          let db = try databases.openC()
          return Contestant { pass in
            try db.run(pass) { tuned_orders_fetch($0, Int32(repetitions), $1) }
          }
        },
        .swift: { databases in
          let db = try databases.openC()
          return Contestant { pass in
            let statement = try HandStatement(db, Order.sql)
            return try repeating(repetitions) { try statement.fetch(Order.self).checksum(pass) }
          }
        },
        .orm: { databases in
          let db = try await databases.openORM()
          return Contestant { pass in
            try await repeating(repetitions) {
              try await db.database.fetch(Order.self).checksum(pass)
            }
          }
        },
        .grdb: { databases in
          let db = try databases.openGRDB()
          return Contestant { pass in
            try repeating(repetitions) { try db.queue.read(Order.fetchAll).checksum(pass) }
          }
        },
        .grdbCodable: { databases in
          let db = try databases.openGRDB()
          return Contestant { pass in
            try repeating(repetitions) { try db.queue.read(CodableOrder.fetchAll).checksum(pass) }
          }
        },
      ])
  }
}
