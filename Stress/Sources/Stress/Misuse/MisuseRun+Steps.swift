import Foundation
import ORM

extension MisuseRun {
  /// One wrong call, a right one, and a look at what is there.
  mutating func step() async throws {
    let name: String
    switch Int.random(in: 0..<20, using: &random) {
    case 0: name = try await afterClose()
    case 1: name = try await keptConnection()
    case 2: name = try await ownTransaction()
    case 3: name = try await crosswise()
    case 4: name = try await readOnly()
    case 5: name = try await writeWhereOnlyReading()
    case 6: name = try await cancelled()
    case 7: name = try await outOfTime()
    case 8: name = try await undoneTransaction()
    case 9: name = try await unknownTable()
    case 10: name = try await otherTypes()
    case 11: name = try await unstorableValues()
    case 12: name = try await closedParts()
    case 13: name = try await changesets()
    case 14: name = try await pages()
    case 15: name = try await openings()
    case 16: name = try await copies()
    case 17: name = try await configurations()
    default: name = try await wrongSQL()
    }
    tally["of \(name.prefix { $0 != ":" })", default: 0] += 1
    try await compare(after: name)
    try await write()
  }

  /// Looks whether the database is whole, and closes it.
  mutating func finish() async throws {
    try await compare(after: "all of it")
    let defects = try await db.checkIntegrity()
    try promise(defects.isEmpty, "the file is whole: \(defects)")
    try promise(try await db.checkForeignKeys().isEmpty, "all references lead somewhere")
    watchdog.begin("seed \(seed): the last close")
    defer { watchdog.end() }
    try await db.close()
    try await db.close()
  }

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: elements.indices, using: &random)]
  }

  mutating func anyVerb() -> MisuseVerbs.OfDatabase {
    pick(MisuseVerbs.writes + MisuseVerbs.reads)
  }

  // MARK: - At the wrong time

  private mutating func afterClose() async throws -> String {
    let verb = anyVerb()
    let name = "after close: \(verb.name)"
    let closed =
      db.path == ":memory:"
      ? try Database.inMemory() : try Database(db.path, configuration: Self.configuration)
    try await closed.close()
    try await attempt(name, .code([.closed])) { try await verb.call(closed) }
    return name
  }

  private mutating func keptConnection() async throws -> String {
    let verb = pick(MisuseVerbs.connectionWrites + MisuseVerbs.connectionReads)
    let name = "a kept connection: \(verb.name)"
    let isReader = Bool.random(using: &random)
    let kept = try await isReader ? db.read { $0 } : db.transaction { $0 }
    switch Int.random(in: 0..<3, using: &random) {
    case 0: try await attempt(name, .code([.connectionExpired])) { try await verb.call(kept) }
    case 1:
      let db = db
      try await attempt("\(name) in another transaction", .code([.connectionExpired])) {
        try await db.transaction { tx in
          if kept === tx {
            throw DatabaseError(extendedCode: .connectionExpired, message: "it is this one")
          }
          try await verb.call(kept)
        }
      }
    default:
      let other = other
      try await attempt("\(name) in another database's transaction", .code([.connectionExpired])) {
        try await other.transaction { _ in try await verb.call(kept) }
      }
    }
    return name
  }

  private mutating func ownTransaction() async throws -> String {
    let verb = anyVerb()
    let isWrite = MisuseVerbs.writes.contains { $0.name == verb.name }
    // A stream of changes needs no connection.
    let isRefused = verb.name != "changes"
    let name = "in the own transaction: \(verb.name)"
    let db = db
    try await attempt(
      name, isRefused ? .code([.deadlock]) : .anErrorOrNothing
    ) {
      try await db.transaction { _ in
        try await verb.call(db)
        if isWrite { throw BrokenPromise("\(name) gets through") }
      }
    }
    try await attempt("in the own transaction: close", .code([.deadlock])) {
      try await db.transaction { _ in try await db.close() }
    }
    return name
  }

  /// Two tasks, each of which has what the other wants.
  private mutating func crosswise() async throws -> String {
    let name = "crosswise: two transactions"
    let (db, other) = (db, other)
    func both(_ mine: Database, _ theirs: Database) async throws {
      try await mine.transaction { tx in
        try tx.insert(MisuseVerbs.new)
        try await Task.sleep(for: .milliseconds(5))
        try await theirs.transaction { tx in
          try tx.insert(MisuseVerbs.new)
          throw CancellationError()
        }
      }
    }
    try await attempt(name) {
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await both(db, other) }
        group.addTask { try await both(other, db) }
        var first: (any Error)?
        while let result = await group.nextResult() {
          if case .failure(let error) = result, first == nil { first = error }
        }
        if let first { throw first }
      }
    }
    try await other.deleteAll(Parcel.self)
    return name
  }

  /// A verb that leaves the tables as they are.
  private mutating func anyVerbOfRows() -> MisuseVerbs.OfDatabase {
    while true {
      let verb = anyVerb()
      if !["create", "drop", "setUserVersion"].contains(where: verb.name.contains) { return verb }
    }
  }

  private mutating func cancelled() async throws -> String {
    let verb = anyVerbOfRows()
    let name = "cancelled: \(verb.name)"
    let db = db
    try await attemptOrDo(name) {
      let task = Task {
        while !Task.isCancelled { await Task.yield() }
        try await verb.call(db)
      }
      task.cancel()
      try await task.value
    }
    return name
  }

  private mutating func outOfTime() async throws -> String {
    let verb = anyVerbOfRows()
    let name = "out of time: \(verb.name)"
    let limit = pick([Duration.zero, .seconds(-1), .nanoseconds(1), .microseconds(300)])
    let db = db
    try await attemptOrDo(name) { try await db.within(limit) { try await verb.call($0) } }
    return name
  }

  /// A call that is to be stopped. A short one may come to its end before: then it throws nothing,
  /// and all of it is done.
  private mutating func attemptOrDo(_ name: String, _ call: () async throws -> Void) async throws {
    var isDone = false
    try await attempt(name, .anErrorOrNothing) {
      try await call()
      isDone = true
    }
    if isDone {
      let rows = model.values.sorted { $0.id < $1.id }
      try await db.transaction { tx in
        try tx.deleteAll(Parcel.self)
        try tx.insert(rows)
      }
    }
  }

  // MARK: - In the wrong place

  private mutating func readOnly() async throws -> String {
    let verb = pick(MisuseVerbs.writes)
    let name = "a read-only database: \(verb.name)"
    var configuration = Self.configuration
    configuration.isReadOnly = true
    if db.path == ":memory:" {
      try await other.transaction { try $0.insert(MisuseVerbs.first) }
    }
    let path = db.path == ":memory:" ? other.path : db.path
    let reading = try Database(path, configuration: configuration)
    try await attempt(name, .code([.readOnly])) { try await verb.call(reading) }
    try promise(try await reading.exists(Parcel.self, key: 1), "it still reads after \(name)")
    try await reading.close()
    try await other.deleteAll(Parcel.self)
    return name
  }

  private mutating func writeWhereOnlyReading() async throws -> String {
    let verb = pick(MisuseVerbs.connectionWrites)
    let db = db
    let name = "a write where one reads: \(verb.name)"
    switch Int.random(in: 0..<5, using: &random) {
    case 0: try await attempt(name, Self.readOnly) { try await db.read { try verb.call($0) } }
    case 1:
      try await attempt("\(name) in a transaction", Self.readOnly) {
        try await db.transaction { tx in try tx.read { try verb.call(tx) } }
      }
    case 2:
      let snapshot = try await db.snapshot()
      try await attempt("\(name) in a snapshot", Self.readOnly) {
        try await snapshot.read { try verb.call($0) }
      }
      try await snapshot.close()
    case 3:
      try await attempt("\(name) in an observation", Self.readOnly) {
        let values = db.observe { connection -> Int in
          try verb.call(connection)
          return 1
        }
        for try await _ in values { break }
      }
    default:
      try await attempt("\(name), blocking", .code([.readOnly, .misuse])) {
        try db.blocking.read { try verb.call($0) }
      }
    }
    return name
  }

  /// What rows are read of one by one has to be a statement that only reads.
  private static let readOnly = Outcome.code([.readOnly, .misuse])

  /// A transaction that is undone, by one of its ways, however deep it is nested.
  private mutating func undoneTransaction() async throws -> String {
    let verb = pick(MisuseVerbs.connectionWrites)
    let (db, depth) = (db, Int.random(in: 1...4, using: &random))
    let ends = Int.random(in: 0..<4, using: &random)
    let name = "an undone transaction: \(verb.name), \(depth) deep, way \(ends)"
    try await attempt(name, .anErrorOrNothing) {
      do {
        try await db.transaction { try Self.nest(depth, ends, verb, $0) }
        throw BrokenPromise("\(name) does not throw")
      } catch is Undone {}
    }
    return name
  }

  private static func nest(
    _ depth: Int, _ ends: Int, _ verb: MisuseVerbs.OfConnection, _ tx: isolated Connection
  ) throws {
    if depth > 1 { return try tx.transaction { try nest(depth - 1, ends, verb, tx) } }
    switch ends {
    case 0:
      try verb.call(tx)
      throw Undone()
    case 1:
      tx.rollback()
      try verb.call(tx)
    case 2:
      try? verb.call(tx)
      try tx.execute("SELECT * FROM nowhere")
    default:
      try? tx.transaction {
        try verb.call(tx)
        throw Undone()
      }
      try tx.execute("COMMIT")
    }
  }

  private struct Undone: Error {}
}
