import ORMCore
import ORMSQLite
import ORMSchema

extension ValueSurvey {
  /// Finds the columns of a view that are never NULL, if SQLite can prove it.
  ///
  /// SQLite compiles `expression IS NULL` to 0 if the expression can't be NULL, such as a column
  /// with NOT NULL that is not on the nullable side of an outer join. It does so in the query
  /// itself, but not in a query of the view, so each term is tested in its place in the view's
  /// query.
  ///
  /// - Returns: Whether each column is never NULL; all false if the query can't be parsed.
  func areCertain(in view: Schema.View, count: Int) -> [Bool] {
    let none = Array(repeating: false, count: count)
    guard let query = SelectTerms(view.query), query.terms.count == count else { return none }
    return query.terms.indices.map { place in
      guard let term = query.terms[place] else { return false }
      // The selected terms stay, because other clauses may refer to them by name or number.
      let sql = "EXPLAIN \(query.start), (\(term)\n) IS NULL \(query.rest)"
      guard let program = try? db.rows(sql) else { return false }
      return Self.endsWithZero(program, isGrouped: query.isGrouped)
    }
  }

  /// Whether the last value of each row of a program is a constant 0.
  ///
  /// See <https://www.sqlite.org/opcode.html>. A step that may write another value to the register
  /// counts as a write.
  private static func endsWithZero(_ program: [[SQLValue]], isGrouped: Bool) -> Bool {
    let steps = program.compactMap(ProgramStep.init)
    let rows = steps.filter { $0.isOne(of: "ResultRow") }
    guard steps.count == program.count, let first = rows.first else { return false }
    let register = first.p1 + first.p2 - 1
    guard rows.allSatisfy({ $0.p1 + $0.p2 - 1 == register }) else { return false }
    // An aggregate without GROUP BY has a row of NULL for an empty table.
    if !isGrouped, steps.contains(where: \.isOfAggregate) { return false }
    var isZero = false
    for step in steps where !step.isOne(of: "ResultRow") {
      if step.isOne(of: "Integer"), step.p2 == register {
        if step.p1 != 0 { return false }
        isZero = true
      } else if step.mayWrite(register) {
        return false
      }
    }
    return isZero
  }
}

/// An instruction of SQLite's virtual machine, as `EXPLAIN` shows it.
private struct ProgramStep {
  let code: String
  let p1: Int
  let p2: Int
  let p3: Int

  init?(_ row: [SQLValue]) {
    guard row.count > 4, let code = row[1].text, let p1 = row[2].number, let p2 = row[3].number,
      let p3 = row[4].number
    else { return nil }
    (self.code, self.p1, self.p2, self.p3) = (code, p1, p2, p3)
  }

  func isOne(of names: String...) -> Bool { names.contains { $0.hasSameBytes(as: code) } }

  var isOfAggregate: Bool {
    isOne(of: "AggStep", "AggStep1", "AggFinal", "AggValue", "AggInverse", "Count")
  }

  /// Whether the second operand is a jump target, not a register.
  private var jumps: Bool {
    isOne(
      of: "Init", "Goto", "Next", "Prev", "Rewind", "Once", "If", "IfNot", "IsNull", "NotNull",
      "Eq",
      "Ne", "Lt", "Le", "Gt", "Ge", "SeekGE", "SeekGT", "SeekLE", "SeekLT", "IdxGE", "IdxGT",
      "IdxLE", "IdxLT", "Filter", "SeekRowid", "NotExists")
  }

  func mayWrite(_ register: Int) -> Bool {
    if p3 == register || p2 == register && !jumps { return true }
    // These write several registers, from the second operand on.
    if isOne(of: "Null", "BeginSubrtn") { return (p2...max(p2, p3)).contains(register) }
    return isOne(of: "Copy", "Move") && (p2...max(p2, p2 + p3)).contains(register)
  }
}

/// The terms of a simple `SELECT`.
private struct SelectTerms {
  /// `SELECT` and its terms, as they are written.
  let start: String
  /// The expression of each term; nil for a term of several columns.
  let terms: [String?]
  /// `FROM …`
  let rest: String
  /// Whether rows are grouped, so that each group has at least one row.
  let isGrouped: Bool

  init?(_ sql: String) {
    let tokens = SQLTokens(sql).filter { !$0.isBlank }
    guard let first = tokens.first, first.isKeyword("SELECT"), tokens.count > 2,
      !tokens[1].isKeyword("DISTINCT"), !tokens[1].isKeyword("ALL")
    else { return nil }
    var depth = 0
    var terms: [[SQLToken]] = [[]]
    var end: Int?
    var last = tokens.count
    var (isGrouped, isFiltered) = (false, false)
    for (place, token) in tokens.enumerated().dropFirst() {
      if token.isSymbol("(") { depth += 1 }
      if token.isSymbol(")") { depth -= 1 }
      guard depth == 0 else {
        terms[terms.count - 1].append(token)
        continue
      }
      // The rows of two queries may differ.
      if token.isKeyword("UNION") || token.isKeyword("EXCEPT") || token.isKeyword("INTERSECT") {
        return nil
      }
      if token.isKeyword("GROUP") { isGrouped = true }
      if token.isKeyword("HAVING") { isFiltered = true }
      // The order of rows does not affect their values.
      if end != nil, token.isKeyword("ORDER") || token.isKeyword("LIMIT") {
        last = place
        break
      }
      if end != nil { continue }
      if token.isKeyword("FROM"), !tokens[place - 1].isKeyword("DISTINCT") {
        end = place
      } else if token.isSymbol(",") {
        terms.append([])
      } else {
        terms[terms.count - 1].append(token)
      }
    }
    guard let end, isGrouped || !isFiltered else { return nil }
    self.isGrouped = isGrouped
    func text(_ tokens: some Sequence<SQLToken>) -> String {
      tokens.map { String($0.text) }.joined(separator: " ")
    }
    start = text(tokens[..<end])
    rest = text(tokens[end..<last])
    self.terms = terms.map { tokens in
      if tokens.last?.isSymbol("*") == true { return nil }
      return text(Self.withoutName(tokens))
    }
  }

  /// The term without its `AS name`.
  private static func withoutName(_ term: [SQLToken]) -> [SQLToken] {
    guard term.count > 2, term[term.count - 2].isKeyword("AS") else { return term }
    return term.dropLast(2)
  }
}
