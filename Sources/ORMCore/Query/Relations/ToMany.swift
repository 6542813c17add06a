/// The rows of another table that refer to a row: the inverse of ``ToOne`` or ``ToOptional``.
///
/// ```swift
/// extension Artist.Columns {
///   var albums: ToMany<Album> { toMany(\.artist) }
/// }
///
/// Artist.where { $0.albums.exists { $0.plays > 100 } }.select { ($0.name, $0.albums.count()) }
/// // SELECT "name", (SELECT count(*) FROM "album" WHERE "artistID" = "artist"."id") FROM "artist"
/// //   WHERE EXISTS (SELECT 1 FROM "album" WHERE "artistID" = "artist"."id" AND "plays" > $1)
/// ```
public typealias ToMany<T: Selection> = ToManyQuery<T.Columns, WholeRow<T>>

/// A to-many relation in a query: the related rows of each of the query's rows, for the query's
/// conditions and selection; see ``ToMany``.
public struct ToManyQuery<Scope: Sendable, Result: SelectResult>: Sendable {
  @usableFromInline package var rows: RelatedRows
  /// The columns of the rows.
  package let scope: Scope

  package init(_ rows: RelatedRows, scope: Scope) {
    self.rows = rows
    self.scope = scope
  }

  /// Calls a closure with the rows' columns. To-many relations in the closure have a deeper level,
  /// and so rows of their own.
  package func inside<Value>(_ body: (Scope) -> Value) -> Value {
    RelationLevel.$current.withValue(rows.level) { body(scope) }
  }

  /// Narrows the relation to the rows that also meet the condition.
  ///
  /// ```swift
  /// Artist.select { ($0.name, $0.albums.where { $0.year > 2000 }.count()) }
  /// ```
  public func `where`(@ConditionBuilder _ condition: (Scope) -> SQLExpression<Bool>) -> Self {
    var narrowed = self
    narrowed.rows.select.narrow(to: inside(condition).node)
    return narrowed
  }
}

/// The number of to-many relations around the expression that is being built.
enum RelationLevel {
  @TaskLocal static var current = 0
}

extension TableColumns {
  /// The rows of another table that refer to this row.
  ///
  /// A table that refers to itself has an alias inside of the relation.
  ///
  /// ```swift
  /// extension Employee.Columns {
  ///   var boss: ToOptional<Employee> { toOptional(bossID) }
  ///   var reports: ToMany<Employee> { toMany(\.boss) }
  /// }
  ///
  /// Employee.select { ($0.name, $0.reports.count()) }
  /// // SELECT "name", (SELECT count(*) FROM "employee" AS "employee_2"
  /// //   WHERE "bossID" = "employee"."id") FROM "employee"
  /// ```
  ///
  /// - Parameter inverse: The relation from the other table to this one, over one reference or
  ///   several: `\.album.artist`.
  public func toMany<T: TableOrView, Inverse: QueryScope>(
    _ inverse: KeyPath<T.Columns, Inverse>
  ) -> ToMany<T> where Inverse.OuterScope == OuterColumns<Self> {
    let place = Self.source(of: self).place
    let level = max(place.level, RelationLevel.current) + 1
    let (rows, table) = KnownRelations.rows(by: inverse, of: place, level: level) {
      let table = RelatedTable(name: T.tableName, .rows(level: level))
      let scope = T.Columns(source: TableSource(table))
      let source = SourceNode(
        table: .table(T.tableName), qualifier: "", row: DecodedType(type: T.self), related: table)
      let end = Self.source(of: scope[keyPath: inverse].outer.inner).place
      let rows = RelatedRows(
        SelectNode(SelectCore(from: source)), pairs: end.pairs(with: place), level: level)
      return (rows, table)
    }
    return ToManyQuery(rows, scope: T.Columns(source: TableSource(table)))
  }
}

extension TablePlace {
  /// The columns of the reference that leads to this table, if there is one, each with the column
  /// of the target that it refers to.
  fileprivate func pairs(with target: TablePlace) -> [ListNode.Pair] {
    guard case .related(let table) = self, let reference = table.reference else {
      var way = RelatedTable.Way.nowhere
      if case .related(let table) = self, table.way == .otherRepresentation { way = table.way }
      let none = SQLNode.related(RelatedTable(name: name, way), "")
      return [ListNode.Pair(reference: none, key: none)]
    }
    return reference.pairs.map {
      ListNode.Pair(
        reference: $0.reference(in: reference.origin), key: target.column($0.target))
    }
  }

  private var name: String {
    switch self {
    case .named(let name): name ?? ""
    case .related(let table): table.name
    }
  }
}

@_documentation(visibility: internal)
extension ToManyQuery: NullableMember {
  /// The same relation: a missing row has no related rows.
  public static func nullable(_ member: Self) -> Self { member }
}
