import CBaseline
import CTuned
import Foundation
import ORM

/// A verb of the library, and the statements that do the same in C.
struct Verb: Sendable {
  /// A statement of C's; see `tuned_step`.
  struct Step: Sendable {
    let sql: String
    var parameters = ""
    var reading = tuned_rows
    var times = 1
    var isPreparedAnew = false

    /// One whose rows are read.
    static func read(_ sql: String, _ parameters: String = "", times: Int = 1) -> Step {
      Step(sql: sql, parameters: parameters, times: times)
    }

    /// One that writes rows.
    static func write(_ sql: String, _ parameters: String = "", times: Int = 1) -> Step {
      Step(sql: sql, parameters: parameters, reading: tuned_changes, times: times)
    }

    /// One that neither reads nor changes rows, such as `BEGIN`.
    static func control(_ sql: String, _ parameters: String = "") -> Step {
      Step(sql: sql, parameters: parameters, reading: tuned_no_rows)
    }

    /// The begin of a session that records the changes of a table.
    static func session(_ table: String) -> Step {
      Step(sql: table, reading: tuned_begin_session)
    }

    /// The end of the session, with its changeset.
    static var endOfSession: Step { Step(sql: "", reading: tuned_end_session) }

    /// One that defines something, and is prepared for each call.
    static func define(_ sql: String) -> Step {
      Step(sql: sql, reading: tuned_no_rows, isPreparedAnew: true)
    }
  }

  /// How the library is called.
  enum Call: Sendable {
    /// On a connection, with all other calls in one transaction. It returns how many rows were read and
    /// changed.
    case connection(CallOfORM)
    /// On the database, each call awaited by itself, as C makes it without a transaction around all.
    case database(@Sendable (ORM.Database, _ call: Int, _ key: Int) async throws -> Int64)
    /// On the database, each call waited for on a thread of its own.
    case blocking(@Sendable (ORM.BlockingDatabase, _ call: Int, _ key: Int) throws -> Int64)
  }

  let name: String
  let steps: [Step]
  let call: Call
  /// How many calls of most verbs do as much as one of this.
  fileprivate var weight = 1
  fileprivate var countedWeight = 1

  /// A verb of a connection.
  init(_ name: String, _ steps: Step..., on orm: @escaping CallOfORM) {
    self.init(name, steps, on: orm)
  }

  /// A verb of a connection, with the steps in an array.
  init(_ name: String, _ steps: [Step], on orm: @escaping CallOfORM) {
    self.name = name
    self.steps = steps
    call = .connection(orm)
  }

  /// A verb of a database.
  init(
    _ name: String, _ steps: Step...,
    awaiting orm: @escaping @Sendable (ORM.Database, _ call: Int, _ key: Int) async throws -> Int64
  ) {
    self.name = name
    self.steps = steps
    call = .database(orm)
  }

  /// A verb of a database for threads that wait.
  init(
    _ name: String, _ steps: Step...,
    blocking orm:
      @escaping @Sendable (ORM.BlockingDatabase, _ call: Int, _ key: Int) throws -> Int64
  ) {
    self.name = name
    self.steps = steps
    call = .blocking(orm)
  }
}

extension Verb {
  /// The same, of which a call does so much that a tenth of them takes long enough.
  var heavy: Verb {
    var verb = self
    verb.weight = 10
    return verb
  }

  /// The same, of which a call does so much that a quarter of them is enough to be counted, too.
  var heaviest: Verb {
    var verb = heavy
    verb.countedWeight = 4
    return verb
  }
}

// MARK: - As workloads

extension Workload {
  /// Each verb of the library, with the statements that do the same in C, tuned: what tells which of them
  /// stands out, where the other workloads tell how dear a few of them are.
  public static func verbs(_ size: Size) -> [Workload] {
    // A run is long enough for what the other contestant has left in the processor to be without weight.
    let (rows, calls) = size == .full ? (100_000, 50_000) : (1000, 200)
    return Verb.all.map {
      $0.workload(rows: rows, calls: calls / (size == .full ? $0.weight : $0.countedWeight))
    }
  }
}

extension Verb {
  static var all: [Verb] {
    writing + writingMany.map(\.heavy) + writingByQuery + finding + fetching + fetchingByQuery
      + composed + asking + bySQL + rowByRow + related + virtual + defining.map(\.heavy)
      + transactions + awaitedReads + awaitedWrites + blocking + observed
      + ofTheWholeDatabase.map(\.heavy) + byTurns
  }

  fileprivate func workload(rows: Int, calls: Int) -> Workload {
    let steps = CSteps(steps)
    let isInTransaction: Int32 = if case .connection = call { 1 } else { 0 }
    return Workload(
      "V \(name)", name, operations: calls, unit: "call", places: [.memory],
      fill: { try $0.fillForVerbs(rows) },
      [
        .c: { databases in
          let db = try databases.openC()
          return Contestant { pass in
            try db.run(pass) {
              tuned_verb(
                $0, steps.steps, Int32(steps.steps.count), Int32(rows), Int32(calls),
                isInTransaction, $1)
            }
          }
        },
        .orm: { [call] databases in
          let db = try await databases.openORM()
          return Contestant { _ in
            try await call.made(calls, on: db.database) {
              Int(baseline_people_key(Int32($0), Int32(rows)))
            }
          }
        },
      ])
  }
}

extension Verb.Call {
  /// Makes so many calls.
  fileprivate func made(
    _ calls: Int, on db: ORM.Database, key: @escaping @Sendable (Int) -> Int
  ) async throws -> Int64 {
    switch self {
    case .connection(let body):
      return try await db.transaction { db in
        var sum: Int64 = 0
        for call in 0..<calls { sum &+= try body(db, call, key(call)) }
        return db.rollback(returning: sum)
      }
    case .database(let body):
      var sum: Int64 = 0
      for call in 0..<calls { sum &+= try await body(db, call, key(call)) }
      return sum
    case .blocking(let body):
      // Threads that tasks share are no place for calls that wait.
      return try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread {
          continuation.resume(
            with: Result {
              var sum: Int64 = 0
              for call in 0..<calls { sum &+= try body(db.blocking, call, key(call)) }
              return sum
            })
        }
      }
    }
  }
}

/// Steps as C takes them. Nobody changes them, so that they are Sendable.
private final class CSteps: @unchecked Sendable {
  let steps: [tuned_step]

  init(_ steps: [Verb.Step]) {
    self.steps = steps.map {
      tuned_step(
        sql: strdup($0.sql), parameters: strdup($0.parameters), reading: $0.reading,
        times: Int32($0.times), is_prepared_anew: $0.isPreparedAnew ? 1 : 0)
    }
  }

  deinit {
    for step in steps {
      free(UnsafeMutableRawPointer(mutating: step.sql))
      free(UnsafeMutableRawPointer(mutating: step.parameters))
    }
  }
}

extension CConnection {
  /// Makes the tables that verbs are tried on: purchases, shipments, albums, links, texts and boxes.
  fileprivate func fillForVerbs(_ rows: Int) throws {
    try SQLiteFailure.check(baseline_purchases_create(pointer, Int32(rows)))
    try SQLiteFailure.check(baseline_albums_create(pointer, Int32(max(20, rows / 50))))
    try execute(
      """
      CREATE TABLE "tag" ("id" INTEGER PRIMARY KEY, "name" TEXT NOT NULL) STRICT;
      CREATE TABLE "tagging" ("albumID" INTEGER NOT NULL, "tagID" INTEGER NOT NULL, PRIMARY KEY \
      ("albumID", "tagID")) STRICT, WITHOUT ROWID;
      INSERT INTO "tag" SELECT "id", 'tag ' || "id" FROM "purchase" ORDER BY "id" LIMIT 20;
      CREATE TABLE "sheet" ("id" INTEGER PRIMARY KEY, "tags" TEXT NOT NULL, "size" TEXT) STRICT;
      CREATE VIRTUAL TABLE "memo" USING fts5("text");
      INSERT INTO "memo" SELECT 'word' || "id" || ' of some text' FROM "purchase";
      CREATE VIRTUAL TABLE "place" USING rtree("id", "minX", "maxX", "minY", "maxY");
      INSERT INTO "place" SELECT "id", "id", "id" + 1, "id", "id" + 1 FROM "purchase";
      ANALYZE
      """)
  }
}
