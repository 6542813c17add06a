import ORM

/// Schemas, and the versions that come after them.
final class ModelGenerator {
  private var random: SeededGenerator
  private var nextID = 0
  private var names: Set<String> = []

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  private static let nasty = [
    "order", "group", "a b", "quo\"te", "it's", "sélect", "x-y", "[br]", "tick`", "select", "Mixed",
    "_rowid_", "oid", "rowid", "new", "old", "%d", "?1", "table",
  ]

  func chance(_ share: Double) -> Bool { Double.random(in: 0..<1, using: &random) < share }

  func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &random)]
  }

  func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

  private func id() -> Int {
    nextID += 1
    return nextID
  }

  private func name(_ base: String, besides used: inout Set<String>) -> String {
    while true {
      let name = chance(0.25) ? pick(Self.nasty) : "\(base)\(number(0...199))"
      if used.insert(name.lowercased()).inserted { return name }
    }
  }

  // MARK: - A first version

  func schema() -> ModelSchema {
    var schema = ModelSchema()
    for _ in 0..<number(2...4) { schema.tables.append(table(among: schema.tables)) }
    schema.log = name("log", besides: &names)
    for place in schema.tables.indices {
      let table = schema.tables[place]
      if chance(0.5) {
        schema.views.append(
          ModelView(
            name: name("v", besides: &names), table: table.id, isQualified: chance(0.5)))
      }
      if chance(0.4) {
        schema.tables[place].triggers.append(
          ModelTrigger(
            name: name("tr", besides: &names), event: pick(["INSERT", "DELETE", "UPDATE"]),
            mentions: pick(schema.tables).id))
      }
    }
    if chance(0.3) { schema.search = search(in: schema.tables) }
    return schema
  }

  private func search(in tables: [ModelTable]) -> ModelSearch? {
    let taken = ["rowid", "oid", "_rowid_"]
    let columns = tables.flatMap { table in
      table.kind == .withoutRowID || table.columns.contains { taken.contains($0.name) }
        ? []
        : table.columns.dropFirst().filter {
          $0.type == "TEXT" && $0.source == nil && $0.name.hasPrefix("c")
        }.map { (table.id, $0.id) }
    }
    guard !columns.isEmpty else { return nil }
    let (table, column) = pick(columns)
    let name = "fts\(number(0...999))"
    names.insert(name)
    return ModelSearch(name: name, table: table, column: column)
  }

  private func column(
    _ used: inout Set<String>, isStrict: Bool, isPlain: Bool = false
  ) -> ModelColumn {
    let types =
      ["INTEGER", "TEXT", "REAL", "BLOB"]
      + (isStrict ? ["ANY", "INT"] : ["", "VARCHAR(10)", "DATE", "NUMERIC", "int", "BOOLEAN"])
    var column = ModelColumn(id: id(), name: name("c", besides: &used), type: pick(types))
    if isPlain { return column }
    if chance(0.25) {
      column.defaultValue =
        isStrict ? "NULL" : pick(["1", "'x'", "NULL", "-5", "x'00'", "CURRENT_TIMESTAMP", "TRUE"])
    }
    if chance(0.15) {
      column.notNull = pick([
        "", "", " ON CONFLICT IGNORE", " ON CONFLICT REPLACE", " ON CONFLICT FAIL",
      ])
    }
    if chance(0.2) { column.collation = pick(["NOCASE", "RTRIM", "mycoll"]) }
    if chance(0.12) {
      column.unique = pick(["", " ON CONFLICT IGNORE", " ON CONFLICT REPLACE"])
    }
    return column
  }

  private func table(among others: [ModelTable]) -> ModelTable {
    let isStrict = chance(0.4)
    var used: Set<String> = []
    var table = ModelTable(
      id: id(), name: name("t", besides: &names), kind: pick(ModelTable.Kind.allCases),
      isStrict: isStrict)
    for place in 0..<number(2...5) {
      table.columns.append(column(&used, isStrict: isStrict, isPlain: place == 0))
    }
    switch table.kind {
    case .rowID, .autoincrement, .descending: table.columns[0].type = "INTEGER"
    case .text, .withoutRowID: table.columns[0].type = "TEXT"
    case .int: table.columns[0].type = "INT"
    case .none, .composite: break
    }
    if chance(0.3) {
      table.checks.append(
        ModelCheck(
          column: table.columns[1].id, isQualified: chance(0.4), name: pick([nil, "ck"]),
          text: "never"))
    }
    if chance(0.25) {
      var generated = column(&used, isStrict: isStrict, isPlain: true)
      generated.type = "TEXT"
      generated.source = table.columns[1].id
      generated.isStored = chance(0.5)
      table.columns.append(generated)
    }
    addReference(to: &table, &used, among: others)
    for _ in 0..<number(0...2) { table.indexes.append(index(of: table)) }
    return table
  }

  private func addReference(
    to table: inout ModelTable, _ used: inout Set<String>, among others: [ModelTable]
  ) {
    let keyed = others.filter { [.rowID, .autoincrement, .text].contains($0.kind) }
    guard !keyed.isEmpty, chance(0.6) else { return }
    let isSelf = table.kind == .rowID && chance(0.3)
    let parent = isSelf ? table : pick(keyed)
    var column = column(&used, isStrict: table.isStrict, isPlain: true)
    column.type = parent.kind == .text ? "TEXT" : "INTEGER"
    table.columns.append(column)
    table.references.append(
      ModelReference(
        column: column.id, table: parent.id, namesColumn: chance(0.7),
        onDelete: pick(["CASCADE", "SET NULL", "NO ACTION", "RESTRICT"]), isDeferred: chance(0.4)))
  }

  private func index(of table: ModelTable) -> ModelIndex {
    ModelIndex(
      name: name("i", besides: &names), column: pick(table.columns).id, isExpression: chance(0.3),
      isDescending: chance(0.3), collation: pick([nil, "NOCASE"]), isPartial: chance(0.3),
      isUnique: false)
  }

  // MARK: - The next version

  enum Change: CaseIterable {
    case add, addWithDefault, drop, rename, renameTable, swapNames, type, strict, defaultValue
    case check, uncheck, notNull, unique, index, dropIndex, order
  }

  func mutate(_ schema: ModelSchema) -> ModelSchema {
    var schema = schema
    for place in schema.tables.indices {
      for _ in 0..<number(0...2) { mutate(&schema, place) }
    }
    return schema
  }

  private func mutate(_ schema: inout ModelSchema, _ place: Int) {
    var table = schema.tables[place]
    var used = Set(table.columns.map { $0.name.lowercased() })
    // A full-text index finds its rows by these.
    if schema.search?.table == table.id {
      used.formUnion("rowid oid _rowid_".split(separator: " ").map(String.init))
    }
    let searched = schema.search?.column
    let isSearched = { (id: Int) in searched == id }
    let free = table.columns.indices.filter {
      !table.uses(table.columns[$0].id) && !isSearched(table.columns[$0].id)
        && table.columns[$0].source == nil
    }
    switch pick(Change.allCases) {
    case .add: table.columns.append(column(&used, isStrict: table.isStrict, isPlain: true))
    case .addWithDefault:
      var new = column(&used, isStrict: table.isStrict, isPlain: true)
      new.type = "TEXT"
      new.defaultValue = table.isStrict ? "'new'" : pick(["CURRENT_TIMESTAMP", "'new'", "(1+1)"])
      new.notNull = ""
      table.columns.append(new)
    case .drop: if !free.isEmpty { table.columns.remove(at: pick(free)) }
    case .rename:
      let columns = table.columns.indices.filter { !isSearched(table.columns[$0].id) }
      let place = pick(columns)
      table.columns[place].formerNames.append(table.columns[place].name)
      table.columns[place].name = name("n", besides: &used)
    case .renameTable:
      if schema.search?.table != table.id {
        table.formerNames.append(table.name)
        table.name = name("t", besides: &names)
      }
    case .swapNames:
      if free.count > 1 {
        let (first, second) = (free[0], free[1])
        let (old, other) = (table.columns[first].name, table.columns[second].name)
        table.columns[first].formerNames.append(old)
        table.columns[second].formerNames.append(other)
        table.columns[first].name = other
        table.columns[second].name = old
      }
    case .type:
      if !free.isEmpty {
        table.columns[pick(free)].type =
          pick(
            table.isStrict
              ? ["TEXT", "INTEGER", "REAL", "ANY"] : ["TEXT", "BLOB", "", "INTEGER", "REAL"])
      }
    case .strict:
      if !table.isStrict {
        let known = ["INTEGER", "TEXT", "REAL", "BLOB", "INT"]
        if table.columns.allSatisfy({
          known.contains($0.type) && ($0.defaultValue ?? "NULL") == "NULL"
        }) {
          table.isStrict = true
        }
      }
    case .defaultValue:
      if !free.isEmpty, !table.isStrict {
        table.columns[pick(free)].defaultValue = pick(["'d'", "7", "NULL"])
      }
    case .check:
      table.checks.append(
        ModelCheck(
          column: pick(table.columns).id, isQualified: chance(0.4), name: nil,
          text: pick(["x)y", "a", "12"])))
    case .uncheck: table.checks = []
    case .notNull:
      if !free.isEmpty {
        table.columns[pick(free)].notNull = pick([
          "", " ON CONFLICT IGNORE", " ON CONFLICT REPLACE",
        ])
      }
    case .unique:
      if !free.isEmpty { table.columns[pick(free)].unique = pick(["", " ON CONFLICT REPLACE"]) }
    case .index: table.indexes.append(index(of: table))
    case .dropIndex: if !table.indexes.isEmpty { table.indexes.removeFirst() }
    case .order:
      // The key's columns stay where they are.
      table.columns = Array(table.columns.prefix(2)) + table.columns.dropFirst(2).reversed()
    }
    schema.tables[place] = table
  }

  // MARK: - Rows

  /// A value for a column, as SQL.
  func value(_ column: ModelColumn) -> String {
    switch column.type {
    case "INTEGER", "INT": pick(["NULL", "1", "2", "-9", "9007199254740993"])
    case "REAL": pick(["NULL", "1.5", "2.0", "251761.50129804062"])
    case "BLOB": pick(["NULL", "x'0078'"])
    case "TEXT": pick(["NULL", "'a'", "'A'", "'b '", "'é'", "'12'", "'012'", "'wörd two'"])
    default: pick(["NULL", "1", "'x'", "'12'", "1.0", "x'7a'"])
    }
  }
}
