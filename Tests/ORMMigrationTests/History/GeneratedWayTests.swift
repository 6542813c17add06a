import ORM
import Testing

/// Generated histories, forward and back, compared with a model of their values.
@Suite("Generated migrations forward and back")
struct GeneratedWayTests {
  @Test(
    "Each version has the model's values after going forward, back and forward again",
    arguments: 1...25)
  func ways(seed: Int) async throws {
    var generator = WayGenerator(seed: UInt64(seed))
    var models = [generator.first()]
    var entries = [SchemaHistory.Entry.version(models[0].version(after: nil))]
    for _ in 1...6 {
      let (model, entry) = generator.next(after: models)
      models.append(model)
      entries.append(entry)
    }
    func history(_ count: Int) -> SchemaHistory {
      SchemaHistory(Array(entries.prefix(count)), current: models[count - 1].schema)
    }
    let fixture = try await Fixture("")
    let db = fixture.db
    try await db.migrate(history(1))
    try await db.run(models[0].inserts)
    let start = generator.random(models.count - 1) + 1
    try await db.migrate(history(start))
    try await models[start - 1].expect(in: db)
    try await db.migrate(history(models.count))
    try await models[models.count - 1].expect(in: db)
    let target = generator.random(models.count - 1)
    let allowed = WayModel.allEverything(models)
    try await db.goBack(
      to: models[target].version(after: nil), of: history(models.count), allowing: allowed)
    let back = models[target].afterReturning(from: models[(target + 1)...])
    try await back.expect(in: db)
    try await db.verify(models[target].schema)
    #expect(try await db.migrate(history(target + 1)).isEmpty)
    // Columns that were added after the version are NULL again.
    try await db.migrate(history(models.count))
    try await models[models.count - 1].expect(in: db)
    #expect(try await fixture.check() == [])
    #expect(try await db.migrate(history(models.count)).isEmpty)
  }
}

/// A column of the model. It keeps its number if it is renamed.
private struct WayColumn {
  var number: Int
  var name: String
  var formerNames: [String] = []
  var isInteger = false
  /// The value in each row, as a number; nil for NULL.
  var values: [Int?]
}

private struct WayTable {
  var number: Int
  var name: String
  var formerNames: [String] = []
  var columns: [WayColumn]

  var sql: String {
    let columns = columns.map { "\($0.name) \($0.isInteger ? "INTEGER" : "TEXT")" }
    return
      "CREATE TABLE \(name) (\((["id INTEGER PRIMARY KEY"] + columns).joined(separator: ", "))) STRICT"
  }
}

private struct WayModel {
  var name: String
  var tables: [WayTable]
  /// The number of rows of each table that starts with rows.
  static let rows = 3

  var schema: Schema {
    var schema = Schema(tables.map(\.sql))
    for place in schema.tables.indices {
      guard let table = tables.first(where: { $0.name == schema.tables[place].name }) else {
        continue
      }
      schema.tables[place].formerNames = table.formerNames
      for column in table.columns {
        guard
          let part = schema.tables[place].columns.firstIndex(where: { $0.name == column.name })
        else { continue }
        schema.tables[place].columns[part].formerNames = column.formerNames
      }
    }
    return schema
  }

  func version(after previous: String?) -> Schema.Version {
    Schema.Version(name, after: previous, (try? schema.json()) ?? "")
  }

  var inserts: String {
    tables.flatMap { table in
      (0..<Self.rows).map { row in
        let values = table.columns.map { column in
          column.values[row].map { column.isInteger ? "\($0)" : "'\($0)'" } ?? "NULL"
        }
        return
          "INSERT INTO \(table.name) VALUES (\((["\(row + 1)"] + values).joined(separator: ", ")))"
      }
    }.joined(separator: ";")
  }

  func expect(in db: Database) async throws {
    for table in tables where !table.columns.isEmpty {
      let columns = table.columns.map {
        "coalesce(typeof(\($0.name)) || \($0.name), '-')"
      }.joined(separator: " || ' ' || ")
      let found = try await db.texts("SELECT \(columns) FROM \(table.name) ORDER BY id")
      let count = table.columns.map(\.values.count).max() ?? 0
      let wanted = (0..<count).map { row in
        table.columns.map { column in
          column.values[row].map { (column.isInteger ? "integer" : "text") + "\($0)" }
            ?? "null-"
        }.joined(separator: " ").replacingNull
      }
      #expect(found == wanted, "\(name) \(table.sql)")
    }
  }

  private func column(_ table: Int, _ number: Int) -> WayColumn? {
    tables.first { $0.number == table }?.columns.first { $0.number == number }
  }

  /// The model after a database has gone back from later versions, which have dropped columns.
  func afterReturning(from later: ArraySlice<WayModel>) -> WayModel {
    var model = self
    for (place, table) in tables.enumerated() {
      let isGone = later.contains { one in !one.tables.contains { $0.number == table.number } }
      for part in table.columns.indices {
        if isGone {
          model.tables[place].columns[part].values = []
        } else if later.contains(where: {
          $0.column(table.number, table.columns[part].number) == nil
        }) {
          model.tables[place].columns[part].values = table.columns[part].values.map { _ in nil }
        }
      }
    }
    return model
  }

  static func allEverything(_ models: [WayModel]) -> [PermittedLoss] {
    let names = models.flatMap { model in model.tables.map(\.name) }
    let columns = models.flatMap { model in model.tables.flatMap { $0.columns.map(\.name) } }
    return Set(names).map { .droppingTable($0) }
      + Set(names).flatMap { table in Set(columns).map { .droppingColumn(table, $0) } }
  }
}

extension String {
  fileprivate var replacingNull: String {
    split(separator: " ").map { $0 == "null-" ? "-" : String($0) }.joined(separator: " ")
  }
}

private struct WayGenerator {
  private var generator: SeededGenerator
  private var number = 0

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  mutating func random(_ count: Int) -> Int { Int.random(in: 0..<count, using: &generator) }

  private mutating func name(_ names: [String], besides taken: [String]) -> String {
    let free = names.filter { name in !taken.contains(name) }
    return free[random(min(3, free.count))]
  }

  private static let columnNames = (0..<24).map { "c\($0)" }
  private static let tableNames = (0..<12).map { "t\($0)" }

  private mutating func column(besides taken: [String], values: [Int?]) -> WayColumn {
    number += 1
    let name = name(Self.columnNames, besides: taken)
    return WayColumn(
      number: number, name: name, isInteger: random(2) == 0,
      values: values.map { $0.map { $0 + number * 10 } })
  }

  private mutating func table(besides taken: [String], hasRows: Bool) -> WayTable {
    number += 1
    let name = name(Self.tableNames, besides: taken)
    var table = WayTable(number: number, name: name, columns: [])
    for _ in 0..<3 {
      table.columns.append(
        column(besides: table.columns.map(\.name), values: hasRows ? [1, 2, 3] : []))
    }
    return table
  }

  mutating func first() -> WayModel {
    var model = WayModel(name: "v0", tables: [])
    for _ in 0..<3 {
      model.tables.append(table(besides: model.tables.map(\.name), hasRows: true))
    }
    return model
  }

  /// The next version, with its entry in the history.
  mutating func next(after models: [WayModel]) -> (WayModel, SchemaHistory.Entry) {
    let old = models[models.count - 1]
    var model = old
    model.name = "v\(models.count)"
    for place in model.tables.indices {
      for _ in 0...random(2) { change(&model.tables[place], old.tables[place]) }
    }
    if random(3) == 0 { rename(&model) }
    if random(4) == 0, model.tables.count > 2 {
      model.tables.remove(at: random(model.tables.count))
    }
    if random(4) == 0, model.tables.count < 4 {
      let empty = table(
        besides: model.tables.map(\.name) + old.tables.map(\.name), hasRows: false)
      model.tables.append(empty)
    }
    // A new object can't be distinguished from a dropped one with the same name.
    if hasNewOfGone(model, old) { model.tables = old.tables }
    setFormerNames(&model, old)
    let hasSteps = random(2) == 0 && !takesNames(model, old)
    let step = MigrationStep("s", before: .removals, sql: "SELECT 1")
    let entry = SchemaHistory.Entry.version(
      model.version(after: old.name), converting: rules(model, old),
      allowing: WayModel.allEverything([old, model]), steps: hasSteps ? [step] : [],
      stepsBack: hasSteps ? (takesNames(old, model) ? [] : [step]) : nil)
    return (model, entry)
  }

  private mutating func change(_ table: inout WayTable, _ old: WayTable) {
    let names = table.columns.map(\.name)
    let place = table.columns.isEmpty ? 0 : random(table.columns.count)
    let oldNames = old.columns.map(\.name)
    switch random(6) {
    case 0 where !table.columns.isEmpty:
      table.columns[place].name = name(Self.columnNames, besides: names)
    case 1 where table.columns.count > 1:
      let other = (place + 1) % table.columns.count
      (table.columns[place].name, table.columns[other].name) = (
        table.columns[other].name, table.columns[place].name
      )
    case 2 where table.columns.count > 2: table.columns.remove(at: place)
    case 3, 4:
      let count = table.columns.map(\.values.count).max() ?? 0
      table.columns.append(
        column(besides: names + oldNames, values: Array(repeating: nil, count: count)))
    case 5 where !table.columns.isEmpty:
      // A column that is new in the version needs no rule.
      let number = table.columns[place].number
      guard
        let before = old.columns.first(where: { $0.number == number }),
        before.isInteger == table.columns[place].isInteger
      else { return }
      let isInteger = !before.isInteger
      table.columns[place].isInteger = isInteger
      table.columns[place].values = table.columns[place].values.map { value in
        value.map { $0 + (isInteger ? 1000 : -1000) }
      }
    default: return
    }
  }

  private mutating func rename(_ model: inout WayModel) {
    let place = random(model.tables.count)
    let other = (place + 1) % model.tables.count
    if random(2) == 0, other != place {
      (model.tables[place].name, model.tables[other].name) = (
        model.tables[other].name, model.tables[place].name
      )
    } else {
      model.tables[place].name = name(Self.tableNames, besides: model.tables.map(\.name))
    }
  }

  private func setFormerNames(_ model: inout WayModel, _ old: WayModel) {
    for place in model.tables.indices {
      guard let before = old.tables.first(where: { $0.number == model.tables[place].number }) else {
        continue
      }
      if before.name != model.tables[place].name {
        model.tables[place].formerNames.append(before.name)
      }
      for part in model.tables[place].columns.indices {
        let column = model.tables[place].columns[part]
        if let was = before.columns.first(where: { $0.number == column.number }),
          was.name != column.name
        {
          model.tables[place].columns[part].formerNames.append(was.name)
        }
      }
    }
  }

  /// Whether a new object has the name of a dropped one.
  private func takesNames(_ model: WayModel, _ old: WayModel) -> Bool {
    let gone = old.tables.filter { table in !model.tables.contains { $0.number == table.number } }
    if gone.contains(where: { table in model.tables.contains { $0.name == table.name } }) {
      return true
    }
    return model.tables.contains { table in
      let before = old.tables.first { $0.number == table.number }
      let gone = before?.columns.filter { column in
        !table.columns.contains { $0.number == column.number }
      }
      return gone?.contains { column in table.columns.contains { $0.name == column.name } } ?? false
    }
  }

  private func hasNewOfGone(_ model: WayModel, _ old: WayModel) -> Bool {
    func names(_ table: WayTable, besides other: WayTable?) -> Set<String> {
      Set(
        table.columns.filter { column in
          other?.columns.contains { $0.number == column.number } == false
        }.map(\.name))
    }
    func tables(_ model: WayModel, besides other: WayModel) -> Set<String> {
      Set(
        model.tables.filter { table in !other.tables.contains { $0.number == table.number } }
          .map(\.name))
    }
    return !tables(model, besides: old).isDisjoint(with: tables(old, besides: model))
      || model.tables.contains { table in
        guard let before = old.tables.first(where: { $0.number == table.number }) else {
          return false
        }
        return !names(table, besides: before).isDisjoint(with: names(before, besides: table))
      }
  }

  private func rules(_ model: WayModel, _ old: WayModel) -> [ColumnRule] {
    model.tables.flatMap { table -> [ColumnRule] in
      let before = old.tables.first { $0.number == table.number }
      return table.columns.compactMap { column in
        guard let was = before?.columns.first(where: { $0.number == column.number }),
          was.isInteger != column.isInteger
        else { return nil }
        let (number, text) = (
          "CAST(\(was.name) AS INTEGER) + 1000", "CAST(\(was.name) - 1000 AS TEXT)"
        )
        let (backNumber, backText) = (
          "CAST(\(column.name) AS INTEGER) + 1000", "CAST(\(column.name) - 1000 AS TEXT)"
        )
        return .column(
          table.name, column.name, sql: column.isInteger ? number : text,
          back: column.isInteger ? backText : backNumber)
      }
    }
  }
}
