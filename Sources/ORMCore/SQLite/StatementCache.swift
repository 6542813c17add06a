/// What the generated statements of a table do: each is prepared once and found by its number.
@usableFromInline
enum TableOperation: Int, CaseIterable {
  case selectAll, find, insert, insertBatch, insertReadingBack, update, upsert
  case delete, deleteAll, count, exists
}

/// The prepared statements of one table on one connection.
@usableFromInline
final class TableStatements {
  @exclusivity(unchecked) @usableFromInline var prepared: [PreparedStatement?]
  /// How many rows one run of the batch statement inserts.
  @usableFromInline var batchSize = 0
  /// How many parameters each of these rows takes.
  @usableFromInline var columnCount = 0

  /// Whether the database can give a key that its property does not hold.
  @usableFromInline let keyMayNotFit: Bool

  @usableFromInline
  init(keyMayNotFit: Bool = false) {
    prepared = Array(repeating: nil, count: TableOperation.allCases.count)
    self.keyMayNotFit = keyMayNotFit
  }
}

extension NamedSource {
  /// Whether the database can give a key that its property does not hold: an `Int8`, say.
  static var keyMayNotFit: Bool {
    (self as? any KeyedTable.Type)?.hasNarrowKey ?? false
  }
}

extension KeyedTable {
  fileprivate static var hasNarrowKey: Bool {
    let schema = schema
    guard let key = schema.columns.first(where: { schema.primaryKey == [$0.name] }) else {
      return false
    }
    return key.type == .integer && Key.self != Int.self && Key.self != Int64.self
  }
}

/// The statements that open and end a transaction.
enum ControlStatement: String, CaseIterable {
  case begin = "BEGIN"
  case beginDeferred = "BEGIN DEFERRED"
  case beginImmediate = "BEGIN IMMEDIATE"
  case beginExclusive = "BEGIN EXCLUSIVE"
  case commit = "COMMIT"
  case rollback = "ROLLBACK"
}

/// Statements by their text, the least recently used of which go when there are too many.
struct TextStatements {
  private var statements: [String: (statement: PreparedStatement, lastUse: Int)] = [:]
  private var clock = 0
  let capacity: Int

  init(capacity: Int) { self.capacity = capacity }

  var count: Int { statements.count }

  mutating func statement(
    for sql: String, prepare: () throws -> PreparedStatement
  ) throws -> PreparedStatement {
    clock += 1
    if let index = statements.index(forKey: sql) {
      statements.values[index].lastUse = clock
      return statements.values[index].statement
    }
    let statement = try prepare()
    if statements.count >= capacity,
      let oldest = statements.min(by: { $0.value.lastUse < $1.value.lastUse })
    {
      statements[oldest.key] = nil
    }
    statements[sql] = (statement, clock)
    return statement
  }

  mutating func removeAll() { statements.removeAll() }
}
