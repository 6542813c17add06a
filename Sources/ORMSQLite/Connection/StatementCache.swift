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
  private var recent: [Entry] = []
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
    for entry in recent {
      guard let shape = entry.shape ?? nil,
        try entry.statement.bindIfMatching({ shape.isShape(of: query, asking: question, &$0) })
      else { continue }
      clock += 1
      entry.lastUse = clock
      return entry.statement
    }
    return nil
  }

  /// The statement of a typed write, if one of its shape was used a moment ago, with the write's
  /// values bound.
  ///
  /// - Throws: as ``PreparedStatement/bind(_:)``.
  mutating func bound(_ write: WriteNode, of table: ObjectIdentifier) throws -> PreparedStatement? {
    for entry in recent {
      guard let shape = entry.writeShape,
        try entry.statement.bindIfMatching({ shape.isShape(of: write, table: table, &$0) })
      else { continue }
      clock += 1
      entry.lastUse = clock
      return entry.statement
    }
    return nil
  }

  /// Keeps the shape of a write whose statement was used last, if there is one that has its values
  /// in the order of the statement's parameters.
  func remember(
    _ write: WriteNode, of table: ObjectIdentifier, as statement: Statement
  ) {
    guard let entry = recent.first(where: { $0.text.isSame(as: statement.sql) }),
      entry.writeShape == nil, let shape = WriteShape(write, of: table)
    else { return }
    var values: [SQLValue] = []
    guard shape.isShape(of: write, table: table, &values), values == statement.arguments else {
      return
    }
    entry.writeShape = shape
  }

  /// The statement of SQL that only reads, if some of its shape was used a moment ago, with the
  /// SQL's values bound.
  ///
  /// - Throws: as ``PreparedStatement/bind(_:)``.
  mutating func bound(_ sql: SQL) throws -> PreparedStatement? {
    for entry in recent {
      guard let shape = entry.sqlShape,
        try entry.statement.bindIfMatching({ shape.isShape(of: sql, &$0) })
      else { continue }
      clock += 1
      entry.lastUse = clock
      return entry.statement
    }
    return nil
  }

  /// Keeps the shape of SQL whose statement was used last, if that only reads and has the values
  /// in the order of its parameters.
  func remember(_ sql: SQL, as statement: Statement) {
    guard let entry = recent.first(where: { $0.text.isSame(as: statement.sql) }),
      entry.sqlShape == nil, entry.statement.isReadOnly, let shape = SQLShape(sql)
    else { return }
    var values: [SQLValue] = []
    guard shape.isShape(of: sql, &values), values == statement.arguments else { return }
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
    for index in recent.indices where recent[index].text.isSame(as: sql) {
      recent[index].lastUse = clock
      recent[index].remember(query, question, arguments)
      return recent[index].statement
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
    if entries.count >= capacity,
      let oldest = entries.values.min(by: { $0.lastUse < $1.lastUse })
    {
      entries[oldest.text] = nil
      recent.removeAll { $0 === oldest }
    }
    entries[text] = entry
    remember(entry)
    return entry.statement
  }

  mutating func removeAll() {
    entries.removeAll()
    recent.removeAll()
  }

  private mutating func remember(_ entry: Entry) {
    if recent.count < Self.recentCount { return recent.append(entry) }
    place = (place + 1) % Self.recentCount
    recent[place] = entry
  }
}
