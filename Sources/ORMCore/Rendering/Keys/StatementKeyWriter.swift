internal import CPlatform

/// The key of a statement in a cache: the tree of a query, a write or raw SQL without its values,
/// as bytes.
///
/// Statements with the same key have the same SQL.
@usableFromInline
package final class StatementKey: Sendable, Equatable {
  package let hash: UInt64
  fileprivate let bytes: [UInt8]

  fileprivate init(hash: UInt64, bytes: [UInt8]) {
    self.hash = hash
    self.bytes = bytes
  }

  @usableFromInline
  package static func == (left: StatementKey, right: StatementKey) -> Bool {
    left.hash == right.hash && left.bytes == right.bytes
  }
}

/// Writes the keys of statements, and collects their arguments.
///
/// A connection finds the statement of a query among its cached statements by the query's key, and
/// binds the collected arguments. Rendering the SQL again would take several times as long.
///
/// A key contains every field of a tree that changes the SQL. The values come out of the tree in
/// the order in which ``SQLRenderer`` writes their parameters. Trees whose SQL depends on their
/// values have no key.
///
/// Each function that writes a node names the initializer with all fields of the node: a new field
/// does not compile until it is named there, and the same function has to write it. In this
/// package's debug builds, each statement that was found by its key is rendered as well, and
/// refused if its text or its arguments differ: see ``WrongStatementError``.
@_documentation(visibility: internal)
public struct StatementKeyWriter: ~Copyable {
  private var start = UnsafeMutableRawPointer.allocate(byteCount: 256, alignment: 8)
  private var count = 0
  private var capacity = 256

  private var values = UnsafeMutablePointer<SQLValue>.allocate(capacity: 16)
  private var valueCount = 0
  private var valueCapacity = 16

  /// The number of queries around the part that is written.
  var level = 0

  /// The depth of expressions and of queries above which a statement has no key: writing recurses.
  static let greatestDepth = 40

  package init() {}

  deinit {
    values.deinitialize(count: valueCount)
    values.deallocate()
    start.deallocate()
  }

  /// Begins another key.
  package mutating func begin() {
    count = 0
    level = 0
    releaseArguments()
  }

  // MARK: The arguments

  /// The arguments of the statement, in the order of its parameters, until the next key begins.
  @usableFromInline
  package var arguments: UnsafeBufferPointer<SQLValue> {
    UnsafeBufferPointer(start: values, count: valueCount)
  }

  /// Releases the arguments, which may be large.
  @usableFromInline
  package mutating func releaseArguments() {
    // One by one: for a few values, that takes fewer instructions than a call for all of them.
    while valueCount > 0 {
      valueCount &-= 1
      (values + valueCount).deinitialize(count: 1)
    }
  }

  @inline(__always)
  mutating func take(_ argument: SQLValue) {
    if valueCount == valueCapacity { growValues() }
    (values + valueCount).initialize(to: argument)
    valueCount &+= 1
  }

  mutating func take(_ others: [SQLValue]) { for argument in others { take(argument) } }

  @inline(never)
  private mutating func growValues() {
    let larger = UnsafeMutablePointer<SQLValue>.allocate(capacity: 2 * valueCapacity)
    larger.moveInitialize(from: values, count: valueCount)
    values.deallocate()
    values = larger
    valueCapacity *= 2
  }

  // MARK: The key

  @usableFromInline
  package var key: StatementKey {
    StatementKey(hash: hash, bytes: Array(UnsafeRawBufferPointer(start: start, count: count)))
  }

  package func isKey(_ key: StatementKey) -> Bool {
    key.bytes.count == count
      && key.bytes.withUnsafeBytes { orm_bytes_are_equal($0.baseAddress, start, count) != 0 }
  }

  /// A hash of the bytes. It is simple, since the bytes are names and SQL of the program: they
  /// contain no values, which a user of the program could choose so that hashes are equal.
  package var hash: UInt64 {
    var hash = UInt64(truncatingIfNeeded: count)
    var place = UnsafeRawPointer(start)
    let end = place + count
    while end - place >= 8 {
      hash = Self.mixed(hash, place.loadUnaligned(as: UInt64.self))
      place += 8
    }
    var rest: UInt64 = 0
    while place < end {
      rest = rest &<< 8 | UInt64(place.load(as: UInt8.self))
      place += 1
    }
    return Self.mixed(hash, rest)
  }

  @inline(__always)
  private static func mixed(_ hash: UInt64, _ word: UInt64) -> UInt64 {
    let product = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15
    return product ^ product &>> 32
  }

  // MARK: Writing

  @inline(__always)
  private mutating func store<Number: FixedWidthInteger>(_ number: Number) {
    let size = MemoryLayout<Number>.size
    if count &+ size > capacity { grow(by: size) }
    (start + count).storeBytes(of: number, as: Number.self)
    count &+= size
  }

  @inline(__always)
  mutating func put(_ byte: UInt8) { store(byte) }

  @inline(__always)
  mutating func put(_ mark: Mark) { store(mark.rawValue) }

  @inline(__always)
  mutating func put(_ flag: Bool) { store(flag ? 1 as UInt8 : 0) }

  /// Writes the identity of a type, which describes its table in the same way in each statement.
  mutating func put(_ type: any Any.Type) { put(ObjectIdentifier(type)) }

  mutating func put(_ type: ObjectIdentifier) { store(UInt(bitPattern: type)) }

  /// Writes a number of parts, mostly as one byte.
  @inline(__always)
  mutating func put(count number: Int) {
    if number < Int(Self.noText) { return store(UInt8(truncatingIfNeeded: number)) }
    store(UInt8.max)
    store(number)
  }

  mutating func put(_ text: String) {
    let isWritten: Void? = text.utf8.withContiguousStorageIfAvailable { write($0) }
    if isWritten == nil { Array(text.utf8).withUnsafeBufferPointer { write($0) } }
  }

  @inline(__always)
  private mutating func write(_ utf8: UnsafeBufferPointer<UInt8>) {
    let length = utf8.count
    put(count: length)
    if count &+ length > capacity { grow(by: length) }
    guard let source = UnsafeRawPointer(utf8.baseAddress), length > 0 else { return }
    Self.copy(source, to: start + count, length)
    count &+= length
  }

  /// Copies bytes. A short text is copied as two words, which may overlap: most names are short,
  /// and a call of `memcpy` takes longer.
  @inline(__always)
  private static func copy(
    _ source: UnsafeRawPointer, to target: UnsafeMutableRawPointer, _ length: Int
  ) {
    func copyEnds<Word: FixedWidthInteger>(_ word: Word.Type) {
      let end = length &- MemoryLayout<Word>.size
      target.storeBytes(of: source.loadUnaligned(as: Word.self), as: Word.self)
      (target + end).storeBytes(
        of: (source + end).loadUnaligned(as: Word.self), as: Word.self)
    }
    switch length {
    case 8...16: copyEnds(UInt64.self)
    case 4...7: copyEnds(UInt32.self)
    case 2...3: copyEnds(UInt16.self)
    case 1: copyEnds(UInt8.self)
    default: target.copyMemory(from: source, byteCount: length)
    }
  }

  @inline(__always)
  mutating func put(_ text: String?) {
    guard let text else { return store(Self.noText) }
    put(text)
  }

  mutating func put(_ texts: [String]) {
    put(count: texts.count)
    texts.withUnsafeBufferPointer { texts in
      for index in texts.indices { texts.borrow(index) { put($0) } }
    }
  }

  /// The byte in place of a text's length if there is no text.
  private static let noText: UInt8 = 254

  @inline(never)
  private mutating func grow(by size: Int) {
    let larger = UnsafeMutableRawPointer.allocate(
      byteCount: max(2 * capacity, capacity + size), alignment: 8)
    larger.copyMemory(from: start, byteCount: count)
    start.deallocate()
    start = larger
    capacity = max(2 * capacity, capacity + size)
  }

  /// The first byte of a part.
  enum Mark: UInt8 {
    // Expressions
    case column, related, value, always, never, literal, binary, not, bitNot, isNotTrue, isNull
    case isNotNull, between, like, function, cast, collate, list, longList, mixedList, rows, call
    case row, subquery, exists, inSelect, raw, choice
    // Parts of raw SQL
    case text, identifier, node
    // Sources and related tables
    case table, common, reference, nowhere, otherRepresentation, limited
    // Statements
    case sql, query, queryCount, queryExistence, write, insert, stored, computed, selected
    case none, some
  }
}

extension StatementKeyWriter {
  /// Writes the key of a statement that is known by its text.
  @usableFromInline
  package mutating func write(text: String) {
    begin()
    put(Mark.text)
    put(text)
  }
}
