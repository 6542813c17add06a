import ORMCore

/// An LRU cache of prepared statements, keyed by SQL.
struct StatementCache {
  private final class Entry {
    let text: ExactText
    let statement: PreparedStatement
    /// The shape of the typed queries with this SQL; the inner value is nil if they have none.
    private(set) var shape: QueryShape??
    /// The shape of the typed writes with this SQL.
    var writeShape: WriteShape?
    /// The shape of the raw SQL with this text.
    var sqlShape: SQLShape?
    var lastUse: Int

    init(_ text: ExactText, _ statement: PreparedStatement, lastUse: Int) {
      self.text = text
      self.statement = statement
      self.lastUse = lastUse
    }

    /// Stores the shape of a query with this SQL.
    func remember(_ query: SelectNode?, _ question: QueryQuestion, _ arguments: [SQLValue]) {
      guard shape == nil, let query else { return }
      shape = .some(
        statement.isReadOnly ? QueryShape(query, asking: question, arguments) : nil)
    }
  }

  private var entries: [ExactText: Entry] = [:]
  /// The most recently used entries; comparing a text with a few is cheaper than hashing it.
  ///
  /// The references are unowned, since counting them takes as long as a comparison. ``entries``
  /// owns them: an entry that ``removeOldest()`` or ``removeAll()`` removes is removed here first.
  private var recent: [Unmanaged<Entry>] = []
  /// The index in ``recent`` to replace next.
  private var place = 0
  private var clock = 0
  let capacity: Int

  private static let recentCount = 4

  init(capacity: Int) { self.capacity = capacity }

  var count: Int { entries.count }

  /// The statement for a typed query, with its values bound, if a query of its shape ran a moment
  /// ago. The statement only reads.
  ///
  /// - Throws: The errors of ``PreparedStatement/bind(_:)``.
  mutating func bound(
    _ query: SelectNode, asking question: QueryQuestion = .rows
  ) throws -> PreparedStatement? {
    try bound { (entry, values) in
      guard let shape = entry.shape ?? nil else { return false }
      return shape.takeValues(of: query, asking: question, into: &values)
    }
  }

  /// The statement for a typed write, with its values bound, if a write of its shape ran a moment
  /// ago.
  ///
  /// - Throws: The errors of ``PreparedStatement/bind(_:)``.
  mutating func bound(_ write: RowsWrite, of table: ObjectIdentifier) throws -> PreparedStatement? {
    try bound { (entry, values) in
      guard let shape = entry.writeShape else { return false }
      return shape.takeValues(of: write, table: table, into: &values)
    }
  }

  /// Whether a typed write of this shape ran a moment ago.
  func knows(_ write: RowsWrite, of table: ObjectIdentifier) -> Bool {
    recent.contains { entry in
      entry._withUnsafeGuaranteedRef { $0.writeShape?.matches(write, of: table) == true }
    }
  }

  /// Stores the shape of a write whose statement was used last, if its values are in the order of
  /// the statement's parameters.
  func remember(
    _ write: WriteNode, of table: ObjectIdentifier, as statement: Statement
  ) {
    guard let entry = recentEntry(statement.sql),
      entry.writeShape == nil, let rows = write.rows, let shape = WriteShape(rows, of: table)
    else { return }
    var values: [SQLValue] = []
    guard shape.takeValues(of: rows, table: table, into: &values), values == statement.arguments
    else {
      return
    }
    entry.writeShape = shape
  }

  /// The statement for raw SQL, with its values bound, if SQL of its shape ran a moment ago.
  ///
  /// - Parameter onlyReading: Whether only statements that read are returned.
  /// - Throws: The errors of ``PreparedStatement/bind(_:)``.
  mutating func bound(_ sql: SQL, onlyReading: Bool) throws -> PreparedStatement? {
    try bound { (entry, values) in
      guard let shape = entry.sqlShape, entry.statement.isReadOnly || !onlyReading else {
        return false
      }
      return shape.takeValues(of: sql, into: &values)
    }
  }

  /// Stores the shape of raw SQL whose statement was used last, if its values are in the order of
  /// the statement's parameters.
  ///
  /// - Parameter reads: Whether the statement must be one that only reads, or one that writes.
  func remember(_ sql: SQL, as statement: Statement, thatReads reads: Bool) {
    guard let entry = recentEntry(statement.sql), entry.sqlShape == nil,
      entry.statement.isReadOnly == reads, let shape = SQLShape(sql)
    else { return }
    var values: [SQLValue] = []
    guard shape.takeValues(of: sql, into: &values), values == statement.arguments else { return }
    entry.sqlShape = shape
  }

  /// - Parameters:
  ///   - query: The typed query that the SQL was rendered for, if any.
  ///   - question: The kind of result that the query is run for.
  ///   - arguments: The arguments that were rendered with the SQL.
  mutating func statement(
    for sql: String, of query: SelectNode? = nil, asking question: QueryQuestion = .rows,
    _ arguments: [SQLValue] = [], prepare: () throws -> PreparedStatement
  ) throws -> PreparedStatement {
    clock += 1
    if let entry = recentEntry(sql) {
      entry.lastUse = clock
      entry.remember(query, question, arguments)
      return entry.statement
    }
    let text = ExactText(sql)
    if let entry = entries[text] {
      entry.lastUse = clock
      entry.remember(query, question, arguments)
      remember(entry)
      return entry.statement
    }
    let entry = Entry(text, try prepare(), lastUse: clock)
    entry.remember(query, question, arguments)
    if entries.count >= capacity { removeOldest() }
    entries[text] = entry
    remember(entry)
    return entry.statement
  }

  mutating func removeAll() {
    recent.removeAll()
    entries.removeAll()
  }

  private mutating func remember(_ entry: Entry) {
    let entry = Unmanaged.passUnretained(entry)
    if recent.count < Self.recentCount { return recent.append(entry) }
    place = (place + 1) % Self.recentCount
    recent[place] = entry
  }

  private mutating func removeOldest() {
    guard let oldest = entries.values.min(by: { $0.lastUse < $1.lastUse }) else { return }
    recent.removeAll { $0.toOpaque() == Unmanaged.passUnretained(oldest).toOpaque() }
    entries[oldest.text] = nil
  }

  /// The recently used statement whose entry `takeValues` accepts, with the appended values bound.
  @inline(__always)
  private mutating func bound(
    _ takeValues: (Entry, inout SQLiteParameters) -> Bool
  ) throws -> PreparedStatement? {
    let now = clock + 1
    for index in recent.indices {
      let statement = try recent[index]._withUnsafeGuaranteedRef {
        (entry) throws -> PreparedStatement? in
        guard try entry.statement.bindIfMatching({ takeValues(entry, &$0) }) else { return nil }
        entry.lastUse = now
        return entry.statement
      }
      guard let statement else { continue }
      clock = now
      return statement
    }
    return nil
  }

  /// The recently used entry with this text.
  private func recentEntry(_ text: String) -> Entry? {
    for index in recent.indices {
      let entry = recent[index].takeUnretainedValue()
      if entry.text.isSame(as: text) { return entry }
    }
    return nil
  }
}
