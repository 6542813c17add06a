import CBaseline
import GRDB
import ORM

extension Workload {
  /// Fetching integers from a table that could hold other values, each of which is checked.
  static func fetchNumbers(rows: Int, repetitions: Int) -> Workload {
    Workload(
      "W2", "fetch \(rows) rows of 10 INTEGER columns", operations: rows * repetitions,
      targets: [.orm: Target(1.13, 1.13)],
      fill: { try SQLiteFailure.check(baseline_numbers_create($0.pointer, Int32(rows))) },
      [
        .c: { databases in
          let db = try databases.openC()
          return Contestant { pass in
            try db.run(pass) { baseline_numbers_fetch($0, 0, Int32(repetitions), $1) }
          }
        },
        .swift: { databases in
          let db = try databases.openC()
          return Contestant { pass in
            let statement = try HandStatement(db, "SELECT \(Numbers.columns) FROM \"numbers\"")
            return try repeating(repetitions) { try statement.fetch(Numbers.self).checksum(pass) }
          }
        },
        .orm: { databases in
          let db = try await databases.openORM()
          return Contestant { pass in
            try await repeating(repetitions) {
              try await db.database.fetch(Numbers.self).checksum(pass)
            }
          }
        },
        .grdb: { databases in
          let db = try databases.openGRDB()
          return Contestant { pass in
            try repeating(repetitions) { try db.queue.read(Numbers.fetchAll).checksum(pass) }
          }
        },
        .grdbCodable: { databases in
          let db = try databases.openGRDB()
          return Contestant { pass in
            try repeating(repetitions) { try db.queue.read(CodableNumbers.fetchAll).checksum(pass) }
          }
        },
      ])
  }

  /// Fetching the same from a `STRICT` table, in which SQLite has checked them.
  static func fetchStrictNumbers(rows: Int, repetitions: Int) -> Workload {
    Workload(
      "W2s", "the same from a STRICT table", operations: rows * repetitions,
      targets: [.orm: Target(1.03, 1.03)],
      fill: { try SQLiteFailure.check(baseline_numbers_create($0.pointer, Int32(rows))) },
      [
        .c: { databases in
          let db = try databases.openC()
          return Contestant { pass in
            try db.run(pass) { baseline_numbers_fetch($0, 1, Int32(repetitions), $1) }
          }
        },
        .orm: { databases in
          let db = try await databases.openORM()
          return Contestant { pass in
            try await repeating(repetitions) {
              try await db.database.fetch(StrictNumbers.self).checksum(pass)
            }
          }
        },
      ])
  }
}
