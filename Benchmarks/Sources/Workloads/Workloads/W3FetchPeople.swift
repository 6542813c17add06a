import CBaseline
import CTuned
import GRDB
import ORM

extension Workload {
  /// Fetching a table of mixed columns.
  static func fetchPeople(rows: Int, repetitions: Int) -> Workload {
    Workload(
      "W3", "fetch \(rows) mixed rows of 10 columns", operations: rows * repetitions,
      targets: [.orm: Target(1.23, 1.15)],
      fill: { try $0.fillPeople(rows) },
      [
        .c: { databases in
          let db = try databases.openC()
          return Contestant { pass in
            try db.run(pass) { baseline_people_fetch($0, Int32(repetitions), $1) }
          }
        },
        .cTuned: { databases in
          let db = try databases.openC()
          return Contestant { pass in
            try db.run(pass) { tuned_people_fetch($0, Int32(repetitions), $1) }
          }
        },
        .swift: { databases in
          let db = try databases.openC()
          return Contestant { pass in
            let statement = try HandStatement(db, Person.selectByHand)
            return try repeating(repetitions) { try statement.fetch(Person.self).checksum(pass) }
          }
        },
        .orm: { databases in
          let db = try await databases.openORM()
          return Contestant { pass in
            try await repeating(repetitions) {
              try await db.database.fetch(Person.self).checksum(pass)
            }
          }
        },
        .grdb: { databases in
          let db = try databases.openGRDB()
          return Contestant { pass in
            try repeating(repetitions) { try db.queue.read(PersonOfGRDB.fetchAll).checksum(pass) }
          }
        },
        .grdbCodable: { databases in
          let db = try databases.openGRDB()
          return Contestant { pass in
            try repeating(repetitions) { try db.queue.read(CodablePerson.fetchAll).checksum(pass) }
          }
        },
      ])
  }
}

extension CConnection {
  /// Makes the table of people with its first rows.
  func fillPeople(_ count: Int) throws {
    try SQLiteFailure.check(baseline_people_create(pointer))
    if count > 0 {
      let people = CPeople(count: count)
      try SQLiteFailure.check(baseline_people_insert(pointer, people.rows, Int32(count)))
    }
  }
}
