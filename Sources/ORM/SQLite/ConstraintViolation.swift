/// A constraint that a write violated.
public struct ConstraintViolation: Sendable, Hashable {
  /// The kinds of constraint; see <https://www.sqlite.org/rescode.html#constraint>.
  public enum Kind: Sendable, Hashable {
    case unique, primaryKey, notNull, check, foreignKey, dataType, trigger, other
  }

  public var kind: Kind
  /// The table, where SQLite or the verb names it.
  public var table: String?
  /// The columns, where they are known.
  public var columns: [String]
  /// What else SQLite names: a `CHECK`'s name or text, an index on expressions.
  public var constraint: String?

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
  /// - Parameter table: The table that was written, where the caller knows it: names may hold dots
  ///   and commas, and the table's name tells where one ends.
  init?(extendedCode: ResultCode, message: String, table: String?) {
    guard extendedCode.primary == .constraint else { return nil }
    self.init(kind: Kind(extendedCode), table: table)
    if kind == .dataType, let range = message.range(ofLast: " column ") {
      readColumns(String(message[range.upperBound...]))
      return
    }
    guard let range = message.range(ofFirst: " constraint failed: ") else { return }
    let detail = String(message[range.upperBound...])
    switch kind {
    case .unique, .primaryKey, .notNull:
      if detail.hasPrefix("index '") {
        constraint = String(detail.dropFirst("index '".count).dropLast())
      } else {
        readColumns(detail)
      }
    default: constraint = detail
    }
  }

  private mutating func readColumns(_ list: String) {
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

  fileprivate func range(ofLast text: String) -> Range<Index>? {
    var found: Range<Index>?
    var rest = self[...]
    while let range = rest.range(ofFirst: text) {
      found = range
      rest = self[range.upperBound...]
    }
    return found
  }

  fileprivate func prefix(upToDot: Void) -> String? {
    firstIndex(of: ".").map { String(self[..<$0]) }
  }
}
