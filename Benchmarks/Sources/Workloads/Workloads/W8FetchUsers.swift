import CBaseline
import CTuned
import GRDB
import ORM

extension Workload {
  /// Fetching all users.
  static func fetchUsers(_ count: Int, repetitions: Int) -> Workload {
    diesel(
      "W8 trivial \(count)", "fetch \(count) users", operations: count * repetitions,
      fill: { baseline_users_fill($0, Int32(count)) },
      c: { baseline_users_fetch($0, Int32(repetitions), $1) },
      [
        .cTuned: { databases in
          let db = try databases.openC()
          return Contestant { pass in
            try db.run(pass) { tuned_users_fetch($0, Int32(repetitions), $1) }
          }
        },
        .swift: { databases in
          let db = try databases.openC()
          return Contestant { pass in
            let statement = try HandStatement(db, User.selectByHand)
            return try repeating(repetitions) { try statement.fetch(User.self).checksum(pass) }
          }
        },
        .orm: { databases in
          let db = try await databases.openORM()
          return Contestant { pass in
            try await db.database.read { db in
              try repeating(repetitions) { try db.fetch(User.self).checksum(pass) }
            }
          }
        },
        .grdb: { databases in
          let db = try databases.openGRDB()
          return Contestant { pass in
            try await db.queue.read { db in
              try repeating(repetitions) { try User.fetchAll(db).checksum(pass) }
            }
          }
        },
        .grdbCodable: { databases in
          let db = try databases.openGRDB()
          return Contestant { pass in
            try await db.queue.read { db in
              try repeating(repetitions) { try CodableUser.fetchAll(db).checksum(pass) }
            }
          }
        },
        .grdbStatement: { databases in
          let db = try databases.openGRDB()
          return Contestant { pass in
            try await db.queue.read { db in
              let statement = try db.makeStatement(sql: User.selectByHand)
              return try repeating(repetitions) { try User.fetchAll(statement).checksum(pass) }
            }
          }
        },
      ])
  }
}
