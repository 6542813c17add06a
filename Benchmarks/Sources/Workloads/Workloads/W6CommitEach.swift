import CBaseline
import CTuned
import GRDB
import ORM

extension Workload {
  /// Inserting rows in a transaction each.
  static func commitEach(rows: Int) -> Workload {
    let people = People(count: rows)
    return Workload(
      "W6", "insert \(rows) mixed rows, a transaction each", operations: rows, unit: "call",
      targets: [.orm: Target(1.10, 1.05)], fill: { try $0.fillPeople(0) },
      [
        .c: { databases in
          let db = try databases.openC()
          return Contestant(prepare: db.clearPeople) { pass in
            try SQLiteFailure.check(
              baseline_people_commit_each(db.pointer, people.c.rows, Int32(rows)))
            return try db.writtenPeople(pass)
          }
        },
        .cTuned: writeByTunedC(people, tuned_people_commit_each),
        .swift: { databases in
          let db = try databases.openC()
          return Contestant(prepare: db.clearPeople) { pass in
            let begin = try HandStatement(db, "BEGIN IMMEDIATE")
            let insert = try HandStatement(db, Person.insertByHand)
            let commit = try HandStatement(db, "COMMIT")
            for person in people.rows {
              try begin.run()
              try person.write(insert)
              try commit.run()
            }
            return try db.writtenPeople(pass)
          }
        },
        .orm: { databases in
          let db = try await databases.openORM()
          return Contestant(prepare: db.clearPeople) { pass in
            for person in people.rows { try await db.database.insert(person) }
            return try await db.writtenPeople(pass)
          }
        },
        .grdb: insertByGRDB(people.rows.map(PersonOfGRDB.init)),
        .grdbCodable: insertByGRDB(people.rows.map(CodablePerson.init)),
        .grdbStatement: { databases in
          let db = try databases.openGRDB()
          let rows = people.rows.map(PersonOfGRDB.init)
          return Contestant(prepare: db.clearPeople) { pass in
            for person in rows {
              try db.queue.write { db in
                try db.cachedStatement(sql: Person.insertByHand)
                  .execute(arguments: person.statementArguments)
              }
            }
            return try db.writtenPeople(pass)
          }
        },
      ])
  }

  private static func insertByGRDB<Row: PersistableRecord & Sendable>(_ rows: [Row]) -> Opening {
    { databases in
      let db = try databases.openGRDB()
      return Contestant(prepare: db.clearPeople) { pass in
        for row in rows {
          try db.queue.write { try row.insert($0) }
        }
        return try db.writtenPeople(pass)
      }
    }
  }
}
