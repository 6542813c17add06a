import CBaseline
import CTuned
import GRDB
import ORM

extension Workload {
  /// Fetching the users with black hair, half of them, each with a post, of which there are none.
  static func joinUsers(_ count: Int, repetitions: Int) -> Workload {
    diesel(
      "W8 medium \(count)", "fetch the black-haired of \(count) users, with posts",
      operations: count * repetitions, fill: { baseline_users_fill($0, Int32(count)) },
      c: { baseline_users_join($0, Int32(repetitions), $1) },
      [
        .cTuned: { databases in
          let db = try databases.openC()
          return Contestant { pass in
            try db.run(pass) { tuned_users_join($0, Int32(repetitions), $1) }
          }
        },
        .swift: { databases in
          let db = try databases.openC()
          return Contestant { pass in
            let statement = try HandStatement(db, UserAndPost.sql)
            // The text is a literal of the program, which stays where it is.
            sqlite3_bind_text(statement.pointer, 1, "black", 5, nil)
            return try repeating(repetitions) {
              try statement.fetch(UserAndPost.self).checksum(pass)
            }
          }
        },
        .orm: { databases in
          let db = try await databases.openORM()
          return Contestant { pass in
            try await db.database.read { db in
              try repeating(repetitions) {
                checksum(of: try db.fetch(UserAndPost.query(hairColor: "black")), pass)
              }
            }
          }
        },
        .ormPrepared: { databases in
          let db = try await databases.openORM()
          let users = UserAndPost.prepared
          return Contestant { pass in
            try await db.database.read { db in
              try repeating(repetitions) { checksum(of: try db.fetch(users("black")), pass) }
            }
          }
        },
        .grdb: { databases in
          let db = try databases.openGRDB()
          return Contestant { pass in
            try await db.queue.read { db in
              try repeating(repetitions) {
                try UserAndPost.fetchAll(db, sql: UserAndPost.sql, arguments: ["black"])
                  .checksum(pass)
              }
            }
          }
        },
        .grdbCodable: { databases in
          let db = try databases.openGRDB()
          return Contestant { pass in
            try await db.queue.read { db in
              try repeating(repetitions) {
                try CodableUserAndPost.request(hairColor: "black").fetchAll(db).checksum(pass)
              }
            }
          }
        },
        .grdbStatement: { databases in
          let db = try databases.openGRDB()
          return Contestant { pass in
            try await db.queue.read { db in
              let statement = try db.makeStatement(sql: UserAndPost.sql)
              return try repeating(repetitions) {
                try UserAndPost.fetchAll(statement, arguments: ["black"]).checksum(pass)
              }
            }
          }
        },
      ])
  }
}

private func checksum(of rows: [(User, Post?)], _ pass: Contestant.Pass) -> Int64 {
  guard pass == .checked else { return 0 }
  return rows.map { UserAndPost(user: $0.0, post: $0.1) }.checksum(pass)
}
