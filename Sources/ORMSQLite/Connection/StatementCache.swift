import ORMCore

/// An LRU cache of prepared statements.
///
/// A statement is found by its text and by the keys of the queries, the writes and the raw SQL for
/// which it has run (``StatementKey``). All keys are in one hash table, so the cost of finding a
/// statement does not depend on how many different queries a program runs alternately.
///
/// A connection forgets all statements if its authorizer is replaced, and the oldest one if the
/// cache is full.
struct StatementCache: ~Copyable {
  private final class Entry {
    let statement: PreparedStatement
    /// The key of the text, then the keys of the trees for which it was rendered.
    fileprivate(set) var keys: [StatementKey]
    var lastUse: Int

    init(_ statement: PreparedStatement, _ key: StatementKey, lastUse: Int) {
      self.statement = statement
      keys = [key]
      self.lastUse = lastUse
    }
  }

  /// A key in the table. The references are unowned, since counting them would take as long as
  /// finding the key: ``entries`` owns both, and the table is rebuilt if one is removed.
  private struct Slot {
    let key: Unmanaged<StatementKey>
    let entry: Unmanaged<Entry>

    init(_ key: StatementKey, _ entry: Entry) {
      self.key = .passUnretained(key)
      self.entry = .passUnretained(entry)
    }
  }

  /// The kind of statement that a key leads to.
  enum Kind {
    case reading, writing, any
  }

  /// The number of different trees by which one text is found.
  private static let keyCount = 5

  private var entries: [Entry] = []
  /// The slots by the hashes of their keys, with linear probing; their number is a power of two, or
  /// 0 before the first statement.
  private var slots: [Slot?] = []
  private var usedSlots = 0
  /// The slot that was found last, which is compared first: a loop often runs one statement.
  private var lastSlot: Slot?
  /// Writes the keys of the connection's statements; streams use it, too.
  var writer = StatementKeyWriter()
  private var clock = 0
  private let capacity: Int

  init(capacity: Int) { self.capacity = capacity }

  var count: Int { entries.count }

  // MARK: By their keys

  /// Returns the statement with the key that `write` writes, with its arguments bound; nil if none
  /// is cached.
  ///
  /// Debug builds of this package, in which all tests run, check the statement. Others don't:
  /// rendering takes several times as long as finding the key.
  ///
  /// - Parameters:
  ///   - kind: The kind of statement that is returned.
  ///   - write: Writes the key, and returns whether there is one.
  ///   - render: Renders the query to run.
  /// - Throws: The errors of ``PreparedStatement/bind(_:)``.
  @inline(__always)
  mutating func bound(
    _ kind: Kind = .any, by write: (inout StatementKeyWriter) -> Bool,
    checkedBy render: () throws -> Statement?
  ) throws -> PreparedStatement? {
    defer { writer.releaseArguments() }
    guard write(&writer), let entry = entryOfKey() else { return nil }
    return try entry._withUnsafeGuaranteedRef { entry in
      guard kind.contains(entry.statement) else { return nil }
      clock += 1
      entry.lastUse = clock
      try entry.statement.bind(writer.arguments)
      #if CHECKS_KEYS
        try entry.statement.check(Array(writer.arguments), render)
      #endif
      return entry.statement
    }
  }

  /// Returns whether a statement with the key that `write` writes is cached.
  mutating func contains(_ write: (inout StatementKeyWriter) -> Bool) -> Bool {
    defer { writer.releaseArguments() }
    return write(&writer) && entryOfKey() != nil
  }

  /// Stores the key that `write` writes for a cached statement, if the values of its tree are the
  /// statement's arguments.
  ///
  /// - Parameters:
  ///   - statement: The text and the arguments that were rendered for the tree.
  ///   - kind: The kind of statement that may be found by the key.
  mutating func insert(
    _ statement: Statement, _ kind: Kind, by write: (inout StatementKeyWriter) -> Bool
  ) {
    defer { writer.releaseArguments() }
    writer.write(text: statement.sql)
    guard let entry = entryOfKey(), write(&writer),
      writer.arguments.elementsEqual(statement.arguments), entryOfKey() == nil
    else { return }
    let key = writer.key
    entry._withUnsafeGuaranteedRef { entry in
      guard kind.contains(entry.statement) else { return }
      if entry.keys.count == Self.keyCount {
        entry.keys.remove(at: 1)
        entry.keys.append(key)
        rebuild()
      } else {
        entry.keys.append(key)
        insert(Slot(key, entry))
      }
    }
  }

  // MARK: By their texts

  /// Returns the statement with this text, prepared if it is not cached.
  mutating func statement(
    for sql: String, prepare: () throws -> PreparedStatement
  ) throws -> PreparedStatement {
    writer.write(text: sql)
    clock += 1
    if let entry = entryOfKey() {
      return entry._withUnsafeGuaranteedRef { entry in
        entry.lastUse = clock
        return entry.statement
      }
    }
    let key = writer.key
    let entry = Entry(try prepare(), key, lastUse: clock)
    if entries.count >= capacity { removeOldest() }
    entries.append(entry)
    insert(Slot(key, entry))
    return entry.statement
  }

  mutating func removeAll() {
    entries.removeAll()
    rebuild()
  }

  private mutating func removeOldest() {
    guard let oldest = entries.indices.min(by: { entries[$0].lastUse < entries[$1].lastUse })
    else { return }
    entries.remove(at: oldest)
    rebuild()
  }

  // MARK: The table

  /// Returns the entry with the key that was written last.
  private mutating func entryOfKey() -> Unmanaged<Entry>? {
    if let lastSlot, lastSlot.key._withUnsafeGuaranteedRef({ writer.isKey($0) }) {
      return lastSlot.entry
    }
    if slots.isEmpty { return nil }
    let mask = slots.count - 1
    let hash = writer.hash
    var index = Int(truncatingIfNeeded: hash) & mask
    while let slot = slots[index] {
      let isFound = slot.key._withUnsafeGuaranteedRef { $0.hash == hash && writer.isKey($0) }
      if isFound {
        lastSlot = slot
        return slot.entry
      }
      index = (index + 1) & mask
    }
    return nil
  }

  private mutating func insert(_ slot: Slot) {
    if 2 * (usedSlots + 1) > slots.count { return rebuild() }
    let mask = slots.count - 1
    let hash = slot.key._withUnsafeGuaranteedRef { $0.hash }
    var index = Int(truncatingIfNeeded: hash) & mask
    while slots[index] != nil { index = (index + 1) & mask }
    slots[index] = slot
    usedSlots += 1
  }

  /// Fills a table that is large enough for the keys of all entries.
  private mutating func rebuild() {
    let keyCount = entries.reduce(0) { $0 + $1.keys.count }
    var size = 64
    while size < 4 * keyCount { size *= 2 }
    slots = Array(repeating: nil, count: size)
    usedSlots = 0
    lastSlot = nil
    for entry in entries {
      for key in entry.keys { insert(Slot(key, entry)) }
    }
  }
}

extension StatementCache.Kind {
  fileprivate func contains(_ statement: PreparedStatement) -> Bool {
    switch self {
    case .reading: statement.isReadOnly
    case .writing: !statement.isReadOnly
    case .any: true
    }
  }
}
