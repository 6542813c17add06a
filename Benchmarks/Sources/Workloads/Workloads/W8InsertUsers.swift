import CBaseline
import CTuned
import GRDB
import ORM

extension Workload {
  /// Inserting users of one array, in the same transaction as all others.
  static func insertUsers(_ count: Int, repetitions: Int) -> Workload {
    let users = Array(
      repeating: User(id: nil, name: "A user of some name", hairColor: "black"), count: count)
    return diesel(
      "W8 insert \(count)", "insert \(count) users in one call", operations: count * repetitions,
      fill: { _ in SQLITE_OK },
      c: { databases in
        let db = try databases.openC()
        return Contestant(prepare: db.clearUsers) { pass in
          try SQLiteFailure.check(
            baseline_users_insert(db.pointer, Int32(count), Int32(repetitions)))
          return try pass.users(in: db.pointer)
        }
      },
      [
        .cTuned: { databases in
          let db = try databases.openC()
          return Contestant(prepare: db.clearUsers) { pass in
            try SQLiteFailure.check(
              tuned_users_insert(db.pointer, Int32(count), Int32(repetitions)))
            return try pass.users(in: db.pointer)
          }
        },
        .swift: { databases in
          let db = try databases.openC()
          return Contestant(prepare: db.clearUsers) { pass in
            let statement = try HandStatement(db, User.insertByHand)
            try db.execute("BEGIN IMMEDIATE")
            for _ in 0..<repetitions {
              for user in users { try user.insert(statement) }
            }
            try db.execute("COMMIT")
            return try pass.users(in: db.pointer)
          }
        },
        .orm: { databases in
          let db = try await databases.openORM()
          return Contestant(prepare: db.clearUsers) { pass in
            try await db.database.transaction { tx in
              for _ in 0..<repetitions { try tx.insert(users) }
            }
            return try await db.database.withHandle { try pass.users(in: $0) }
          }
        },
        .grdb: insertByGRDB(users, repetitions),
        .grdbCodable: insertByGRDB(users.map(CodableUser.init), repetitions),
        .grdbStatement: { databases in
          let db = try databases.openGRDB()
          return Contestant(prepare: db.clearUsers) { pass in
            try await db.queue.write { db in
              let statement = try db.makeStatement(sql: User.insertByHand)
              for _ in 0..<repetitions {
                for user in users {
                  try statement.execute(arguments: [user.name, user.hairColor])
                }
              }
              return try pass.users(in: db.sqliteConnection)
            }
          }
        },
      ])
  }

  private static func insertByGRDB<Row: MutablePersistableRecord & Sendable>(
    _ rows: [Row], _ repetitions: Int
  ) -> Opening {
    { databases in
      let db = try databases.openGRDB()
      return Contestant(prepare: db.clearUsers) { pass in
        try await db.queue.write { db in
          for _ in 0..<repetitions {
            for var row in rows { try row.insert(db) }
          }
          return try pass.users(in: db.sqliteConnection)
        }
      }
    }
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
  fileprivate func users(in handle: OpaquePointer?) throws -> Int64 {
    guard self == .checked else { return 0 }
    var checksum: Int64 = 0
    try SQLiteFailure.check(baseline_users_fetch(handle, 1, &checksum))
    return checksum
  }
}
