import CBaseline
import GRDB
import ORM

// Diesel's published workloads. Each is repeated, so that a run of one row takes as long as one of many.

extension Workload {
  /// Fetching all users.
  static func fetchUsers(_ count: Int, repetitions: Int) -> Workload {
    diesel(
      "W8 trivial \(count)", "fetch \(count) users", operations: count * repetitions,
      fill: { baseline_users_fill($0, Int32(count)) },
      c: { baseline_users_fetch($0, Int32(repetitions), $1) },
      [
        .swift: { databases in
          let db = try databases.openC()
          return Contestant { pass in
            let statement = try HandStatement(db, "SELECT id, name, hair_color FROM users")
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
      ])
  }

  /// Fetching the users with black hair, half of them, each with a post, of which there are none.
  static func joinUsers(_ count: Int, repetitions: Int) -> Workload {
    diesel(
      "W8 medium \(count)", "fetch the black-haired of \(count) users, with posts",
      operations: count * repetitions, fill: { baseline_users_fill($0, Int32(count)) },
      c: { baseline_users_join($0, Int32(repetitions), $1) },
      [
        .swift: { databases in
          let db = try databases.openC()
          return Contestant { pass in
            let statement = try HandStatement(db, UserAndPost.sql)
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
                let rows = try db.fetch(
                  User.leftJoin(Post.self) { $0.id == $1.userID }
                    .where { user, _ in user.hairColor == "black" })
                guard pass == .checked else { return 0 }
                return rows.map { UserAndPost(user: $0.0, post: $0.1) }.checksum(pass)
              }
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
      ])
  }

  /// Inserting users of one array, in the same transaction as all others.
  static func insertUsers(_ count: Int, repetitions: Int) -> Workload {
    let users = Array(
      repeating: User(id: nil, name: "A user of some name", hairColor: "black"), count: count)
    let insertOnly: Opening = { databases in
      let db = try databases.openC()
      return Contestant(prepare: db.clearUsers) { pass in
        try SQLiteFailure.check(
          baseline_users_insert(db.pointer, Int32(count), Int32(repetitions)))
        return try pass.users(in: db.pointer)
      }
    }
    return diesel(
      "W8 insert \(count)", "insert \(count) users in one call", operations: count * repetitions,
      fill: { _ in SQLITE_OK }, c: insertOnly,
      [
        .orm: { databases in
          let db = try await databases.openORM()
          return Contestant(prepare: db.clearUsers) { pass in
            try await db.database.transaction { tx in
              for _ in 0..<repetitions { try tx.insert(users) }
            }
            return try await db.database.withHandle { try pass.users(in: $0) }
          }
        },
        .grdb: { databases in
          let db = try databases.openGRDB()
          return Contestant(prepare: db.clearUsers) { pass in
            try await db.queue.write { db in
              for _ in 0..<repetitions {
                for var user in users { try user.insert(db) }
              }
              guard let handle = db.sqliteConnection else { return 0 }
              return try pass.users(in: handle)
            }
          }
        },
      ])
  }

  /// Fetching users, their posts and their comments by three statements, and nesting them.
  static func nestUsers(repetitions: Int) -> Workload {
    diesel(
      "W8 associations", "fetch and nest 9 users, 90 posts and 900 comments",
      operations: 999 * repetitions, fill: { baseline_users_fill_tree($0) },
      c: { baseline_users_nest($0, Int32(repetitions), $1) },
      [
        .orm: { databases in
          let db = try await databases.openORM()
          return Contestant { pass in
            try await db.database.read { db in
              try repeating(repetitions) {
                let users = try db.fetch(User.self)
                let userIDs = users.compactMap(\.id)
                let posts = try db.fetch(Post.self, where: { $0.userID.in(userIDs) })
                let postIDs = posts.compactMap(\.id)
                let comments = try db.fetch(Comment.self, where: { $0.postID.in(postIDs) })
                return UserWithPosts.nest(users, posts, comments).checksum(pass)
              }
            }
          }
        },
        .grdb: { databases in
          let db = try databases.openGRDB()
          return Contestant { pass in
            try await db.queue.read { db in
              try repeating(repetitions) {
                let users = try User.fetchAll(db)
                let posts = try Post.filter(users.compactMap(\.id).contains(GRDB.Column("user_id")))
                  .fetchAll(db)
                let comments = try Comment.filter(
                  posts.compactMap(\.id).contains(GRDB.Column("post_id"))
                )
                .fetchAll(db)
                return UserWithPosts.nest(users, posts, comments).checksum(pass)
              }
            }
          }
        },
      ])
  }

  /// A workload of Diesel's, which are in memory.
  private static func diesel(
    _ id: String, _ title: String, operations: Int,
    fill: @escaping @Sendable (OpaquePointer) -> Int32,
    c: @escaping @Sendable (OpaquePointer, UnsafeMutablePointer<Int64>?) -> Int32,
    _ others: Openings
  ) -> Workload {
    let opening: Opening = { databases in
      let db = try databases.openC()
      return Contestant { pass in try db.run(pass, c) }
    }
    return diesel(id, title, operations: operations, fill: fill, c: opening, others)
  }

  private static func diesel(
    _ id: String, _ title: String, operations: Int,
    fill: @escaping @Sendable (OpaquePointer) -> Int32, c: @escaping Opening,
    _ others: Openings
  ) -> Workload {
    Workload(
      id, title, operations: operations, places: [.memory], targets: [.orm: Target(1.10, nil)],
      fill: { db in
        try SQLiteFailure.check(baseline_users_create(db.pointer))
        try SQLiteFailure.check(fill(db.pointer))
      }, Openings(c: c, others))
  }
}

// MARK: - An empty table before, and a look at what is in it after

extension CConnection {
  fileprivate func clearUsers() throws { try SQLiteFailure.check(baseline_users_clear(pointer)) }
}

extension ORMConnection {
  fileprivate func clearUsers() async throws {
    try await database.withHandle { try SQLiteFailure.check(baseline_users_clear($0)) }
  }
}

extension GRDBConnection {
  fileprivate func clearUsers() throws {
    try queue.writeWithoutTransaction { db in
      try SQLiteFailure.check(baseline_users_clear(db.sqliteConnection))
    }
  }
}

extension Contestant.Pass {
  fileprivate func users(in handle: OpaquePointer) throws -> Int64 {
    guard self == .checked else { return 0 }
    var checksum: Int64 = 0
    try SQLiteFailure.check(baseline_users_fetch(handle, 1, &checksum))
    return checksum
  }
}
