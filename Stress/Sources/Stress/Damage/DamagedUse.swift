import Foundation
import ORM

/// All that is done with one damaged file.
struct DamagedUse {
  let path: String
  let sound: DatabaseBytes
  let damaged: DatabaseBytes
  let watchdog: Watchdog
  let note: String
  var tally = DamageTally()

  init(
    path: String, sound: DatabaseBytes, damaged: DatabaseBytes, watchdog: Watchdog, note: String
  ) {
    self.path = path
    self.sound = sound
    self.damaged = damaged
    self.watchdog = watchdog
    self.note = note
  }

  private var configuration: Configuration {
    var configuration = Configuration(readerCount: 1)
    configuration.busyTimeout = .seconds(2)
    return configuration
  }

  mutating func run() async throws {
    try await readAndCompare()
    try await readOnly()
    try await damageWhileOpen()
    watchdog.end()
  }

  /// Opening looks at no schema where the file has its log, so one that SQLite refuses is refused by
  /// the first call of each connection, and again by the next.
  private mutating func checkFirstCalls(of db: Database) async throws {
    let sql: SQL = "SELECT count(*) FROM sqlite_master"
    for call in 1...2 {
      watchdog.begin("\(note), call \(call) of a schema that SQLite refuses")
      for reads in [true, false] {
        do {
          _ =
            reads
            ? try await db.read { try $0.value(Int.self, sql: sql) }
            : try await db.transaction { try $0.value(Int.self, sql: sql) }
        } catch {
          try tally.take(error, "\(note), first call")
          continue
        }
        throw BrokenPromise("\(note): SQLite does not open the file")
      }
    }
    tally.refused += 1
  }

  // MARK: - What is read is what SQLite reads

  private mutating func readAndCompare() async throws {
    watchdog.begin("\(note), SQLite's own functions")
    let rawPath = path + ".raw"
    try damaged.write(to: rawPath)
    defer { _ = try? Database.delete(at: rawPath) }
    let raw = Result { try RawDatabase(rawPath) }

    watchdog.begin("\(note), open")
    try damaged.write(to: path)
    let db: Database
    do {
      db = try Database(path, configuration: configuration)
      tally.calls += 1
    } catch {
      try tally.take(error, "\(note), open")
      if case .success = raw { throw BrokenPromise("\(note): SQLite opens the file: \(error)") }
      tally.refused += 1
      return
    }
    guard case .success(let raw) = raw else { return try await checkFirstCalls(of: db) }
    try await compare(Shelf.all, on: db, raw) { Shelf(raw: $0) }
    try await compare(Book.all, on: db, raw) { Book(raw: $0) }
    try await compare(Book.order { $0.shelfID }, on: db, raw) { Book(raw: $0) }
    try await compare(Book.where { $0.shelfID == 3 }.order { $0.title }, on: db, raw) {
      Book(raw: $0)
    }
    let joined = Book.join(Shelf.self) { $0.shelfID == $1.id }
    try await compare(joined.select { book, shelf in (book.title, shelf.name) }, on: db, raw) {
      Pair(raw: $0)
    } making: {
      Pair(left: $0.0, right: $0.1)
    }
    try await useEverything(db)
    try await close(db)
  }

  private mutating func compare<Query: SelectStatement>(
    _ query: Query, on db: Database, _ raw: RawDatabase,
    decode: ([RawValue]) -> Query.Output?
  ) async throws where Query.Output: Equatable {
    try await compare(query, on: db, raw, decode: decode, making: { $0 })
  }

  private mutating func compare<Query: SelectStatement, Value: Equatable>(
    _ query: Query, on db: Database, _ raw: RawDatabase, decode: ([RawValue]) -> Value?,
    making make: (Query.Output) -> Value
  ) async throws {
    let statement = try query.statement()
    let note = "\(note), \(statement.sql)"
    watchdog.begin(note)
    let expected = try raw.read(statement, decode)
    tally.calls += 1
    let found: Outcome<Value>
    do {
      found = .values(try await db.fetch(query).map(make))
    } catch {
      try tally.take(error, note)
      switch error {
      case let error as DatabaseError: found = .failed(error.code)
      default: found = .unreadable
      }
    }
    try promise(
      found == expected, "\(note): what is read is what SQLite reads: \(found), and not \(expected)"
    )
    tally.compared += 1
    switch found {
    case .values: break
    case .failed: tally.failedReads += 1
    case .unreadable: tally.unreadableReads += 1
    }
  }

  // MARK: - Errors and nothing worse

  private mutating func readOnly() async throws {
    for isImmutable in [false, true] {
      var configuration = configuration
      configuration.isReadOnly = true
      configuration.isImmutable = isImmutable
      let note = "\(note), \(isImmutable ? "immutable" : "read-only")"
      watchdog.begin(note)
      try damaged.write(to: path)
      tally.calls += 1
      do {
        let db = try Database(path, configuration: configuration)
        try await attempt("fetch \(note)") { _ = try await db.fetch(Book.self) }
        try await attempt("check \(note)") { _ = try await db.checkIntegrity(quick: true) }
        try await close(db)
      } catch let error as BrokenPromise {
        throw error
      } catch {
        try tally.take(error, note)
      }
    }
  }

  private mutating func damageWhileOpen() async throws {
    watchdog.begin("\(note), while it is open")
    try sound.write(to: path)
    let db = try Database(path, configuration: configuration)
    _ = try await db.fetch(Shelf.self)
    // The same files with other bytes, and not other files of the same name.
    for (bytes, suffix) in [(damaged.file, ""), (damaged.log, "-wal")] {
      let file = try FileHandle(forUpdating: URL(filePath: path + suffix))
      try file.write(contentsOf: Data(bytes))
      try file.truncate(atOffset: UInt64(bytes.count))
      try file.close()
    }
    try await useEverything(db)
    try await close(db)
  }

  private mutating func close(_ db: Database) async throws {
    try await attempt("close") { try await db.close() }
  }

  private mutating func attempt(_ what: String, _ body: () async throws -> Void) async throws {
    watchdog.begin("\(note), \(what)")
    tally.calls += 1
    do { try await body() } catch { try tally.take(error, "\(note), \(what)") }
  }

  private mutating func useEverything(_ db: Database) async throws {
    try await attempt("find") { _ = try await db.find(Book.self, 77) }
    try await attempt("count") { _ = try await db.count(Book.self) }
    try await attempt("stream") { for try await _ in db.stream(Book.order { $0.title }) {} }
    try await attempt("check") { _ = try await db.checkIntegrity() }
    try await attempt("check quickly") { _ = try await db.checkIntegrity(quick: true) }
    try await attempt("check references") { _ = try await db.checkForeignKeys() }
    try await attempt("health") { _ = try await db.health() }
    try await attempt("observe") {
      var values = db.observe(Book.where { $0.shelfID == 5 }).makeAsyncIterator()
      _ = try await values.next()
    }
    try await attempt("changes") { _ = try await db.changes(of: Book.self) }
    try await attempt("snapshot") {
      let snapshot = try await db.snapshot()
      _ = try await snapshot.read { try $0.fetch(Shelf.self) }
      try await snapshot.close()
    }
    for name in ["backup", "vacuumed"] {
      let copy = "\(path).\(name)"
      try await attempt(name) {
        if name == "backup" {
          try await db.backup(to: copy)
        } else {
          try await db.vacuum(into: copy)
        }
      }
      try Database.delete(at: copy)
    }
    try await attempt("insert") { try await db.insert(Shelf(id: 500, name: "new")) }
    try await attempt("insert an array") {
      try await db.insert((600..<700).map { Book(number: $0, shelf: 500) })
    }
    try await attempt("update") {
      try await db.run(Book.where { $0.shelfID > 4 }.update { $0.title = $0.title.appending("!") })
    }
    try await attempt("save") { try await db.save(Book(number: 20, shelf: 2)) }
    try await attempt("transaction") {
      try await db.transaction { tx in
        for number in 1...40 { try tx.delete(Book.self, key: number) }
        try tx.transaction { try tx.insert(Book(number: 800, shelf: 3)) }
      }
    }
    try await attempt("delete with cascades") { try await db.delete(Shelf.self, key: 6) }
    try await attempt("record changes") {
      try await db.transaction { tx in
        let (_, changes) = try tx.recordChanges(of: Book.self) {
          try tx.run(Book.where { $0.shelfID == 8 }.update { $0.note = nil })
        }
        try tx.apply(changes.inverted()) { _ in .omit }
      }
    }
    try await attempt("create") { try await db.create(Shelf.self, Book.self, Leaflet.self) }
    try await attempt("optimize") { try await db.optimize() }
    try await attempt("checkpoint") { try await db.checkpoint(.truncate) }
    try await attempt("vacuum") { try await db.vacuum() }
    try await attempt("fetch") { _ = try await db.fetch(Book.self) }
  }
}

@Table
private struct Leaflet: Hashable, Sendable {
  let id: Int
  var text: String
}

/// Two texts of a row.
private struct Pair: Equatable {
  var left: String
  var right: String
}

extension Pair {
  init?(raw: [RawValue]) {
    guard let left = raw[0].text, let right = raw[1].text else { return nil }
    self.init(left: left, right: right)
  }
}
