import CBaseline
import CTuned
import GRDB
import ORM

extension Workload {
  /// Updating all columns of each row by its key, in one transaction.
  static func updatePeople(rows: Int) -> Workload {
    let people = People(count: rows)
    return Workload(
      "W7", "update \(rows) mixed rows by key in one transaction", operations: rows, unit: "call",
      targets: [.orm: Target(1.12, 1.10)], fill: { try $0.fillPeople(rows) },
      [
        .c: { databases in
          let db = try databases.openC()
          return Contestant { pass in
            try SQLiteFailure.check(
              baseline_people_update(db.pointer, people.c.rows, Int32(rows)))
            return try db.writtenPeople(pass)
          }
        },
        .cTuned: writeByTunedC(people, tuned_people_update, isEmptied: false),
        .swift: { databases in
          let db = try databases.openC()
          return Contestant { pass in
            let statement = try HandStatement(db, Person.updateByHand)
            try db.execute("BEGIN IMMEDIATE")
            for person in people.rows { try person.write(statement) }
            try db.execute("COMMIT")
            return try db.writtenPeople(pass)
          }
        },
        .orm: { databases in
          let db = try await databases.openORM()
          return Contestant { pass in
            try await db.database.update(people.rows)
            return try await db.writtenPeople(pass)
          }
        },
        .grdb: updateByGRDB(people.rows.map(PersonOfGRDB.init)),
        .grdbCodable: updateByGRDB(people.rows.map(CodablePerson.init)),
        .grdbStatement: { databases in
          let db = try databases.openGRDB()
          let rows = people.rows.map(PersonOfGRDB.init)
          return Contestant { pass in
            try db.queue.write { db in
              let statement = try db.makeStatement(sql: Person.updateByHand)
              for person in rows {
                try statement.execute(arguments: person.statementArguments)
              }
            }
            return try db.writtenPeople(pass)
          }
        },
      ])
  }

  private static func updateByGRDB<Row: PersistableRecord & Sendable>(_ rows: [Row]) -> Opening {
    { databases in
      let db = try databases.openGRDB()
      return Contestant { pass in
        try db.queue.write { db in
          for row in rows { try row.update(db) }
        }
        return try db.writtenPeople(pass)
      }
    }
  }
}
