import ORMCore

/// Statements by their text, the least recently used of which go when there are too many.
struct StatementCache {
  private final class Entry {
    let text: ExactText
    let statement: PreparedStatement
    /// The shape of the typed queries that have the text; the inner value is nil if they have none.
    private(set) var shape: QueryShape??
    /// The shape of the typed writes that have it.
    var writeShape: WriteShape?
    /// The shape of the user's SQL that has it.
    var sqlShape: SQLShape?
    var lastUse: Int

    init(_ text: ExactText, _ statement: PreparedStatement, lastUse: Int) {
      self.text = text
      self.statement = statement
      self.lastUse = lastUse
    }

    /// Keeps the shape of a query that has the text, or whose answer has it.
    func remember(_ query: SelectNode?, _ question: QueryQuestion, _ arguments: [SQLValue]) {
      guard shape == nil, let query else { return }
      shape = .some(
        statement.isReadOnly ? QueryShape(query, asking: question, arguments) : nil)
    }
  }

  private var entries: [ExactText: Entry] = [:]
  /// Those that were used last: to compare a text with a few others takes less time than to hash
  /// it.
  ///
  /// References to them are not counted, which takes as long as a comparison. ``entries`` has them
  /// all: what leaves it, by ``removeOldest()`` or ``removeAll()``, leaves this first.
  private var recent: [Unmanaged<Entry>] = []
  /// Which of ``recent`` makes room next.
  private var place = 0
  private var clock = 0
  let capacity: Int

  private static let recentCount = 4

  init(capacity: Int) { self.capacity = capacity }

  var count: Int { entries.count }

  /// The statement that answers what is asked of a typed query, if it was asked of one of its shape
  /// a moment ago, with the query's values bound. It only reads.
  ///
  /// - Throws: as ``PreparedStatement/bind(_:)``.
  mutating func bound(
    _ query: SelectNode, asking question: QueryQuestion = .rows
  ) throws -> PreparedStatement? {
    try bound { (entry, values) in
      guard let shape = entry.shape ?? nil else { return false }
      return shape.takeValues(of: query, asking: question, into: &values)
    }
  }

  /// The statement of a typed write, if one of its shape was used a moment ago, with the write's
  /// values bound.
  ///
  /// - Throws: as ``PreparedStatement/bind(_:)``.
  mutating func bound(_ write: RowsWrite, of table: ObjectIdentifier) throws -> PreparedStatement? {
    try bound { (entry, values) in
      guard let shape = entry.writeShape else { return false }
      return shape.takeValues(of: write, table: table, into: &values)
    }
  }

  /// Whether a typed write of its shape was used a moment ago.
  func knows(_ write: RowsWrite, of table: ObjectIdentifier) -> Bool {
    recent.contains { entry in
      entry._withUnsafeGuaranteedRef { $0.writeShape?.matches(write, of: table) == true }
    }
  }

  /// Keeps the shape of a write whose statement was used last, if there is one that has its values
  /// in the order of the statement's parameters.
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

  /// The statement of SQL, if some of its shape was used a moment ago, with the SQL's values
  /// bound.
  ///
  /// - Parameter onlyReading: Whether one that writes is none that is meant.
  /// - Throws: as ``PreparedStatement/bind(_:)``.
  mutating func bound(_ sql: SQL, onlyReading: Bool) throws -> PreparedStatement? {
    try bound { (entry, values) in
      guard let shape = entry.sqlShape, entry.statement.isReadOnly || !onlyReading else {
        return false
      }
      return shape.takeValues(of: sql, into: &values)
    }
  }

  /// Keeps the shape of SQL whose statement was used last, if that has the values in the order of
  /// its parameters.
  ///
  /// - Parameter reads: Whether the statement has to be one that only reads, or one that does not.
  func remember(_ sql: SQL, as statement: Statement, thatReads reads: Bool) {
    guard let entry = recentEntry(statement.sql), entry.sqlShape == nil,
      entry.statement.isReadOnly == reads, let shape = SQLShape(sql)
    else { return }
    var values: [SQLValue] = []
    guard shape.takeValues(of: sql, into: &values), values == statement.arguments else { return }
    entry.sqlShape = shape
  }

  /// - Parameters:
  ///   - query: The typed query that the text was written for, if it was one.
  ///   - question: What is asked of it.
  ///   - arguments: Those that were written with the text.
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

  /// The statement that was used a moment ago whose entry `takeValues` knows, with
  /// the values bound that it appends.
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

  /// That of these which has the text.
  private func recentEntry(_ text: String) -> Entry? {
    for index in recent.indices {
      let entry = recent[index].takeUnretainedValue()
      if entry.text.isSame(as: text) { return entry }
    }
    return nil
  }
}
