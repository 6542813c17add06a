// Everything in this directory exists only for diagnostics: the method names of other libraries and
// of Swift's collections, and forms that are almost right. Each declaration is unavailable, and its
// message says what to write. The type checker tries unavailable declarations only to explain a
// mistake.
//
// A new declaration must not hide another mistake. If the closure of an overload has another type
// than the closure of the right one, the compiler reports the overload instead of a misspelt column
// in the closure, so `where`, `order` and `group` have no overloads here. The MustNotCompile tests
// cover both.

// MARK: - Clauses

@_documentation(visibility: internal)
extension TableOrView {
  @available(*, unavailable, renamed: "where(_:)")
  public static func filter(
    @ConditionBuilder _ condition: (Columns) -> SQLExpression<Bool>
  ) -> Select<Self> { all }

  @available(*, unavailable, renamed: "order(_:)")
  public static func orderBy(
    @OrderingBuilder _ terms: (Columns) -> [OrderingTerm]
  ) -> Select<Self> { all }

  @available(*, unavailable, renamed: "order(_:)")
  public static func sorted(
    @OrderingBuilder by terms: (Columns) -> [OrderingTerm]
  ) -> Select<Self> { all }

  @available(*, unavailable, renamed: "group(_:)")
  public static func groupBy(
    @GroupingBuilder _ terms: (Columns) -> [SQLNode]
  ) -> Select<Self> { all }
}

@_documentation(visibility: internal)
extension SelectQuery {
  @available(*, unavailable, renamed: "where(_:)")
  public func filter(
    @ConditionBuilder _ condition: (Scope) -> SQLExpression<Bool>
  ) -> Self { self }

  @available(*, unavailable, renamed: "order(_:)")
  public func orderBy(@OrderingBuilder _ terms: (Scope) -> [OrderingTerm]) -> Self { self }

  @available(*, unavailable, renamed: "order(_:)")
  public func sorted(@OrderingBuilder by terms: (Scope) -> [OrderingTerm]) -> Self { self }

  @available(*, unavailable, renamed: "group(_:)")
  public func groupBy(@GroupingBuilder _ terms: (Scope) -> [SQLNode]) -> Self { self }

  @available(*, unavailable, renamed: "update(source:as:or:_:where:)")
  public func update<T: DatabaseTable, Other: Selection>(
    from other: TableExpression<Other>, as alias: String? = nil,
    or resolution: ConflictResolution? = nil,
    _ set: (inout Updates<T>, Other.Columns) throws -> Void,
    @ConditionBuilder where condition: (T.Columns, Other.Columns) -> SQLExpression<Bool>
  ) rethrows -> Update<T> where Scope == T.Columns, Result == WholeRow<T> { cannotBeCalled() }
}

@_documentation(visibility: internal)
extension TableQuery {
  @available(*, unavailable, message: "an offset needs a limit: write 'limit(10, offset: 20)'")
  public func offset(_ count: Int) -> Self { self }
}

// MARK: - Verbs

@_documentation(visibility: internal)
extension TableOrView {
  @available(*, unavailable, message: "a table has no fetch methods; write 'db.fetch(Album.self)'")
  public static func fetchAll<Source>(_ database: Source) -> [Self] { [] }

  @available(
    *, unavailable,
    message:
      "a table has no fetch methods; write 'db.first(Album.self)' or 'db.find(Album.self, 1)'"
  )
  public static func fetchOne<Source>(_ database: Source) -> Self? { nil }

  @available(
    *, unavailable, message: "a table has no fetch methods; write 'db.find(Album.self, 1)'"
  )
  public static func fetchOne<Source, Key>(_ database: Source, key: Key) -> Self? { nil }

  @available(*, unavailable, message: "a table has no count method; write 'db.count(Album.self)'")
  public static func fetchCount<Source>(_ database: Source) -> Int { 0 }
}

@_documentation(visibility: internal)
extension SelectStatement {
  @available(*, unavailable, message: "a query has no fetch methods; write 'db.fetch(query)'")
  public func fetchAll<Source>(_ database: Source) -> [Output] { [] }

  @available(*, unavailable, message: "a query has no fetch methods; write 'db.first(query)'")
  public func fetchOne<Source>(_ database: Source) -> Output? { nil }

  @available(*, unavailable, message: "a query has no count method; write 'db.count(query)'")
  public func fetchCount<Source>(_ database: Source) -> Int { 0 }
}
