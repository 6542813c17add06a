import ORM
import Testing

@testable import ORMCore
@testable import ORMSQLite

/// Two columns of the same table.
@Table("randomRow")
private struct RandomPart {
  let id: Int
  var n: Int
}

/// Two statements that differ in more than values must have different keys, whatever clauses they
/// have.
@Suite("Keys of random statements")
struct RandomKeyTests {
  /// Whether no two different common table expressions of the statement have one name.
  private func hasDistinctNames(_ render: () throws -> Statement) throws -> Bool {
    do {
      _ = try render()
      return true
    } catch is CommonTableNameError {
      return false
    }
  }

  @Test("Queries with one key have one text, and the arguments of that text", arguments: [1, 2, 3])
  func queries(seed: UInt64) throws {
    var maker = PairMaker(seed: seed)
    let queries = try (0..<400).map { _ in maker.query() }.filter { query in
      try hasDistinctNames { try query.statement }
    }
    let written = try queries.map { try $0.statement }
    var (keys, found) = (0, 0)
    for (query, statement) in zip(queries, written) {
      guard let keyed = KeyedArguments(query) else { continue }
      keys += 1
      for (other, otherStatement) in zip(queries, written) {
        guard let otherKeyed = KeyedArguments(other), otherKeyed.key == keyed.key else { continue }
        found += 1
        try #require(Array(statement.sql.utf8) == Array(otherStatement.sql.utf8))
        try #require(otherKeyed.arguments == otherStatement.arguments, "\(statement.sql)")
      }
    }
    #expect(keys > 300)
    // Each has its own key; these are additional.
    #expect(found > keys + 100)
  }

  @Test("Writes with one key have one type, one text and its arguments", arguments: [1, 2, 3])
  func writes(seed: UInt64) throws {
    var maker = PairMaker(seed: seed)
    let writes = try (0..<600).map { _ in maker.write() }.filter { write in
      try hasDistinctNames { try write.batches(of: RandomRow.self)[0].statement }
    }
    func keyed(_ index: Int) -> KeyedArguments? {
      index % 2 == 0
        ? KeyedArguments(writes[index], of: RandomRow.self)
        : KeyedArguments(writes[index], of: RandomPart.self)
    }
    let written = try writes.map { try $0.batches(of: RandomRow.self)[0].statement }
    var (keys, found) = (0, 0)
    let all = writes.indices.map(keyed)
    for (index, own) in all.enumerated() {
      guard let own else { continue }
      keys += 1
      for (otherIndex, other) in all.enumerated() {
        guard let other, other.key == own.key else { continue }
        found += 1
        try #require(index % 2 == otherIndex % 2)
        try #require(Array(written[index].sql.utf8) == Array(written[otherIndex].sql.utf8))
        try #require(other.arguments == written[otherIndex].arguments, "\(written[index].sql)")
      }
    }
    #expect(keys > 200)
    #expect(found > keys + 100)
  }

  @Test("Inserts with one key have one text, and the arguments of that text", arguments: [1, 2, 3])
  func inserts(seed: UInt64) throws {
    var maker = PairMaker(seed: seed)
    let inserts = try (0..<600).map { _ in maker.insert() }.filter { insert in
      try hasDistinctNames {
        try WriteNode(.insert(insert.returning([])), of: "randomRow", returning: insert.results)
          .batches(of: RandomRow.self)[0].statement
      }
    }
    let written = try inserts.map {
      try WriteNode(.insert($0.returning([])), of: "randomRow", returning: $0.results)
        .batches(of: RandomRow.self)[0].statement
    }
    var (keys, found) = (0, 0)
    for (insert, statement) in zip(inserts, written) {
      let keyed = KeyedArguments { $0.write(insert, of: ObjectIdentifier(RandomRow.self)) }
      guard let keyed else { continue }
      keys += 1
      for (other, otherStatement) in zip(inserts, written) {
        let otherKeyed = KeyedArguments { $0.write(other, of: ObjectIdentifier(RandomRow.self)) }
        guard let otherKeyed, otherKeyed.key == keyed.key else { continue }
        found += 1
        try #require(Array(statement.sql.utf8) == Array(otherStatement.sql.utf8))
        try #require(otherKeyed.arguments == otherStatement.arguments, "\(statement.sql)")
      }
    }
    #expect(keys > 200)
    #expect(found > keys + 100)
  }
}

extension PairMaker {
  private static let names = ["randomRow", "r", "R"]

  private mutating func columns() -> RandomRow.Columns {
    RandomRow.Columns(source: TableSource(qualifier: Self.names[below(2)]))
  }

  private mutating func condition() -> SQLNode {
    switch below(8) {
    case 0:
      .inSelect(
        int(columns(), 0).typed.node,
        SelectNode(SelectCore(results(), from: [below(4) == 0 ? commonTable() : list()])))
    case 1: .raw(SQL(parts: raw()))
    default: condition(columns(), below(3) == 0 ? 1 : 0).typed.node
    }
  }

  /// Raw SQL with one or several values.
  private mutating func raw() -> [SQL.Part] {
    let name = Self.names[below(3)]
    let values = (0...below(3)).map { SQLValue.integer(Int64($0)) }
    return [
      .text(below(2) == 0 ? "n IN " : "m IN "),
      below(2) == 0 ? .list(values) : .node(int(columns(), 0).typed.node),
      .text(" OR "), .identifier(name),
    ]
  }

  /// A list of values, as a table.
  private mutating func list() -> SourceNode {
    SourceNode(
      table: .function(
        below(2) == 0 ? "json_each" : "json_tree", [.value(.text("[\(below(5))]"))]),
      qualifier: Self.names[below(3)])
  }

  /// A common table expression, often one of a few.
  private mutating func commonTable() -> SourceNode {
    var body = RandomRow.all.node
    body.narrow(to: .binary(.column(qualifier: "randomRow", name: "n"), .equal, value()))
    if below(6) == 0 { body = compound(body) }
    let table = CommonTableNode(
      name: Self.names[1 + below(2)], columns: [["id", "n"], ["id", "m"]][below(8) / 7],
      isRecursive: below(6) == 0, isMaterialized: [nil, nil, true, false][below(4)], body: body)
    return SourceNode(table: .common(table), qualifier: Self.names[below(2)])
  }

  private mutating func value() -> SQLNode { .value(.integer(Int64(below(5)))) }

  /// A compound of the query with one or two other queries.
  private mutating func compound(_ query: SelectNode) -> SelectNode {
    var query = query
    for _ in 0...below(2) {
      let symbol: CompoundOperator = [.union, .union, .unionAll, .except][below(4)]
      query.compounds.append(SelectNode.Compound(symbol: symbol, core: rows().core))
    }
    return query
  }

  /// An insert of a row or of a query's rows, with a conflict clause.
  fileprivate mutating func insert() -> InsertNode {
    let names = [["n", "id"], ["m", "id"], ["n"]][below(3)]
    let values = names.map { _ in SQLValue.integer(Int64(below(5))) }
    var rows = InsertedRow(of: names, .stored(values), isFromTable: false)
    if below(2) == 0 {
      rows.values = .computed(
        names.map { _ in below(3) == 0 ? int(columns(), 1).typed.node : value() })
    }
    let isRow = below(2) == 0
    let resolutions: [ConflictResolution?] = [nil, nil, .ignore, .replace]
    var insert = InsertNode(
      resolution: resolutions[below(4)],
      source: isRow ? .rows([rows]) : .select(columns: names, query()))
    for _ in 0..<below(3) { insert.conflicts.append(conflict()) }
    return below(4) == 0 ? insert.returning(results()) : insert
  }

  private mutating func conflict() -> ConflictNode {
    let target = SQLNode.column(qualifier: "randomRow", name: below(2) == 0 ? "id" : "n")
    let sets = below(3) > 0
    return ConflictNode(
      target: below(4) == 0 ? [] : [target],
      targetCondition: below(4) == 0 ? condition() : .always,
      assignments: sets
        ? [UpdateNode.Assignment(column: "n", value: int(columns(), 0).typed.node)] : nil,
      condition: sets && below(3) == 0 ? condition() : .always)
  }

  /// A query with few variants, so that some are equal by chance.
  fileprivate mutating func query() -> SelectNode {
    var query = rows()
    if below(2) == 0 { query.narrow(to: condition()) }
    if below(6) == 0 { query.core.isDistinct = true }
    if below(4) == 0 { query.core.results = results() }
    if below(6) == 0 {
      query.core.grouping = [int(columns(), 0).typed.node]
      if below(2) == 0 { query.core.having = condition() }
    }
    if below(4) == 0 {
      let node = int(columns(), 0).typed.node
      query.ordering = [
        OrderingTerm(node, isDescending: below(2) == 0, nulls: nil, canBeNull: false)
      ]
    }
    if below(4) == 0 { query.limit = below(3) }
    if query.limit != nil { query.offset = below(3) }
    if below(6) == 0 { query = compound(query) }
    return below(10) == 0 ? nested(query) : query
  }

  private mutating func rows() -> SelectNode {
    switch below(11) {
    case 0: RandomPart.all.node
    case 1: RandomRow.as(Self.names[below(3)]).node
    case 2: RandomRow.join(RandomPart.self, as: Self.names[1 + below(2)]) { $0.id == $1.n }.node
    case 3: RandomRow.leftJoin(RandomRow.self, as: "r") { $0.id == $1.n }.node
    case 4: RandomRow.join(RandomRow.self) { $0.id == $1.n }.node
    case 5: SelectNode(SelectCore(results(), from: [list()]))
    case 6: SelectNode(SelectCore(results(), from: [commonTable()]))
    case 7: SelectNode(SelectCore(results(), from: [commonTable(), commonTable()]))
    default: RandomRow.all.node
    }
  }

  private mutating func results() -> [ResultColumn] {
    (0...below(2)).map { _ in
      ResultColumn(int(columns(), 0).typed.node, as: below(3) == 0 ? Self.names[below(3)] : nil)
    }
  }

  private mutating func nested(_ query: SelectNode) -> SelectNode {
    switch below(3) {
    case 0: query.asSubquery
    case 1: query.exists
    default: query.count
    }
  }

  fileprivate mutating func write() -> WriteNode {
    var query = below(5) == 0 ? RandomRow.as("r").node : RandomRow.all.node
    let isAll = below(6) == 0
    if !isAll { query.narrow(to: condition()) }
    if below(12) == 0 { query.limit = below(3) }
    var rows = RowsWrite(query, isAll: isAll, sets: nil)
    if below(3) > 0 {
      let resolutions: [ConflictResolution?] = [nil, nil, nil, .ignore, .replace]
      let assignments = (0...below(2)).map { place in
        UpdateNode.Assignment(
          column: ["n", "m"][(place + below(2)) % 2], value: int(columns(), 0).typed.node)
      }
      rows = RowsWrite(
        query, isAll: isAll, sets: assignments, or: resolutions[below(resolutions.count)])
    }
    if below(8) == 0 { rows = rows.returning(results()) }
    return WriteNode(rows, of: "randomRow", identity: TableKeyColumns<RandomRow>.self)
  }
}
