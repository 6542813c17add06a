import CBaseline
import CTuned
import GRDB
import ORM

extension Workload {
  /// Inserting rows as one array.
  static func insertPeople(rows: Int) -> Workload {
    let people = People(count: rows)
    return Workload(
      "W4a", "insert \(rows) mixed rows as one array", operations: rows,
      targets: [.orm: Target(0.75, 0.80)], fill: { try $0.fillPeople(0) },
      [
        .c: insertByC(people),
        .cTuned: writeByTunedC(people, tuned_people_insert_many),
        .swift: insertByHand(people),
        .orm: { databases in
          let db = try await databases.openORM()
          return Contestant(prepare: db.clearPeople) { pass in
            try await db.database.insert(people.rows)
            return try await db.writtenPeople(pass)
          }
        },
        .grdb: insertByGRDB(people.rows.map(PersonOfGRDB.init)),
        .grdbCodable: insertByGRDB(people.rows.map(CodablePerson.init)),
        .grdbStatement: insertByStatement(people.rows.map(PersonOfGRDB.init)),
      ])
  }

  /// Inserting rows by a call each, inside of one transaction.
  static func insertPeopleSingly(rows: Int) -> Workload {
    let people = People(count: rows)
    return Workload(
      "W4b", "insert \(rows) mixed rows, one call each in one transaction", operations: rows,
      targets: [.orm: Target(1.12, 1.10)], fill: { try $0.fillPeople(0) },
      [
        .c: insertByC(people),
        .cTuned: writeByTunedC(people, tuned_people_insert),
        .swift: insertByHand(people),
        .orm: { databases in
          let db = try await databases.openORM()
          return Contestant(prepare: db.clearPeople) { pass in
            try await db.database.transaction { tx in
              for person in people.rows { try tx.insert(person) }
            }
            return try await db.writtenPeople(pass)
          }
        },
        .grdb: insertByGRDB(people.rows.map(PersonOfGRDB.init)),
        .grdbCodable: insertByGRDB(people.rows.map(CodablePerson.init)),
        .grdbStatement: insertByStatement(people.rows.map(PersonOfGRDB.init)),
      ])
  }

  private static func insertByC(_ people: People) -> Opening {
    { databases in
      let db = try databases.openC()
      return Contestant(prepare: db.clearPeople) { pass in
        try SQLiteFailure.check(
          baseline_people_insert(db.pointer, people.c.rows, Int32(people.rows.count)))
        return try db.writtenPeople(pass)
      }
    }
  }

  /// - Parameter isEmptied: Whether the rows are new ones.
  static func writeByTunedC(
    _ people: People, _ kind: tuned_people_writing, isEmptied: Bool = true
  ) -> Opening {
    { databases in
      let db = try databases.openC()
      return Contestant(prepare: { if isEmptied { try db.clearPeople() } }) { pass in
        try SQLiteFailure.check(
          tuned_people_write(db.pointer, kind, people.c.rows, Int32(people.rows.count)))
        return try db.writtenPeople(pass)
      }
    }
  }

  private static func insertByHand(_ people: People) -> Opening {
    { databases in
      let db = try databases.openC()
      return Contestant(prepare: db.clearPeople) { pass in
        let statement = try HandStatement(db, Person.insertByHand)
        try db.execute("BEGIN IMMEDIATE")
        for person in people.rows { try person.write(statement) }
        try db.execute("COMMIT")
        return try db.writtenPeople(pass)
      }
    }
  }

  private static func insertByGRDB<Row: PersistableRecord & Sendable>(_ rows: [Row]) -> Opening {
    { databases in
      let db = try databases.openGRDB()
      return Contestant(prepare: db.clearPeople) { pass in
        try db.queue.write { db in
          for row in rows { try row.insert(db) }
        }
        return try db.writtenPeople(pass)
      }
    }
  }

  private static func insertByStatement(_ people: [PersonOfGRDB]) -> Opening {
    { databases in
      let db = try databases.openGRDB()
      return Contestant(prepare: db.clearPeople) { pass in
        try db.queue.write { db in
          let statement = try db.makeStatement(sql: Person.insertByHand)
          for person in people { try statement.execute(arguments: person.statementArguments) }
        }
        return try db.writtenPeople(pass)
      }
    }
  }
}
