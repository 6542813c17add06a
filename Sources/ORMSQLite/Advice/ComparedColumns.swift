import ORMCore

/// The tables that a statement reads, each with the columns that its conditions compare with
/// values, according to its SQL.
///
/// It recognizes `=`, `IS` and `IN` between `AND`s; conditions with an `OR` are ignored.
struct ComparedColumns {
  struct Table {
    let name: String
    /// The table's alias in the statement, or its name.
    let alias: String
    /// Whether the table is in the outermost query rather than in parentheses.
    let isOutermost: Bool
    var columns: [String] = []
    /// The columns that are compared with a parameter, or with a list.
    var parameterColumns: [String] = []
  }

  private(set) var tables: [Table] = []
  /// Whether the outermost query has a `WHERE`.
  private(set) var isConditional = false
  private let tokens: [SQLToken]

  init(_ sql: String) {
    tokens = SQLTokens(sql).filter { !$0.isBlank }
    var depth = 0
    for index in tokens.indices {
      if tokens[index].isSymbol("(") { depth += 1 }
      if tokens[index].isSymbol(")") { depth -= 1 }
      if depth == 0 && tokens[index].isKeyword("WHERE") { isConditional = true }
      guard tokens[index].beginsTable,
        var table = table(at: index + 1, isOutermost: depth == 0)
      else { continue }
      read(conditionsFrom: index + 1, of: &table)
      tables.append(table)
    }
  }

  /// The table into which the statement inserts rows; nil if it may replace rows, or is not an
  /// `INSERT`.
  var insertTarget: String? {
    guard let start = tokens.firstIndex(where: { $0.isKeyword("INTO") }),
      tokens[..<start].contains(where: { $0.isKeyword("INSERT") }),
      !tokens.contains(where: { $0.isKeyword("REPLACE") })
    else { return nil }
    return table(at: start + 1, isOutermost: true)?.name
  }

  /// Whether the `DO UPDATE` of an `INSERT` may set one of these columns.
  func updatesOnConflict(_ columns: [String]) -> Bool {
    guard let start = tokens.firstIndex(where: { $0.isKeyword("UPDATE") }) else { return false }
    return tokens[start...].contains { token in columns.contains { token.isName($0) } }
  }

  /// The table with this alias.
  func table(named alias: String) -> Table? { tables.first { $0.alias.isSameName(as: alias) } }

  // MARK: - Parts

  private func token(_ index: Int) -> SQLToken? {
    tokens.indices.contains(index) ? tokens[index] : nil
  }

  private func name(at index: Int) -> String? {
    guard let token = token(index), token.kind == .quotedName || token.kind == .word else {
      return nil
    }
    return token.unquoted
  }

  private func table(at start: Int, isOutermost: Bool) -> Table? {
    var index = start
    if token(index + 1)?.isSymbol(".") == true { index += 2 }
    guard let name = name(at: index) else { return nil }
    let hasAlias = token(index + 1)?.isKeyword("AS") == true
    return Table(
      name: name, alias: (hasAlias ? self.name(at: index + 2) : nil) ?? name,
      isOutermost: isOutermost)
  }

  private func read(conditionsFrom start: Int, of table: inout Table) {
    var depth = 0
    var begin: Int?
    for index in start...tokens.count {
      if depth == 0, let token = token(index), !token.endsConditions, !token.isSymbol(")") {
        if token.isKeyword("WHERE") || token.isKeyword("ON") {
          if let begin { read(begin..<index, of: &table) }
          begin = index + 1
        }
      } else if depth == 0 {
        if let begin { read(begin..<index, of: &table) }
        begin = nil
        if token(index)?.isJoin != true { return }
      }
      if token(index)?.isSymbol("(") == true { depth += 1 }
      if token(index)?.isSymbol(")") == true { depth -= 1 }
    }
  }

  /// Reads one condition.
  private func read(_ range: Range<Int>, of table: inout Table) {
    var depth = 0
    var starts = [range.lowerBound]
    for index in range {
      if tokens[index].isSymbol("(") { depth += 1 }
      if tokens[index].isSymbol(")") { depth -= 1 }
      if depth > 0 { continue }
      if tokens[index].isKeyword("OR") { return }
      if tokens[index].isKeyword("AND") { starts.append(index + 1) }
    }
    for start in starts {
      guard let (columns, end) = columns(at: start, of: table), let symbol = token(end),
        let next = token(end + 1)
      else { continue }
      let isList = symbol.isKeyword("IN")
      let isEqual = symbol.isSymbol("=") || symbol.isSymbol("==")
      guard isList || isEqual || symbol.isKeyword("IS") && !next.isKeyword("NOT") else { continue }
      table.columns += columns
      if isList || next.kind == .parameter { table.parameterColumns += columns }
    }
  }

  /// The column that begins here, or the columns of a row value, and the index after them.
  private func columns(at start: Int, of table: Table) -> ([String], Int)? {
    if token(start)?.isSymbol("(") != true { return column(at: start, of: table) }
    var columns: [String] = []
    var index = start
    repeat {
      guard let (column, end) = column(at: index + 1, of: table) else { return nil }
      columns += column
      index = end
    } while token(index)?.isSymbol(",") == true
    return token(index)?.isSymbol(")") == true ? (columns, index + 1) : nil
  }

  private func column(at start: Int, of table: Table) -> ([String], Int)? {
    guard let first = name(at: start) else { return nil }
    if token(start + 1)?.isSymbol(".") != true { return ([first], start + 1) }
    guard first.isSameName(as: table.alias), let column = name(at: start + 2) else {
      // The other side may be the column.
      guard let symbol = token(start + 3), symbol.isSymbol("="),
        name(at: start + 4)?.isSameName(as: table.alias) == true,
        token(start + 5)?.isSymbol(".") == true, let column = name(at: start + 6)
      else { return nil }
      return ([column], start + 3)
    }
    return ([column], start + 3)
  }
}

extension SQLToken {
  /// Whether the token can be this name.
  fileprivate func isName(_ name: String) -> Bool {
    (kind == .word || kind == .quotedName) && unquoted.isSameName(as: name)
  }

  fileprivate var beginsTable: Bool {
    isKeyword("FROM") || isKeyword("JOIN") || isKeyword("UPDATE")
  }

  fileprivate var isJoin: Bool {
    isKeyword("JOIN") || isKeyword("LEFT") || isKeyword("INNER") || isKeyword("CROSS")
  }

  /// Whether a condition ends before this token.
  fileprivate var endsConditions: Bool {
    isJoin || isKeyword("GROUP") || isKeyword("ORDER") || isKeyword("LIMIT") || isKeyword("WINDOW")
      || isKeyword("RETURNING") || isKeyword("UNION") || isKeyword("EXCEPT")
      || isKeyword("INTERSECT") || isSymbol(";")
  }
}
