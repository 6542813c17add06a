/// A constraint that a write violated.
public struct ConstraintViolation: Sendable, Hashable {
  /// The kinds of constraint; see <https://www.sqlite.org/rescode.html#constraint>.
  public enum Kind: Sendable, Hashable {
    /// Another row has the same values in columns that are `UNIQUE`.
    case unique
    /// Another row has the same `PRIMARY KEY`.
    case primaryKey
    /// NULL in a column that is `NOT NULL`.
    case notNull
    /// A `CHECK` that does not hold.
    case check
    /// A reference to a row that is not there, or a row gone that others refer to.
    case foreignKey
    /// A value of another type than the column of a `STRICT` table has.
    case dataType
    /// `RAISE(ABORT, …)` and the like in a trigger.
    case trigger
    /// Another constraint, such as a virtual table's own.
    case other
  }

  /// What kind of constraint it is.
  public var kind: Kind
  /// The table that has the constraint, where SQLite or the verb names it. A foreign key belongs to
  /// the table that refers, also where it forbids a delete from the one referred to.
  public var table: String?
  /// The columns, where they are known.
  public var columns: [String]
  /// What else is named: a `CHECK`'s name or text, an index on expressions, what a foreign key
  /// refers to.
  public var constraint: String?

  /// What is known of a violated constraint.
  public init(
    kind: Kind, table: String? = nil, columns: [String] = [], constraint: String? = nil
  ) {
    self.kind = kind
    self.table = table
    self.columns = columns
    self.constraint = constraint
  }
}

extension ConstraintViolation {
  /// Reads what SQLite's message says of a violated constraint.
  ///
  /// SQLite gives no other access to the names: `UNIQUE constraint failed: album.title,
  /// album.artist`, `NOT NULL constraint failed: album.title`, `CHECK constraint failed: year > 0`,
  /// `cannot store TEXT value in INTEGER column album.year`.
  ///
  /// - Parameters:
  ///   - table: The table that was written, where the caller knows it: names may hold dots and
  ///     commas, and the table's name tells where one ends.
  ///   - known: The table's columns.
  init?(extendedCode: ResultCode, message: String, table: String?, columns known: [String] = []) {
    guard extendedCode.primary == .constraint else { return nil }
    self.init(kind: Kind(extendedCode), table: table)
    // SQLite makes a trigger of ON DELETE RESTRICT.
    if kind == .trigger && message == "FOREIGN KEY constraint failed" { kind = .foreignKey }
    if kind == .dataType, let range = message.range(ofFirst: " column ") {
      readColumns(String(message[range.upperBound...]), known)
      return
    }
    guard let range = message.range(ofFirst: " constraint failed: ") else { return }
    let detail = String(message[range.upperBound...])
    switch kind {
    case .unique, .primaryKey, .notNull:
      if detail.hasPrefix("index '") {
        constraint = String(detail.dropFirst("index '".count).dropLast())
      } else {
        readColumns(detail, known)
      }
    default: constraint = detail
    }
  }

  private mutating func readColumns(_ list: String, _ known: [String]) {
    if let table, let columns = list.columns(of: table, known) {
      self.columns = columns
      return
    }
    let table = table.flatMap { list.hasPrefix($0 + ".") ? $0 : nil } ?? list.prefix(upToDot: ())
    guard let table else { return }
    self.table = table
    let separator = ", " + table + "."
    var rest = list.dropFirst(table.count + 1)
    while let range = rest.range(ofFirst: separator) {
      columns.append(String(rest[..<range.lowerBound]))
      rest = rest[range.upperBound...]
    }
    columns.append(String(rest))
  }
}

extension ConstraintViolation.Kind {
  init(_ code: ResultCode) {
    // The second byte of the extended code, as sqlite3.h numbers them.
    switch code.rawValue >> 8 {
    case 1: self = .check
    case 3: self = .foreignKey
    case 5: self = .notNull
    case 6: self = .primaryKey
    case 7: self = .trigger
    case 8: self = .unique
    case 10: self = .primaryKey  // SQLITE_CONSTRAINT_ROWID
    case 12: self = .dataType
    default: self = .other
    }
  }
}

extension StringProtocol {
  fileprivate func range(ofFirst text: String) -> Range<Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(text) {
        return start..<index(start, offsetBy: text.count)
      }
      start = index(after: start)
    }
    return nil
  }

  /// The columns, where the whole text is `table.column, table.column` of columns that are known.
  fileprivate func columns(of table: String, _ known: [String]) -> [String]? {
    for column in known where hasPrefix("\(table).\(column)") {
      let rest = dropFirst(table.count + 1 + column.count)
      if rest.isEmpty { return [column] }
      if rest.hasPrefix(", "), let others = rest.dropFirst(2).columns(of: table, known) {
        return [column] + others
      }
    }
    return nil
  }

  fileprivate func prefix(upToDot: Void) -> String? {
    firstIndex(of: ".").map { String(self[..<$0]) }
  }
}
