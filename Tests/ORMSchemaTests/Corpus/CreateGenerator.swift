import ORMCore
import ORMSchema

/// Makes tables, and for each a `CREATE TABLE` as no printer would write it: any quotes, any case,
/// comments and white space wherever SQLite takes them, constraints at their columns and behind
/// them in any order.
struct CreateGenerator {
  var random: SeededGenerator
  private var usedNames: Set<SQLName> = []
  /// The text so far, as tokens that may be any distance apart.
  var words: [String] = []
  /// The name that SQLite gives to the next check.
  var checkName: String?

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  // MARK: - Chance

  mutating func chance(_ percent: Int) -> Bool {
    Int.random(in: 0..<100, using: &random) < percent
  }

  mutating func pick<Value>(_ values: [Value]) -> Value {
    values[Int.random(in: 0..<values.count, using: &random)]
  }

  // MARK: - Names

  private static let names = [
    "id", "a", "B2", "order", "Group", "a b", "quo\"te", "it's", "sélect", "se\u{301}lect", "x-y",
    "[br]", "tick`", "new",
    "%d", "?1", "table", "check", "PRIMARY", "rowid", "key", "no", "É", "é", "E\u{301}", "🎷", "a.b",
    "a,b", "(", ")", "--", "/*",
    "strict", "generated", "always", "x'00'", "1", "$a", "a$b", "default", "NULL", "action",
    "\u{FEFF}a", "a\u{301}", "\n", "TEMP",
  ]
  /// Words that are a name without quotes.
  private static let plainNames: Set<SQLName> = Set(
    [
      "id", "a", "B2", "sélect", "se\u{301}lect", "new", "rowid", "key", "no", "É", "é", "E\u{301}",
      "🎷", "strict",
      "generated", "always", "a$b", "action", "TEMP",
    ].map { SQLName($0) })

  private mutating func name() -> String {
    while true {
      let base = pick(Self.names)
      let name =
        usedNames.contains(SQLName(base))
        ? "\(base)\(Int.random(in: 0..<1000, using: &random))" : base
      if usedNames.insert(SQLName(name)).inserted { return name }
    }
  }

  /// The name in quotes that can hold it.
  mutating func quoted(_ name: String, likesWord: Bool = true) -> String {
    if likesWord, chance(50), Self.plainNames.contains(SQLName(name)) {
      return name
    }
    let style = Int.random(in: 0..<5, using: &random)
    if style == 0 && !name.utf8.contains(UInt8(ascii: "]")) { return "[\(name)]" }
    let quote = style == 1 ? "`" : style == 2 ? "'" : "\""
    return quote + name.replacing(quote, with: quote + quote) + quote
  }

  mutating func keyword(_ text: String) {
    for word in text.split(separator: " ") {
      words.append(
        chance(60)
          ? String(word) : String(word.map { chance(50) ? Character($0.lowercased()) : $0 }))
    }
  }

  mutating func constraintName() -> String? {
    guard chance(25) else { return nil }
    let name = pick(Self.names)
    keyword("CONSTRAINT")
    words.append(quoted(name))
    checkName = name
    return name
  }

  // MARK: - Expressions

  mutating func expression(_ columns: [Schema.Column]) -> String {
    let column = pick(columns).name
    let name = "\"" + column.replacing("\"", with: "\"\"") + "\""
    return pick([
      "\(name) IS NOT ')'", "(\(name)) <> '('", "length(\(name)) < 100 -- ) so\n",
      "\(name)/* ) */ IS NOT NULL",
      "\(name) IN (1,(2), 'it''s')", "coalesce(\(name), 'é') != x'00ff'",
      "CASE WHEN \(name) THEN 1 ELSE 0 END",
      "\(name) BETWEEN 0x10 AND 1e3 /* -- */",
    ])
  }

  mutating func parenthesized(_ expression: String) {
    // A comment next to the expression would be part of it, but white space is not.
    let isOpen = expression.utf8.contains(UInt8(ascii: "-"))
    words.append(
      "(" + pick(["", " ", "\n "]) + expression + (isOpen ? "\n" : "") + pick(["", " ", "\t"]) + ")"
    )
  }

  static func trimmed(_ text: String) -> String {
    var bytes = text.utf8[...]
    while bytes.last == UInt8(ascii: "\n") || bytes.last == UInt8(ascii: " ") { bytes.removeLast() }
    return String(Substring(bytes))
  }

  mutating func conflict() -> Schema.Conflict? {
    guard chance(15) else { return nil }
    let conflict = pick(Schema.Conflict.allCases)
    keyword("ON CONFLICT \(conflict.rawValue)")
    return conflict
  }

  // MARK: - Tables

  /// A table, and its text.
  mutating func table() -> (table: Schema.Table, sql: String) {
    usedNames = []
    words = []
    checkName = nil
    var table = Schema.Table(name(), columns: [])
    table.isStrict = chance(30)
    table.isWithoutRowID = chance(20)
    keyword("CREATE TABLE")
    if chance(20) { keyword("IF NOT EXISTS") }
    if chance(20) { words += ["main", "."] }
    words.append(quoted(table.name))
    words.append("(")
    let count = Int.random(in: 1...6, using: &random)
    let keyColumn =
      chance(60) || table.isWithoutRowID && chance(50)
      ? Int.random(in: 0..<count, using: &random) : nil
    for index in 0..<count {
      if index > 0 { words.append(",") }
      column(isKey: index == keyColumn, isFirst: index == 0, of: &table)
    }
    constraints(of: &table)
    words.append(")")
    options(of: table)
    if chance(20) { words.append(";") }
    return (table, text())
  }

  private mutating func options(of table: Schema.Table) {
    var options =
      (table.isStrict ? ["STRICT"] : []) + (table.isWithoutRowID ? ["WITHOUT ROWID"] : [])
    if chance(50) { options.reverse() }
    for (index, option) in options.enumerated() {
      if index > 0 { words.append(",") }
      keyword(option)
    }
  }

  private mutating func column(isKey: Bool, isFirst: Bool, of table: inout Schema.Table) {
    checkName = nil
    var column = Schema.Column(name())
    words.append(quoted(column.name))
    let types =
      table.isStrict
      ? ["INTEGER", "text", "REAL", "BLOB", "ANY", "int", "\"TEXT\""]
      : [
        "", "INTEGER", "integer", "TEXT", "VARCHAR(10)", "DECIMAL ( 10 , -2 )", "[my type]",
        "DOUBLE/* x */PRECISION",
        "unsigned big int", "'x y'", "é", "Boolean", "NUMERIC( +5)", "some type GENERATED ALWAYS",
        "a very long type always",
      ]
    let type = isKey && chance(50) ? "INTEGER" : pick(types)
    if !type.isEmpty { words.append(type) }
    column.type = Self.declared(type)
    // These words would be part of the type that SQLite cuts.
    let isGenerated =
      !isKey && !isFirst && !type.hasSuffix("always") && !type.hasSuffix("ALWAYS") && chance(12)
    table.columns.append(column)
    var kinds = ["check", "reference", "notNull", "collate", "defer", "null"].filter { _ in
      chance(22)
    }
    if isGenerated { kinds.append("generated") } else if chance(25) { kinds.append("default") }
    if !isGenerated && chance(12) { kinds.append("unique") }
    if isKey { kinds.append("key") }
    kinds.shuffle(using: &random)
    for kind in kinds { constraint(kind, of: &column, in: &table) }
    table.columns[table.columns.count - 1] = column
  }

  /// The type as SQLite stores it.
  private static func declared(_ type: String) -> String {
    [
      "\"TEXT\"": "TEXT", "[my type]": "my type", "'x y'": "x y",
      "some type GENERATED ALWAYS": "some type",
      "a very long type always": "a very long type",
    ][type] ?? type
  }

  private mutating func constraint(
    _ kind: String, of column: inout Schema.Column, in table: inout Schema.Table
  ) {
    if kind == "defer" {
      let deferral = pick(Schema.Deferral.allCases)
      keyword(deferral.rawValue)
      if !table.references.isEmpty {
        table.references[table.references.count - 1].deferral = deferral
      }
      return
    }
    let name = constraintName()
    switch kind {
    case "notNull":
      keyword("NOT NULL")
      column.notNull = Schema.NotNull(name: name, conflict: conflict())
    case "null":
      keyword("NULL")
      _ = conflict()
    case "collate":
      let collation = pick(["NOCASE", "rtrim", "binary", "by length", "mycoll"])
      keyword("COLLATE")
      words.append(quoted(collation, likesWord: false))
      column.collation = collation
    case "default":
      keyword("DEFAULT")
      column.defaultValue = defaultValue()
      column.defaultValue?.name = name
    case "generated":
      if chance(60) {
        // After a type they are part of it until SQLite removes them, with a comment in between.
        let gap = pick([" ", "\n\t"])
        words[words.count - 1] += "\(gap)GENERATED\(gap)always"
      }
      keyword("AS")
      let expression = expression([table.columns[0]])
      parenthesized(expression)
      let isStored = chance(50)
      if isStored { keyword("STORED") } else if chance(50) { keyword("VIRTUAL") }
      column.generated = Schema.Generated(Self.trimmed(expression), isStored: isStored, name: name)
    case "unique":
      keyword("UNIQUE")
      table.keys.append(
        Schema.Key(
          .unique, [Schema.IndexedColumn(column.name)], name: name, conflict: conflict(),
          isOnColumn: true))
    case "key": key(of: column, name: name, in: &table)
    case "check":
      keyword("CHECK")
      let expression = expression(table.columns)
      parenthesized(expression)
      table.checks.append(
        Schema.Check(Self.trimmed(expression), name: checkName, column: column.name))
    default:
      var reference = reference(of: [column.name])
      reference.name = name
      reference.isOnColumn = true
      table.references.append(reference)
    }
  }

  private mutating func key(of column: Schema.Column, name: String?, in table: inout Schema.Table) {
    keyword("PRIMARY KEY")
    let isDescending = chance(20)
    if isDescending { keyword("DESC") } else if chance(20) { keyword("ASC") }
    let conflict = conflict()
    let isAutoincrement =
      !table.isWithoutRowID && !isDescending && column.type == "INTEGER" && chance(30)
    if isAutoincrement { keyword("AUTOINCREMENT") }
    table.keys.append(
      Schema.Key(
        .primary, [Schema.IndexedColumn(column.name, isDescending: isDescending)], name: name,
        conflict: conflict, isAutoincrement: isAutoincrement, isOnColumn: true))
  }

  private mutating func defaultValue() -> Schema.Default {
    if chance(30) {
      let expression = pick([
        "1 + 2", "(3)", "datetime('now')", "')' || '('", "'a' /* b */", "-5", "NULL -- nothing\n",
      ])
      parenthesized(expression)
      return Schema.Default(Self.trimmed(expression))
    }
    let value = pick([
      ("1", "1"), ("-1", "-1"), ("- 2.5", "- 2.5"), ("+3", "+3"), ("'it''s'", "'it''s'"),
      ("x'00ff'", "x'00ff'"), ("NULL", "NULL"),
      ("abc", "'abc'"), ("\"a'b\"", "'a''b'"), ("[a b]", "'a b'"), ("TRUE", "TRUE"),
      ("current_date", "current_date"), ("0x1F", "0x1F"),
      ("key", "'key'"), ("1e3", "1e3"),
    ])
    words.append(value.0)
    return Schema.Default(value.1)
  }

  mutating func reference(of columns: [String]) -> Schema.Reference {
    keyword("REFERENCES")
    var reference = Schema.Reference(columns, to: pick(Self.names))
    words.append(quoted(reference.table))
    if chance(50) {
      reference.tableColumns = columns.map { _ in pick(Self.names) }
      names(reference.tableColumns)
    }
    for _ in 0..<Int.random(in: 0...2, using: &random) {
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        reference.onDelete = pick(Schema.Action.allCases)
        keyword("ON DELETE \(reference.onDelete.rawValue)")
      case 1:
        reference.onUpdate = pick(Schema.Action.allCases)
        keyword("ON UPDATE \(reference.onUpdate.rawValue)")
      case 2: keyword("ON INSERT CASCADE")
      default:
        reference.match = pick(["SIMPLE", "full", "a b"])
        keyword("MATCH")
        words.append(quoted(reference.match ?? "", likesWord: false))
      }
    }
    return reference
  }

  mutating func names(_ names: [String]) {
    words.append("(")
    for (index, name) in names.enumerated() {
      if index > 0 { words.append(",") }
      words.append(quoted(name))
    }
    words.append(")")
  }

  // MARK: - Text

  private mutating func text() -> String {
    var text = ""
    for word in words {
      let gaps = [" ", "\n", "\t ", " /* c') */ ", " -- c\"(\n", "/**/", "\r\n", "\u{C}"]
      text += (chance(75) ? " " : pick(gaps)) + word
    }
    return text
  }
}
