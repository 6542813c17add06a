import ORM

/// A version of a generated history, and the way to it from the version before.
struct ModelVersion {
  let name: String
  var schema = HistoryModel()
  var rules: [VersionRule] = []
  var stepsBefore: [ModelStep] = []
  /// The steps that see what comes and what goes.
  var stepsBetween: [ModelStep] = []
  var stepsAfter: [ModelStep] = []
  var allowed: [PermittedLoss] = []
}

/// Makes histories of random versions, the same for the same seed.
struct HistoryGenerator {
  var random: SeededGenerator
  var nextID = 0
  var used: [String] = []
  var style = NamesStyle.once
  // Of the version under way:
  var old = HistoryModel()
  var version = ModelVersion(name: "")
  /// The tables and columns that have been changed in it. A key stands for its table.
  var touched: Set<Int> = []
  /// The columns that it drops, by their tables and former names.
  var dropped: [(table: Int, column: String)] = []

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func history(of count: Int) -> [ModelVersion] {
    style = pick(NamesStyle.allCases) ?? .once
    var versions = [first()]
    while versions.count < count {
      if let next = next(after: versions[versions.count - 1], number: versions.count + 1) {
        versions.append(next)
      }
    }
    return versions
  }

  mutating func chance(_ share: Double) -> Bool { Double.random(in: 0..<1, using: &random) < share }

  mutating func pick<Element>(_ elements: [Element]) -> Element? {
    elements.randomElement(using: &random)
  }

  mutating func id() -> Int {
    nextID += 1
    return nextID
  }

  /// A name that is not taken. Names come back: that is where histories go wrong.
  mutating func name(_ stem: String, besides taken: [String]) -> String {
    let old = used.filter { $0.hasPrefix(stem) && !taken.contains($0) }
    if chance(0.35), let name = pick(old) { return name }
    var most = 12
    while true {
      let name = "\(stem)\(Int.random(in: 0..<most, using: &random))"
      if !taken.contains(name) {
        used.append(name)
        return name
      }
      most += 1
    }
  }

  mutating func value(_ kind: ColumnModel.Kind) -> SQLValue {
    let words = ["ann lee", "bob ray", "cy doe", "dee fox", "eve's kim", "flo"]
    return switch kind {
    case .integer: .integer(Int64.random(in: 0..<100, using: &random))
    case .real: .real(Double(Int.random(in: 0..<400, using: &random)) / 4)
    case .text: .text(pick(words) ?? "")
    }
  }

  // MARK: - Tables

  mutating func column(of table: TableModel) -> ColumnModel {
    // A name that a column of the version before has would be taken for that column.
    let former = old.table(table.id)?.columns.map(\.name) ?? []
    var column = ColumnModel(
      id: id(), name: name("c", besides: table.columns.map(\.name) + former),
      kind: pick(ColumnModel.Kind.allCases) ?? .text)
    if chance(0.4) { column.defaultValue = value(column.kind) }
    column.isNotNull = chance(0.4)
    return column
  }

  mutating func table(in schema: HistoryModel) -> TableModel {
    let taken = (schema.tables + old.tables).map(\.name)
    var table = TableModel(
      id: id(), name: name("t", besides: taken), kind: pick(TableModel.Kind.allCases) ?? .rowID)
    let isText = [.text, .withoutRowID].contains(table.kind)
    let isAlias = [.rowID, .autoincrement].contains(table.kind)
    table.columns.append(
      ColumnModel(id: id(), name: "id", kind: isText ? .text : .integer, isNotNull: !isAlias))
    if table.kind == .composite {
      table.columns.append(ColumnModel(id: id(), name: "part", kind: .integer, isNotNull: true))
    }
    for _ in 0..<Int.random(in: 2..<5, using: &random) { table.columns.append(column(of: table)) }
    if chance(0.6) { refer(&table, in: schema) }
    if chance(0.2) {
      table.columns.append(
        ColumnModel(
          id: id(), name: name("c", besides: table.columns.map(\.name)), kind: .text,
          source: table.plain.first?.id))
    }
    table.isLogged = chance(0.3)
    return table
  }

  mutating func refer(_ table: inout TableModel, in schema: HistoryModel) {
    guard let parent = pick(schema.tables.filter { $0.kind != .composite }) else { return }
    var column = column(of: table)
    column.kind = parent.key.kind
    (column.defaultValue, column.isNotNull, column.reference) = (nil, false, parent.id)
    table.columns.append(column)
    touched.insert(column.id)
  }

  // MARK: - Versions

  mutating func first() -> ModelVersion {
    var version = ModelVersion(name: "v1")
    for _ in 0..<Int.random(in: 2..<5, using: &random) {
      version.schema.tables.append(table(in: version.schema))
    }
    let searchable = version.schema.tables.filter { [.rowID, .autoincrement].contains($0.kind) }
    if chance(0.4), let table = pick(searchable),
      let column = pick(table.plain.filter { $0.kind == .text && $0.reference == nil })
    {
      version.schema.search = SearchModel(name: "search", table: table.id, column: column.id)
    }
    return version
  }

  /// A version of one to four changes; nil if it would be the same or have a name twice.
  mutating func next(after previous: ModelVersion, number: Int) -> ModelVersion? {
    old = previous.schema
    version = ModelVersion(name: "v\(number)", schema: previous.schema)
    (touched, dropped) = ([], [])
    for _ in 0..<Int.random(in: 1..<5, using: &random) { change() }
    for table in version.schema.tables
    where Set(table.columns.map(\.name)).count != table.columns.count {
      return nil
    }
    let names = version.schema.tables.map(\.name)
    if Set(names).count != names.count { return nil }
    declareNames()
    for (table, column) in dropped {
      guard let table = version.schema.table(table) else { continue }
      version.allowed.append(.droppingColumn(table.name, column))
    }
    let isSame = version.schema.statements == old.statements && version.rules.isEmpty
    // A step that sees both can't see what something new has the name of.
    if !version.stepsBetween.isEmpty, hidesWhatGoes() { return nil }
    let hasSteps =
      !version.stepsBefore.isEmpty || !version.stepsAfter.isEmpty || !version.stepsBetween.isEmpty
    return isSame && !hasSteps ? nil : version
  }

  /// Whether something has the name of a table or a column that goes.
  private func hidesWhatGoes() -> Bool {
    old.tables.contains { former in
      guard let table = version.schema.table(former.id) else {
        return version.schema.tables.contains { $0.name == former.name }
      }
      return former.columns.contains { column in
        table.column(column.id) == nil && table.columns.contains { $0.name == column.name }
      }
    }
  }

  /// Has tables and columns declare how they were called.
  mutating func declareNames() {
    let others = Dictionary(uniqueKeysWithValues: old.tables.map { ($0.name, $0.formerNames) })
    for place in version.schema.tables.indices {
      var table = version.schema.tables[place]
      let former = old.table(table.id)
      table.formerNames = style.names(
        of: table.name, after: former.map { ($0.name, $0.formerNames) }, others: others)
      let columns = Dictionary(
        uniqueKeysWithValues: (former?.columns ?? []).map { ($0.name, $0.formerNames) })
      for place in table.columns.indices {
        let column = table.columns[place]
        let former = former?.column(column.id)
        table.columns[place].formerNames = style.names(
          of: column.name, after: former.map { ($0.name, $0.formerNames) }, others: columns)
      }
      version.schema.tables[place] = table
    }
  }

  mutating func change() {
    switch Int.random(in: 0..<33, using: &random) {
    case 0: version.schema.tables.append(table(in: version.schema))
    case 1: dropTable()
    case 2: renameTable()
    case 3: swapTables()
    case 4, 5: addColumn()
    case 6, 7: dropColumn()
    case 8, 9: renameColumn()
    case 10: swapColumns()
    case 11: requireColumn()
    case 12: edit({ $0.isNotNull && $0.reference == nil }) { column, _ in column.isNotNull = false }
    case 13, 14, 15, 16: convert()
    case 17: split()
    case 18: join()
    case 19, 20: addIndex()
    case 21: dropIndex()
    case 22:
      edit({ $0.reference == nil }) { $0.defaultValue = $1.value($0.kind) }
    case 23:
      changeTable { table, generator in generator.refer(&table, in: generator.version.schema) }
    case 24: edit({ $0.reference != nil }) { column, _ in column.reference = nil }
    case 25: rekey()
    case 26: edit({ $0.kind == .text }) { column, _ in column.isChecked.toggle() }
    case 27: addStep()
    case 28: addView()
    case 29: dropView()
    case 30, 31: extract()
    default: changeTable { table, _ in table.isLogged.toggle() }
    }
  }
}
