import CBaseline
import CTuned
import GRDB
import ORM

extension Workload {
  /// Opening a file, finding a row, and closing it, with the configuration that nobody has changed.
  static func openFindClose(rows: Int, repetitions: Int) -> Workload {
    let key = { @Sendable (call: Int) in Int(baseline_people_key(Int32(call), Int32(rows))) }
    return Workload(
      "W19", "open a file, find one of \(rows) rows, close it, \(repetitions) times",
      operations: repetitions, unit: "time", places: [.disk], countsOnDisk: true,
      targets: [.orm: Target(1.2, 1.2)],
      fill: { try SQLiteFailure.check(baseline_purchases_create($0.pointer, Int32(rows))) },
      [
        .c: { databases in
          let path = try databases.copyOfFile()
          return Contestant { pass in
            var sum: Int64 = 0
            try SQLiteFailure.check(
              baseline_open_find_close(path, Int32(rows), Int32(repetitions), &sum))
            // Keeps the file.
            return withExtendedLifetime(databases) { sum }
          }
        },
        .cTuned: { databases in
          let path = try databases.copyOfFile()
          return Contestant { pass in
            var sum: Int64 = 0
            try SQLiteFailure.check(
              tuned_open_find_close(path, Int32(rows), Int32(repetitions), &sum))
            return withExtendedLifetime(databases) { sum }
          }
        },
        .orm: { databases in
          let path = try databases.copyOfFile()
          return Contestant { _ in
            var sum: Int64 = 0
            for call in 0..<repetitions {
              let db = try ORM.Database(path)
              let row = try await db.find(Purchase.self, key(call))
              try await db.close()
              sum &+= row?.checksum ?? 0
            }
            return withExtendedLifetime(databases) { sum }
          }
        },
        .grdb: { databases in
          let path = try databases.copyOfFile()
          return Contestant { _ in
            var sum: Int64 = 0
            for call in 0..<repetitions {
              let queue = try DatabaseQueue(path: path)
              let row = try await queue.read { try Purchase.fetchOne($0, key: key(call)) }
              try queue.close()
              sum &+= row?.checksum ?? 0
            }
            return withExtendedLifetime(databases) { sum }
          }
        },
      ])
  }

  /// Fetching rows with a struct in a JSON column: by C by SQLite's JSON functions for each member.
  static func fetchDocuments(rows: Int) -> Workload {
    Workload(
      "W20", "fetch \(rows) rows with a JSON column of five members", operations: rows,
      fill: { try SQLiteFailure.check(baseline_documents_create($0.pointer, Int32(rows))) },
      [
        .c: { databases in
          let db = try databases.openC()
          return Contestant { pass in try db.run(pass) { baseline_documents_fetch($0, $1) } }
        },
        .cTuned: { databases in
          let db = try databases.openC()
          return Contestant { pass in try db.run(pass) { tuned_documents_fetch($0, $1) } }
        },
        .swift: { databases in
          let db = try databases.openC()
          return Contestant { pass in
            let statement = try HandStatement(db, #"SELECT "id", "content" FROM "document""#)
            return try statement.fetch(Listing.self).checksum(pass)
          }
        },
        .orm: { databases in
          let db = try await databases.openORM()
          return Contestant { pass in try await db.database.fetch(Listing.self).checksum(pass) }
        },
        .grdb: { databases in
          let db = try databases.openGRDB()
          return Contestant { pass in
            try await db.queue.read { try CodableListing.fetchAll($0) }.checksum(pass)
          }
        },
      ])
  }
}
