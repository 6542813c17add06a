import CBaseline
import CTuned
import GRDB
import ORM

extension Workload {
  /// Building and running a typed query of three tables, of which only the values change.
  static func typedJoin(artists: Int, calls: Int) -> Workload {
    Workload(
      "W9", "build and run a typed join of three tables with five conditions, \(calls) times",
      operations: calls, unit: "call",
      fill: { try SQLiteFailure.check(baseline_albums_create($0.pointer, Int32(artists))) },
      [
        .c: { databases in
          let db = try databases.openC()
          return Contestant { pass in
            try db.run(pass) { baseline_albums_join($0, Int32(artists), Int32(calls), $1) }
          }
        },
        .cTuned: { databases in
          let db = try databases.openC()
          return Contestant { pass in
            try db.run(pass) { tuned_albums_join($0, Int32(artists), Int32(calls), $1) }
          }
        },
        .swift: { databases in
          let db = try databases.openC()
          return Contestant { pass in
            let statement = try HandStatement(db, TrackConditions.sql)
            return try fetching(calls, of: artists, pass) { conditions in
              statement.bind(conditions)
              return try statement.fetch(TrackTitle.self).map(\.title)
            }
          }
        },
        .orm: { databases in
          let db = try await databases.openORM()
          return Contestant { pass in
            try await db.database.read { db in
              try fetching(calls, of: artists, pass) { try db.fetch($0.query) }
            }
          }
        },
        .ormPrepared: { databases in
          let db = try await databases.openORM()
          let tracks = TrackConditions.prepared
          return Contestant { pass in
            try await db.database.read { db in
              try fetching(calls, of: artists, pass) { values in
                try db.fetch(
                  tracks(
                    values.artistID, values.year, values.price, values.seconds, values.title))
              }
            }
          }
        },
        .grdb: { databases in
          let db = try databases.openGRDB()
          return Contestant { pass in
            try await db.queue.read { db in
              try fetching(calls, of: artists, pass) { try $0.request.fetchAll(db) }
            }
          }
        },
        .grdbStatement: { databases in
          let db = try databases.openGRDB()
          return Contestant { pass in
            try await db.queue.read { db in
              let statement = try db.makeStatement(sql: TrackConditions.sql)
              return try fetching(calls, of: artists, pass) { values in
                try String.fetchAll(
                  statement,
                  arguments: [
                    values.artistID, values.year, values.price, values.seconds, values.title,
                  ])
              }
            }
          }
        },
      ])
  }

  /// Building the same query and its SQL, without running it.
  static func buildTypedJoin(calls: Int) -> Workload {
    Workload(
      "W9 build", "build the same query and its SQL, \(calls) times", operations: calls,
      unit: "call", places: [.memory], fill: { _ in },
      [
        .orm: { _ in
          Contestant { _ in
            for call in 0..<calls {
              let conditions = TrackConditions(call: call, artists: 100)
              try consume(conditions.query.statement())
            }
            return 0
          }
        },
        .ormPrepared: { _ in
          let tracks = TrackConditions.prepared
          return Contestant { _ in
            for call in 0..<calls {
              let values = TrackConditions(call: call, artists: 100)
              try consume(
                tracks(values.artistID, values.year, values.price, values.seconds, values.title)
                  .statement())
            }
            return 0
          }
        },
      ])
  }
}

private func fetching(
  _ calls: Int, of artists: Int, _ pass: Contestant.Pass,
  _ fetch: (TrackConditions) throws -> [String]
) throws -> Int64 {
  var sum: Int64 = 0
  for call in 0..<calls {
    let titles = try fetch(TrackConditions(call: call, artists: artists))
    consume(titles)
    sum &+= titles.checksum(pass)
  }
  return sum
}

/// The one column of the query.
private struct TrackTitle: HandRow {
  let title: String

  init(_ row: OpaquePointer) { title = row.text(0) }
}

extension HandStatement {
  fileprivate borrowing func bind(_ conditions: TrackConditions) {
    sqlite3_bind_int64(pointer, 1, Int64(conditions.artistID))
    sqlite3_bind_int64(pointer, 2, Int64(conditions.year))
    sqlite3_bind_double(pointer, 3, conditions.price)
    sqlite3_bind_double(pointer, 4, conditions.seconds)
    // The text is a literal of the program, which stays where it is.
    sqlite3_bind_text(pointer, 5, "Intro", 5, nil)
  }
}
