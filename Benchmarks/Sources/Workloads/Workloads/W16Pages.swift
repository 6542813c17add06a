import CBaseline
import CTuned
import ORM

extension Workload {
  /// Pages of rows in the order of an indexed column, each behind the one before.
  static func pages(size: Int, pages: Int, rows: Int) -> Workload {
    Workload(
      "W16 page \(size)", "fetch \(pages) pages of \(size) of \(rows) rows", operations: pages,
      unit: "page", targets: [.orm: Target(1.1, 1.1)],
      fill: { try SQLiteFailure.check(baseline_purchases_create($0.pointer, Int32(rows))) },
      [
        .c: { databases in
          let db = try databases.openC()
          return Contestant { pass in
            try db.run(pass) { baseline_purchases_pages($0, Int32(size), Int32(pages), $1) }
          }
        },
        .cTuned: { databases in
          let db = try databases.openC()
          return Contestant { pass in
            try db.run(pass) { tuned_purchases_pages($0, Int32(size), Int32(pages), $1) }
          }
        },
        .orm: { databases in
          let db = try await databases.openORM()
          return Contestant { pass in
            try await db.database.read { db in
              var sum: Int64 = 0
              var next: Page<Purchase>.Cursor?
              for _ in 0..<pages {
                let page = try db.fetch(
                  Purchase.order { $0.at }.page(after: next, size: size))
                consume(page)
                next = page.next
                if pass == .checked {
                  for (place, row) in page.rows.enumerated() {
                    sum &+= row.checksum &* Int64(place + 1)
                  }
                }
              }
              return sum
            }
          }
        },
        .grdb: { databases in
          let db = try databases.openGRDB()
          return Contestant { pass in
            try await db.queue.read { db in
              var sum: Int64 = 0
              var last: Purchase?
              for _ in 0..<pages {
                // A row more than the page has, which tells whether another follows.
                let rows = try PurchasesOfGRDB.page(db, after: last, size: size + 1).prefix(size)
                consume(rows)
                last = rows.last
                if pass == .checked {
                  for (place, row) in rows.enumerated() {
                    sum &+= row.checksum &* Int64(place + 1)
                  }
                }
              }
              return sum
            }
          }
        },
      ])
  }
}
