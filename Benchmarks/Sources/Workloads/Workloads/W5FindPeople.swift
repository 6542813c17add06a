import CBaseline
import CTuned
import GRDB
import ORM

extension Workload {
  /// Finding rows by keys in no order: by C a statement each without a transaction around them.
  static func findPeople(rows: Int, calls: Int) -> Workload {
    let key = { @Sendable (call: Int) in Int(baseline_people_key(Int32(call), Int32(rows))) }
    return Workload(
      "W5", "find one of \(rows) mixed rows by key, \(calls) times", operations: calls,
      unit: "call",
      targets: [.orm: Target(1.15, 0.60), .ormAwaiting: Target(1.25, 1.15)],
      fill: { try $0.fillPeople(rows) },
      [
        .c: { databases in
          let db = try databases.openC()
          return Contestant { pass in
            try db.run(pass) { baseline_people_find($0, Int32(rows), Int32(calls), $1) }
          }
        },
        .cTuned: { databases in
          let db = try databases.openC()
          return Contestant { pass in
            try db.run(pass) { tuned_people_find($0, Int32(rows), Int32(calls), $1) }
          }
        },
        .swift: { databases in
          let db = try databases.openC()
          return Contestant { pass in
            let statement = try HandStatement(db, Person.selectByHand + " WHERE \"id\" = $1")
            return try finding(calls, key, pass) { try statement.find(Person.self, $0) }
          }
        },
        .orm: { databases in
          let db = try await databases.openORM()
          return Contestant { pass in
            try await db.database.read { db in
              try finding(calls, key, pass) { try db.find(Person.self, $0) }
            }
          }
        },
        .ormAwaiting: { databases in
          let db = try await databases.openORM()
          return Contestant { pass in
            var sum: Int64 = 0
            for call in 0..<calls {
              let person = try await db.database.find(Person.self, key(call))
              sum &+= try checksum(of: person, pass)
            }
            return sum
          }
        },
        .grdb: { databases in
          let db = try databases.openGRDB()
          return Contestant { pass in
            try await db.queue.read { db in
              try finding(calls, key, pass) { try PersonOfGRDB.fetchOne(db, key: $0) }
            }
          }
        },
        .grdbCodable: { databases in
          let db = try databases.openGRDB()
          return Contestant { pass in
            try await db.queue.read { db in
              try finding(calls, key, pass) { try CodablePerson.fetchOne(db, key: $0) }
            }
          }
        },
        .grdbStatement: { databases in
          let db = try databases.openGRDB()
          return Contestant { pass in
            try await db.queue.read { db in
              let statement = try db.makeStatement(
                sql: Person.selectByHand + " WHERE \"id\" = $1")
              return try finding(calls, key, pass) {
                try PersonOfGRDB.fetchOne(statement, arguments: [$0])
              }
            }
          }
        },
      ])
  }
}

private func finding<Row: Checksummed>(
  _ calls: Int, _ key: (Int) -> Int, _ pass: Contestant.Pass, _ find: (Int) throws -> Row?
) throws -> Int64 {
  var sum: Int64 = 0
  for call in 0..<calls { sum &+= try checksum(of: find(key(call)), pass) }
  return sum
}

private func checksum<Row: Checksummed>(of row: Row?, _ pass: Contestant.Pass) throws -> Int64 {
  guard let row else { throw SQLiteFailure(code: SQLITE_NOTFOUND) }
  consume(row)
  return pass == .checked ? row.checksum : 0
}
