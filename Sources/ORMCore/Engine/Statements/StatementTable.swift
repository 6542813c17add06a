/// The hash table of a ``StatementCache``.
@usableFromInline
package struct StatementTable: ~Copyable {
  @usableFromInline
  package final class Entry {
    @usableFromInline package let statement: AnyObject
    /// The key of the text, then the keys of the trees for which it was rendered.
    fileprivate(set) var keys: [StatementKey]
    fileprivate var lastUse: Int

    fileprivate init(_ statement: AnyObject, _ key: StatementKey, lastUse: Int) {
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

  /// The maximum number of keys of one statement, including the key of its text.
  private static let keyCount = 5

  private var entries: [Entry] = []
  /// The slots of the hash table, with linear probing. Their number is a power of two, or 0 before
  /// the first statement.
  private var slots: [Slot?] = []
  private var usedSlots = 0
  /// The slot that was found last, which is compared first: a loop often runs one statement.
  private var lastSlot: Slot?
  /// Writes the keys of the connection's statements; streams use it, too.
  @usableFromInline package var writer = StatementKeyWriter()
  private var clock = 0
  private let capacity: Int

  init(capacity: Int) { self.capacity = capacity }

  var count: Int { entries.count }

  /// Marks the entry as the most recently used.
  @usableFromInline
  package mutating func use(_ entry: Entry) {
    clock += 1
    entry.lastUse = clock
  }

  /// Returns the entry with the key that was written last.
  @usableFromInline
  package mutating func entryOfKey() -> Unmanaged<Entry>? {
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

  /// Inserts a statement with the key of its text. If the table is full, removes the least recently
  /// used statement.
  @usableFromInline
  package mutating func insert(_ statement: AnyObject, _ key: StatementKey) {
    clock += 1
    let entry = Entry(statement, key, lastUse: clock)
    if entries.count >= capacity { removeOldest() }
    entries.append(entry)
    insert(Slot(key, entry))
  }

  /// Adds a key to an entry. If the entry has the maximum number of keys, the key replaces the
  /// oldest key of a tree.
  mutating func add(_ key: StatementKey, to entry: Entry) {
    if entry.keys.count == Self.keyCount {
      entry.keys.remove(at: 1)
      entry.keys.append(key)
      rebuild()
    } else {
      entry.keys.append(key)
      insert(Slot(key, entry))
    }
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
