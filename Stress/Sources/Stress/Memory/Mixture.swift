import ORM

/// What the mixed statements write and read; there are never more than ``Mixture/rowCount``.
@Table
struct Item: Identifiable, Sendable {
  #UniqueIndex<Item>(\.name)

  let id: Int
  var name: String
  var value: Int
  var content: [UInt8]
}

/// Everything that a program does with a database, over and over.
struct Mixture {
  static let rowCount = 200

  let db: Database
  private(set) var statements = 0
  private var random: SeededGenerator
  private var failures = 0
  private var cancellations = 0
  private var observations = 0

  init(db: Database, seed: UInt64) async throws {
    self.db = db
    random = SeededGenerator(seed: seed)
    try await db.create(Item.self)
  }

  var summary: String {
    """
    \(statements) statements, \(failures) failed, \(cancellations) cancelled or out of time, \
    \(observations) observers and streams
    """
  }

  private mutating func item() -> Item {
    let id = Int.random(in: 0..<Self.rowCount, using: &random)
    let size = Int.random(in: 0..<100, using: &random) == 0 ? 50_000 : 50
    return Item(
      id: id, name: "the name of the item \(id)", value: Int.random(in: 0..<1_000, using: &random),
      content: [UInt8](repeating: 7, count: Int.random(in: 0..<size, using: &random)))
  }

  mutating func step() async throws {
    switch Int.random(in: 0..<1_000, using: &random) {
    case ..<300: try await write()
    case ..<600: try await read()
    case ..<800: try await transaction()
    case ..<880: try await fail()
    case ..<940: try await cancel()
    case ..<970: try await stream()
    case ..<985: try await observe()
    case ..<995: try await watch()
    case ..<998: try await snapshot()
    default: try await openAnother()
    }
  }
}

// MARK: - What succeeds

extension Mixture {
  private mutating func write() async throws {
    let item = item()
    switch Int.random(in: 0..<5, using: &random) {
    case 0: try await db.save(item)
    case 1: try await db.delete(Item.self, key: item.id)
    case 2:
      try await db.execute("UPDATE item SET value = \(item.value) WHERE name = \(item.name)")
    case 3:
      let (id, value) = (item.id, item.value)
      try await db.run(Item.where { $0.id > id }.limit(3).update { $0.value = value })
    default:
      let items = (0..<20).map { Item(id: $0, name: "number \($0)", value: 0, content: []) }
      try await db.transaction { tx in
        try tx.delete(Item.where { $0.id < 20 })
        try tx.insert(items)
      }
      statements += 3
    }
    statements += 1
  }

  private mutating func read() async throws {
    let item = item()
    switch Int.random(in: 0..<5, using: &random) {
    case 0: _ = try await db.find(Item.self, item.id)
    case 1:
      let value = item.value
      _ = try await db.fetch(Item.where { $0.value < value }.order { $0.name }.limit(10))
    case 2:
      _ = try await db.fetch(Row.self, sql: "SELECT id, name FROM item WHERE id < \(item.id)")
    case 3: _ = try await db.count(Item.self)
    default:
      _ = try await db.read { db in
        (try db.find(Item.self, item.id), try db.exists(Item.self, key: item.id))
      }
      statements += 3
    }
    statements += 1
  }

  private mutating func transaction() async throws {
    let (first, second) = (item(), item())
    let waits = Bool.random(using: &random)
    let work: @Sendable (isolated Connection) throws -> Void = { tx in
      try tx.save(first)
      try? tx.transaction {
        try tx.save(second)
        throw Undone()
      }
    }
    if waits {
      try await db.transaction { tx in
        try work(tx)
        await Task.yield()
        tx.rollback()
      }
    } else {
      try await db.transaction { try work($0) }
    }
    statements += 7
  }

  /// Reads a part of the rows one by one.
  private mutating func stream() async throws {
    var count = Int.random(in: 0..<Self.rowCount, using: &random)
    for try await _ in db.stream(Item.order { $0.id }) {
      count -= 1
      if count <= 0 { break }
    }
    statements += 1
  }

  private mutating func snapshot() async throws {
    let snapshot = try await db.snapshot()
    _ = try await snapshot.read { try $0.count(Item.self) }
    // One that is let go of is closed by itself.
    if Bool.random(using: &random) { try await snapshot.close() }
    statements += 3
  }

  private mutating func openAnother() async throws {
    let other = try db.path == ":memory:" ? Database.inMemory() : Database(db.path)
    try await other.create(Item.self)
    _ = try await other.fetch(Item.self)
    if Bool.random(using: &random) { try await other.close() }
    statements += 2
  }
}

// MARK: - What fails

extension Mixture {
  private mutating func fail() async throws {
    failures += 1
    statements += 1
    let kind = Int.random(in: 0..<5, using: &random)
    let item = item()
    do {
      switch kind {
      case 0: try await db.insert([item, item])
      case 1: try await db.execute("SELEC 1")
      case 2: _ = try await db.fetch(Int.self, sql: "SELECT name FROM item UNION SELECT 'x'")
      case 3:
        try await db.execute("UPDATE item SET name = 'the same' WHERE abs(-9223372036854775808)")
      default: _ = try await db.read { try $0.execute("DELETE FROM item") }
      }
    } catch is DatabaseError {
      return
    } catch is RowDecodingError {
      return
    }
    throw BrokenPromise("failure \(kind) is an error")
  }

  private mutating func cancel() async throws {
    cancellations += 1
    statements += 2
    let (db, item) = (db, item())
    let kind = Int.random(in: 0..<3, using: &random)
    let long: SQL =
      "WITH RECURSIVE c(x) AS (VALUES(1) UNION ALL SELECT x + 1 FROM c) SELECT max(x) FROM c"
    do {
      switch kind {
      case 0:
        try await Task {
          try await db.transaction { tx in
            try tx.save(item)
            withUnsafeCurrentTask { $0?.cancel() }
          }
        }.value
      case 1:
        let task = Task { _ = try await db.value(Int.self, sql: long) }
        await Task.yield()
        task.cancel()
        try await task.value
      default:
        try await db.within(.microseconds(100)) { _ = try await $0.value(Int.self, sql: long) }
      }
    } catch is CancellationError {
      return
    } catch is DeadlineError {
      return
    }
    throw BrokenPromise("cancellation \(kind) is an error")
  }
}

// MARK: - Who is told of changes

extension Mixture {
  private mutating func observe() async throws {
    observations += 1
    statements += 4
    var item = item()
    let values = db.observe(Item.self, item.id)
    var first = true
    for try await value in values {
      if !first { break }
      first = false
      item.value = (value?.value ?? 0) + 1
      let changed = item
      // The observer has to be known to the connection for its next value to be told of.
      let db = db
      Task { try await db.save(changed) }
    }
  }

  private mutating func watch() async throws {
    observations += 1
    statements += 2
    let item = item()
    let changes = try await db.changes(of: Item.self)
    try await db.delete(Item.self, key: item.id)
    try await db.save(item)
    for try await _ in changes { break }
  }
}

private struct Undone: Error {}
