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

  /// Whether the constraints are the same, their names byte for byte.
  public static func == (left: ConstraintViolation, right: ConstraintViolation) -> Bool {
    left.kind == right.kind && left.table.hasSameBytes(as: right.table)
      && left.columns.haveSameBytes(as: right.columns)
      && left.constraint.hasSameBytes(as: right.constraint)
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
    if kind == .trigger && message.hasSameBytes(as: "FOREIGN KEY constraint failed") {
      kind = .foreignKey
    }
    let message = message.utf8
    if kind == .dataType, let range = message.firstRange(of: " column ".utf8) {
      readColumns(message[range.upperBound...], known)
      return
    }
    guard let range = message.firstRange(of: " constraint failed: ".utf8) else { return }
    let detail = message[range.upperBound...]
    switch kind {
    case .unique, .primaryKey, .notNull:
      if let index = detail.dropping(prefix: "index '") {
        constraint = String(Substring(index.dropLast()))
      } else {
        readColumns(detail, known)
      }
    default: constraint = String(Substring(detail))
    }
  }

  private mutating func readColumns(_ list: Substring.UTF8View, _ known: [String]) {
    if let table, let columns = list.columns(of: table, known) {
      self.columns = columns
      return
    }
    let given = table.flatMap { list.dropping(prefix: $0 + ".") == nil ? nil : $0 }
    guard let table = given ?? list.upToDot, var rest = list.dropping(prefix: table + ".") else {
      return
    }
    self.table = table
    let separator = ", " + table + "."
    while let range = rest.firstRange(of: separator.utf8) {
      columns.append(String(Substring(rest[..<range.lowerBound])))
      rest = rest[range.upperBound...]
    }
    columns.append(String(Substring(rest)))
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

extension Substring.UTF8View {
  /// What is behind the prefix, where the text has it.
  fileprivate func dropping(prefix: String) -> Substring.UTF8View? {
    starts(with: prefix.utf8) ? dropFirst(prefix.utf8.count) : nil
  }

  /// The columns, where the whole text is `table.column, table.column` of columns that are known.
  fileprivate func columns(of table: String, _ known: [String]) -> [String]? {
    for column in known {
      guard let rest = dropping(prefix: "\(table).\(column)") else { continue }
      if rest.isEmpty { return [column] }
      if let others = rest.dropping(prefix: ", ")?.columns(of: table, known) {
        return [column] + others
      }
    }
    return nil
  }

  fileprivate var upToDot: String? {
    firstIndex(of: UInt8(ascii: ".")).map { String(Substring(self[..<$0])) }
  }
}
