// A condition after a query or an array. Without these overloads, the compiler (6.3.1) fails to
// produce a diagnostic. It reports a closure for a parameter of another type before it checks the
// closure, so the parameter's type is in the message. Mistakes in a condition after a table's type
// keep their messages, and take no more time to compile.

/// The type that a compiler error names if a call passes a condition after a query. Write
/// `count(query.where { … })` instead.
@_documentation(visibility: internal)
public struct QueryHasItsOwnWhere { private init() {} }

/// The type that a compiler error names if a call passes a condition after an array of rows. Write
/// `count(Album.self, where: { … })` instead.
@_documentation(visibility: internal)
public struct WhereTakesTheTypeOfATable { private init() {} }

@_documentation(visibility: internal)
extension SQLConnection {
  @available(*, unavailable, message: "write 'fetch(query.where { … })'")
  public func fetch<Columns, Result>(
    _ query: SelectQuery<Columns, Result>, where condition: QueryHasItsOwnWhere
  ) throws -> Int { 0 }

  @available(*, unavailable, message: "write 'fetch(Album.self, where: { … })'")
  public func fetch<Element>(
    _ rows: [Element], where condition: WhereTakesTheTypeOfATable
  ) throws -> Int { 0 }

  @available(*, unavailable, message: "write 'first(query.where { … })'")
  public func first<Columns, Result>(
    _ query: SelectQuery<Columns, Result>, where condition: QueryHasItsOwnWhere
  ) throws -> Int { 0 }

  @available(*, unavailable, message: "write 'first(Album.self, where: { … })'")
  public func first<Element>(
    _ rows: [Element], where condition: WhereTakesTheTypeOfATable
  ) throws -> Int { 0 }

  @available(*, unavailable, message: "write 'firstOrThrow(query.where { … })'")
  public func firstOrThrow<Columns, Result>(
    _ query: SelectQuery<Columns, Result>, where condition: QueryHasItsOwnWhere
  ) throws -> Int { 0 }

  @available(*, unavailable, message: "write 'firstOrThrow(Album.self, where: { … })'")
  public func firstOrThrow<Element>(
    _ rows: [Element], where condition: WhereTakesTheTypeOfATable
  ) throws -> Int { 0 }

  @available(*, unavailable, message: "write 'count(query.where { … })'")
  public func count<Columns, Result>(
    _ query: SelectQuery<Columns, Result>, where condition: QueryHasItsOwnWhere
  ) throws -> Int { 0 }

  @available(*, unavailable, message: "write 'count(Album.self, where: { … })'")
  public func count<Element>(
    _ rows: [Element], where condition: WhereTakesTheTypeOfATable
  ) throws -> Int { 0 }

  @available(*, unavailable, message: "write 'exists(query.where { … })'")
  public func exists<Columns, Result>(
    _ query: SelectQuery<Columns, Result>, where condition: QueryHasItsOwnWhere
  ) throws -> Int { 0 }

  @available(*, unavailable, message: "write 'exists(Album.self, where: { … })'")
  public func exists<Element>(
    _ rows: [Element], where condition: WhereTakesTheTypeOfATable
  ) throws -> Int { 0 }

  @available(*, unavailable, message: "write 'delete(query.where { … })'")
  public func delete<Columns, Result>(
    _ query: SelectQuery<Columns, Result>, where condition: QueryHasItsOwnWhere
  ) throws -> Int { 0 }

  @available(*, unavailable, message: "write 'delete(Album.self, where: { … })'")
  public func delete<Element>(
    _ rows: [Element], where condition: WhereTakesTheTypeOfATable
  ) throws -> Int { 0 }
}

@_documentation(visibility: internal)
extension SQLDatabase {
  @available(*, unavailable, message: "write 'fetch(query.where { … })'")
  public func fetch<Columns, Result>(
    _ query: SelectQuery<Columns, Result>, where condition: QueryHasItsOwnWhere
  ) async throws -> Int { 0 }

  @available(*, unavailable, message: "write 'fetch(Album.self, where: { … })'")
  public func fetch<Element>(
    _ rows: [Element], where condition: WhereTakesTheTypeOfATable
  ) async throws -> Int { 0 }

  @available(*, unavailable, message: "write 'first(query.where { … })'")
  public func first<Columns, Result>(
    _ query: SelectQuery<Columns, Result>, where condition: QueryHasItsOwnWhere
  ) async throws -> Int { 0 }

  @available(*, unavailable, message: "write 'first(Album.self, where: { … })'")
  public func first<Element>(
    _ rows: [Element], where condition: WhereTakesTheTypeOfATable
  ) async throws -> Int { 0 }

  @available(*, unavailable, message: "write 'firstOrThrow(query.where { … })'")
  public func firstOrThrow<Columns, Result>(
    _ query: SelectQuery<Columns, Result>, where condition: QueryHasItsOwnWhere
  ) async throws -> Int { 0 }

  @available(*, unavailable, message: "write 'firstOrThrow(Album.self, where: { … })'")
  public func firstOrThrow<Element>(
    _ rows: [Element], where condition: WhereTakesTheTypeOfATable
  ) async throws -> Int { 0 }

  @available(*, unavailable, message: "write 'count(query.where { … })'")
  public func count<Columns, Result>(
    _ query: SelectQuery<Columns, Result>, where condition: QueryHasItsOwnWhere
  ) async throws -> Int { 0 }

  @available(*, unavailable, message: "write 'count(Album.self, where: { … })'")
  public func count<Element>(
    _ rows: [Element], where condition: WhereTakesTheTypeOfATable
  ) async throws -> Int { 0 }

  @available(*, unavailable, message: "write 'exists(query.where { … })'")
  public func exists<Columns, Result>(
    _ query: SelectQuery<Columns, Result>, where condition: QueryHasItsOwnWhere
  ) async throws -> Int { 0 }

  @available(*, unavailable, message: "write 'exists(Album.self, where: { … })'")
  public func exists<Element>(
    _ rows: [Element], where condition: WhereTakesTheTypeOfATable
  ) async throws -> Int { 0 }

  @available(*, unavailable, message: "write 'delete(query.where { … })'")
  public func delete<Columns, Result>(
    _ query: SelectQuery<Columns, Result>, where condition: QueryHasItsOwnWhere
  ) async throws -> Int { 0 }

  @available(*, unavailable, message: "write 'delete(Album.self, where: { … })'")
  public func delete<Element>(
    _ rows: [Element], where condition: WhereTakesTheTypeOfATable
  ) async throws -> Int { 0 }
}
