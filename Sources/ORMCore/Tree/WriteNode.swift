/// A whole `INSERT`, `UPDATE` or `DELETE` as a tree.
@_documentation(visibility: internal)
public struct WriteNode: Sendable, Hashable {
  package indirect enum Action: Sendable, Hashable {
    case insert(InsertNode)
    case update(UpdateNode)
    case delete(TargetNode)
  }

  package let table: String
  package var action: Action
  /// The `RETURNING`.
  package var results: [ResultColumn] = []

  init(_ action: Action, of table: String, returning results: [ResultColumn] = []) {
    self.table = table
    self.action = action
    self.results = results
  }

  /// Creates the write of these rows of the table.
  init(_ rows: RowsWrite, of table: String, identity: any IdentifyingColumns.Type) {
    let target = TargetNode(
      table: table, identity: identity, query: rows.query, isAll: rows.isAll)
    if let assignments = rows.assignments {
      self.init(
        .update(
          UpdateNode(resolution: rows.resolution, assignments: assignments, target: target)),
        of: table)
    } else {
      self.init(.delete(target), of: table)
    }
    results = rows.results
  }

  /// The write as a ``RowsWrite``, if that can express it.
  package var rows: RowsWrite? {
    guard let target else { return nil }
    var assignments: [UpdateNode.Assignment]?
    if case .update(let update) = action { assignments = update.assignments }
    let rows = RowsWrite(target.query, isAll: target.isAll, sets: assignments, or: resolution)
      .returning(results)
    return WriteNode(rows, of: table, identity: target.identity) == self ? rows : nil
  }

  /// The rows that it updates or deletes; nil for an insert.
  package var target: TargetNode? {
    switch action {
    case .insert: nil
    case .update(let update): update.target
    case .delete(let target): target
    }
  }

  /// The conflict resolution, if the write has one.
  package var resolution: ConflictResolution? {
    switch action {
    case .insert(let insert): insert.resolution
    case .update(let update): update.resolution
    case .delete: nil
    }
  }

  /// The columns that are set.
  var columns: [String] {
    switch action {
    case .insert(let insert):
      insert.columns + insert.conflicts.flatMap { ($0.assignments ?? []).flatMap(\.columns) }
    case .update(let update): update.assignments.flatMap(\.columns)
    case .delete: []
    }
  }
}

/// An `INSERT` without its table.
@_documentation(visibility: internal)
public struct InsertNode: Sendable, Hashable {
  @usableFromInline
  package enum Source: Sendable, Hashable {
    case rows([InsertedRow])
    /// The rows of a query; indirect, because it is rare and large.
    indirect case select(columns: [String], SelectNode)
  }

  @usableFromInline package var resolution: ConflictResolution?
  @usableFromInline package var source: Source
  /// The `ON CONFLICT` clauses; the first that matches is applied.
  @usableFromInline package var conflicts: [ConflictNode] = []
  /// The `RETURNING` of an insert that is cached by its key. Otherwise, ``WriteNode/results`` is
  /// used.
  @usableFromInline package var results: [ResultColumn] = []
}

@_documentation(visibility: internal)
extension InsertNode {
  @inlinable
  package init(_ source: consuming Source, or resolution: ConflictResolution?) {
    self.resolution = resolution
    self.source = source
  }

  /// Returns the insert with a `RETURNING` of these columns.
  package func returning(_ results: [ResultColumn]) -> InsertNode {
    var insert = self
    insert.results = results
    return insert
  }

  /// The columns that the caller has named.
  var columns: [String] {
    switch source {
    case .rows(let rows): rows.flatMap { $0.isFromTable ? [] : $0.columns }
    case .select(let columns, _): columns
    }
  }
}

/// A row of a `VALUES`.
@usableFromInline
package struct InsertedRow: Sendable, Hashable {
  @usableFromInline
  package enum Values: Sendable, Hashable {
    case stored([SQLValue])
    case computed([SQLNode])
    /// A value could not be encoded, which is thrown when the statement is rendered.
    indirect case unencodable(ValueEncodingError)
  }

  @usableFromInline package var columns: [String]
  @usableFromInline package var values: Values
  /// Whether the columns are the writable columns of the table's schema.
  @usableFromInline package var isFromTable: Bool
}

extension InsertedRow {
  @inlinable
  package init(of columns: consuming [String], _ values: consuming Values, isFromTable: Bool) {
    self.columns = columns
    self.values = values
    self.isFromTable = isFromTable
  }
}

/// An `ON CONFLICT` clause; see <https://www.sqlite.org/lang_upsert.html>.
@usableFromInline
package struct ConflictNode: Sendable, Hashable {
  /// The indexed columns or expressions; empty for any index.
  @usableFromInline package var target: [SQLNode]
  /// The condition of the partial index.
  @usableFromInline package var targetCondition: SQLNode
  /// The assignments; nil means `DO NOTHING`.
  @usableFromInline package var assignments: [UpdateNode.Assignment]?
  @usableFromInline package var condition: SQLNode
}

extension ConflictNode {
  @inlinable
  package init(
    on target: consuming [SQLNode], where targetCondition: consuming SQLNode = .always,
    sets assignments: consuming [UpdateNode.Assignment]? = nil
  ) {
    self.target = target
    self.targetCondition = targetCondition
    self.assignments = assignments
    condition = .always
  }
}

@usableFromInline
package struct UpdateNode: Sendable, Hashable {
  @usableFromInline
  package struct Assignment: Sendable, Hashable {
    /// The column, or the first of several columns that are set to a row value.
    package let column: String
    /// The columns after the first. They are separate, so that one column needs no array.
    package var others: [String] = []
    package let value: SQLNode

    package var columns: [String] { [column] + others }

    /// Returns whether the column is one of these.
    func sets(_ name: String) -> Bool {
      column.isSameName(as: name) || !others.isEmpty && others.contains(name: name)
    }

    /// Returns the value to which one of the columns is set.
    func value(of column: String) -> SQLNode {
      guard !others.isEmpty, case .subquery(let row) = value.kind,
        let index = columns.lastIndex(where: { $0.isSameName(as: column) })
      else { return value }
      let names = columns.indices.map { "column\($0 + 1)" }
      let result = ResultColumn(.column(qualifier: "", name: names[index]))
      return .subquery(
        SelectNode(SelectCore([result], from: [.anonymous(row.naming(names))])))
    }
  }

  package var resolution: ConflictResolution?
  package var assignments: [Assignment]
  package var target: TargetNode
  /// The `FROM`, and the condition that joins its rows to the table's.
  package var source: SourceNode?
  package var condition = SQLNode.always
}

/// An update or a delete of the rows of a query, which is what most updates and deletes are.
///
/// A connection caches its statement by its key, without building a whole tree.
@_documentation(visibility: internal)
public struct RowsWrite: Sendable {
  @usableFromInline package let query: SelectNode
  /// Whether the caller explicitly wants all rows.
  @usableFromInline package let isAll: Bool
  @usableFromInline package let resolution: ConflictResolution?
  /// The assignments; nil if the rows are deleted.
  @usableFromInline package let assignments: [UpdateNode.Assignment]?
  /// The `RETURNING`.
  @usableFromInline package var results: [ResultColumn] = []
}

@_documentation(visibility: internal)
extension RowsWrite {
  func returning(_ results: [ResultColumn]) -> RowsWrite {
    var write = self
    write.results = results
    return write
  }

  @inlinable
  init(
    _ query: consuming SelectNode, isAll: Bool = false,
    sets assignments: consuming [UpdateNode.Assignment]?, or resolution: ConflictResolution? = nil
  ) {
    self.query = query
    self.isAll = isAll
    self.resolution = resolution
    self.assignments = assignments
  }
}

/// The columns that identify a row of a table.
@usableFromInline
package protocol IdentifyingColumns: SendableMetatype {
  static var columns: [String] { get }
}

/// The rows of a table to update or delete.
package struct TargetNode: Sendable, Hashable {
  package let table: String
  /// The columns that identify a row, which few statements need.
  let identity: any IdentifyingColumns.Type
  /// The query that selects the rows.
  package let query: SelectNode
  /// Whether the caller explicitly wants all rows.
  package var isAll = false

  /// The name of the table in the statement.
  package var name: String { query.aliasOfPlainRows(of: table) ?? table }

  /// Returns the condition of the rows: the query's condition, or, if the query is more than a
  /// condition, that their key is among the query's results.
  ///
  /// SQLite supports `ORDER BY` and `LIMIT` in an `UPDATE` and a `DELETE` only if it is built with
  /// an option; see <https://www.sqlite.org/compile.html#enable_update_delete_limit>.
  ///
  /// - Parameter byKey: Whether to find the rows by their keys even if a condition is enough.
  /// - Throws: ``MissingConditionError`` if the condition is empty and ``isAll`` is false.
  package func condition(
    and other: SQLNode = .always, byKey: Bool = false
  ) throws -> SQLNode {
    guard !byKey, query.aliasOfPlainRows(of: table) != nil else { return .and(keyCondition, other) }
    let condition = SQLNode.and(query.core.condition, other)
    if condition.isAlways && !isAll { throw MissingConditionError(table: table) }
    return condition
  }

  private var keyCondition: SQLNode {
    var picked = query
    let key = identity.columns
    picked.core.results = key.map {
      ResultColumn(.column(qualifier: query.core.sources.first?.qualifier, name: $0))
    }
    let columns = key.map { SQLNode.column(qualifier: name, name: $0) }
    return .inSelect(columns.count == 1 ? columns[0] : .row(columns), picked)
  }
}

extension SelectNode {
  /// Returns the name of the table in the query, if the query selects rows of this table only by a
  /// condition; otherwise nil.
  @usableFromInline
  package func aliasOfPlainRows(of table: String) -> String? {
    guard limit == nil, core.grouping.isEmpty, core.having.isAlways else { return nil }
    if let name = core.whole?.tableName { return name.hasSameBytes(as: table) ? name : nil }
    // By index: `first` would copy the whole source.
    guard core.listed.count == 1, case .table(let name) = core.listed[0].table,
      name.hasSameBytes(as: table)
    else { return nil }
    return core.listed[0].qualifier
  }
}
