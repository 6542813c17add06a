import ORMCore

extension ConstraintViolation {
  /// Reads the names in SQLite's message about a violated constraint.
  ///
  /// SQLite has no other interface for the names:
  /// `UNIQUE constraint failed: album.title, album.artist`,
  /// `NOT NULL constraint failed: album.title`, `CHECK constraint failed: year > 0`,
  /// `cannot store TEXT value in INTEGER column album.year`.
  ///
  /// - Parameters:
  ///   - table: The table that was written, if the caller knows it: names may contain dots and
  ///     commas, and the table's name shows where each one ends.
  ///   - known: The table's columns.
  init?(extendedCode: ResultCode, message: String, table: String?, columns known: [String] = []) {
    guard extendedCode.primary == .constraint else { return nil }
    self.init(kind: Kind(extendedCode), table: table)
    // SQLite reports `ON DELETE RESTRICT` as a trigger.
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

extension Substring.UTF8View {
  /// The rest after the prefix; nil if the text does not begin with it.
  fileprivate func dropping(prefix: String) -> Substring.UTF8View? {
    starts(with: prefix.utf8) ? dropFirst(prefix.utf8.count) : nil
  }

  /// The columns, if the whole text is `table.column, table.column` with known columns.
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
