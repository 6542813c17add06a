import ORMCore

/// A statement of a step's file, by its tokens.
struct StepStatement {
  /// The tokens without blanks.
  let tokens: [SQLToken]
  /// The line of its first token, from 1.
  let line: Int

  /// Splits a script into statements. The semicolons in the body of a trigger don't end it.
  static func all(in sql: String) -> [Self] {
    var statements: [Self] = []
    var tokens: [SQLToken] = []
    var (line, start, depth) = (1, 1, 0)
    func isTrigger() -> Bool {
      tokens.first?.isKeyword("CREATE") == true
        && tokens.prefix(4).contains { $0.isKeyword("TRIGGER") }
    }
    for token in SQLTokens(sql) {
      defer { line += token.text.utf8.count { $0 == UInt8(ascii: "\n") } }
      if token.isBlank { continue }
      if token.isSymbol(";"), depth == 0 {
        if !tokens.isEmpty { statements.append(Self(tokens: tokens, line: start)) }
        tokens = []
        continue
      }
      if tokens.isEmpty { start = line }
      if token.isKeyword("END"), depth > 0 { depth -= 1 }
      tokens.append(token)
      if isTrigger(), token.isKeyword("BEGIN") || token.isKeyword("CASE") { depth += 1 }
    }
    if !tokens.isEmpty { statements.append(Self(tokens: tokens, line: start)) }
    return statements
  }

  /// The effect of a statement on a table or another object.
  enum Effect {
    case createsTable(String, columns: [String])
    case drops(kind: String, String)
    case renamesTable(String, to: String)
    case addsColumn(String, String)
    case dropsColumn(String, String)
    case renamesColumn(String, String, to: String)
    case creates(kind: String, String, table: String?)
    /// Inserts the rows of a query that contains these words.
    case copies(into: String, from: [String])
    case deletes(String, all: Bool)
    case updates(String, all: Bool)
    case vacuums
    case transaction(String)
    case sets(String)
    case other
  }

  var effect: Effect {
    guard let first = tokens.first else { return .other }
    switch true {
    case first.isKeyword("CREATE"): return creation
    case first.isKeyword("DROP"):
      guard let kind = tokens[safe: 1], let name = name(at: isAt(2, "IF") ? 4 : 2) else {
        return .other
      }
      return .drops(kind: kind.unquoted.raisedInASCII, name)
    case first.isKeyword("ALTER"): return alteration
    case first.isKeyword("INSERT"), first.isKeyword("REPLACE"):
      guard let place = tokens.firstIndex(where: { $0.isKeyword("INTO") }),
        let name = name(at: place + 1), let query = self.place(of: "SELECT")
      else { return .other }
      return .copies(into: name, from: self.words(from: query))
    case first.isKeyword("DELETE"):
      return name(at: 2).map { .deletes($0, all: !hasCondition) } ?? .other
    case first.isKeyword("UPDATE"):
      let place = isAt(1, "OR") ? 3 : 1
      return name(at: place).map { .updates($0, all: !hasCondition) } ?? .other
    case first.isKeyword("WITH"): return withoutCommonTables.effect
    case first.isKeyword("VACUUM"): return .vacuums
    case first.isKeyword("PRAGMA"):
      guard let name = name(at: 1), tokens.contains(where: { $0.isSymbol("=") || $0.isSymbol("(") })
      else { return .other }
      return .sets(name)
    case first.isKeyword("BEGIN"), first.isKeyword("COMMIT"), first.isKeyword("END"),
      first.isKeyword("ROLLBACK"), first.isKeyword("SAVEPOINT"), first.isKeyword("RELEASE"):
      return .transaction(first.unquoted.raisedInASCII)
    default: return .other
    }
  }

  /// Whether the statement names a temporary object.
  var isTemporary: Bool {
    tokens.prefix(3).contains { $0.isKeyword("TEMP") || $0.isKeyword("TEMPORARY") }
      || zip(tokens.prefix(5), tokens.dropFirst()).contains { name, point in
        name.canBeName && name.unquoted.isSameName(as: "temp") && point.isSymbol(".")
      }
  }

  private var creation: Effect {
    let words = tokens.prefix(4)
    guard
      let place = words.firstIndex(where: { token in
        token.isKeyword("TABLE") || token.isKeyword("INDEX") || token.isKeyword("VIEW")
          || token.isKeyword("TRIGGER")
      })
    else { return .other }
    let start = isAt(place + 1, "IF") ? place + 4 : place + 1
    guard let name = name(at: start) else { return .other }
    if tokens[place].isKeyword("TABLE"), !words.contains(where: { $0.isKeyword("VIRTUAL") }) {
      // For `CREATE TABLE … AS`, only the words of the query are known.
      let query = self.place(of: "SELECT")
      let isQuery = query.map { tokens[$0 - 1].isKeyword("AS") } ?? false
      return .createsTable(name, columns: isQuery ? self.words(from: query) : columns)
    }
    let on = tokens.firstIndex { $0.isKeyword("ON") }
    return .creates(
      kind: tokens[place].unquoted.raisedInASCII, name, table: on.flatMap { self.name(at: $0 + 1) })
  }

  /// Returns the words of a query, and `*` if it reads all columns.
  private func words(from place: Int?) -> [String] {
    tokens[(place ?? tokens.count)...].filter { $0.canBeName || $0.isSymbol("*") }.map(\.unquoted)
  }

  /// The names of a new table's columns: the first tokens of the items in its list that are not
  /// constraints.
  private var columns: [String] {
    var (names, depth, isStart) = ([String](), 0, false)
    for token in tokens {
      if depth == 1, isStart, token.canBeName, !token.beginsConstraint {
        names.append(token.unquoted)
      }
      isStart = false
      if token.isSymbol("(") { depth += 1 }
      if token.isSymbol(")") { depth -= 1 }
      if depth == 1, token.isSymbol("(") || token.isSymbol(",") { isStart = true }
    }
    return names
  }

  private var alteration: Effect {
    let (table, next) = nameAndPlace(at: 2)
    guard let table else { return .other }
    func word(_ place: Int) -> Int { isAt(place, "COLUMN") ? place + 1 : place }
    if isAt(next, "RENAME"), isAt(next + 1, "TO") {
      return name(at: next + 2).map { .renamesTable(table, to: $0) } ?? .other
    }
    let place = word(next + 1)
    guard let column = tokens[safe: place], column.canBeName else { return .other }
    if isAt(next, "RENAME"), let new = tokens[safe: place + 2] {
      return .renamesColumn(table, column.unquoted, to: new.unquoted)
    }
    if isAt(next, "DROP") { return .dropsColumn(table, column.unquoted) }
    return isAt(next, "ADD") ? .addsColumn(table, column.unquoted) : .other
  }

  private func isAt(_ place: Int, _ word: StaticString) -> Bool {
    tokens[safe: place]?.isKeyword(word) ?? false
  }

  private func place(of word: StaticString) -> Int? { tokens.firstIndex { $0.isKeyword(word) } }

  /// Whether the statement itself has a condition, rather than only a subquery of it.
  private var hasCondition: Bool {
    var depth = 0
    for token in tokens {
      if token.isSymbol("(") { depth += 1 }
      if token.isSymbol(")") { depth -= 1 }
      if depth == 0, token.isKeyword("WHERE") { return true }
    }
    return false
  }

  /// The statement that follows the common tables of `WITH`.
  private var withoutCommonTables: Self {
    var depth = 0
    for (place, token) in tokens.enumerated() {
      if token.isSymbol("(") { depth += 1 }
      if token.isSymbol(")") { depth -= 1 }
      let isWrite = ["DELETE", "UPDATE", "INSERT", "REPLACE"].contains { token.isKeyword($0) }
      if depth == 0, isWrite { return Self(tokens: Array(tokens[place...]), line: line) }
    }
    return Self(tokens: [], line: line)
  }

  private func name(at place: Int) -> String? { nameAndPlace(at: place).name }

  /// Returns a name, which may have a schema and a point before it, and the place of the token
  /// after it.
  private func nameAndPlace(at place: Int) -> (name: String?, next: Int) {
    guard let token = tokens[safe: place], token.canBeName else { return (nil, place) }
    guard tokens[safe: place + 1]?.isSymbol(".") == true,
      let second = tokens[safe: place + 2]
    else { return (token.unquoted, place + 1) }
    return (second.unquoted, place + 3)
  }
}

extension SQLToken {
  fileprivate var beginsConstraint: Bool {
    isKeyword("CONSTRAINT") || isKeyword("PRIMARY") || isKeyword("UNIQUE") || isKeyword("CHECK")
      || isKeyword("FOREIGN")
  }
}

extension [SQLToken] {
  fileprivate subscript(safe place: Int) -> SQLToken? {
    indices.contains(place) ? self[place] : nil
  }
}
