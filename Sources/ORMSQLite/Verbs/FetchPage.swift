import ORMCore

extension Connection {
  /// Fetches a page of an ordered query.
  ///
  /// ```swift
  /// let first = try db.fetch(Album.order { $0.title }.page(size: 50))
  /// // SELECT "id", "title", "title", "id" FROM "album" ORDER BY "title", "id" LIMIT $1
  /// let second = try db.fetch(Album.order { $0.title }.page(after: first.next, size: 50))
  /// // SELECT … WHERE ("title", "id") > ($1, $2) ORDER BY "title", "id" LIMIT $3
  /// ```
  ///
  /// - Throws: ``PageError`` where the query has no pages or the cursor is one of another order;
  ///   ``DatabaseError``; ``RowDecodingError`` where a stored value is not what is expected.
  @inlinable
  public func fetch<Result>(_ page: PageQuery<Result>) throws -> Page<Result.Output> {
    var places = try page.places()
    let rows = try bound(places.statement).rows { row in
      try places.note(row)
      return try Result.decode(row, at: 0)
    }
    return places.page(of: rows)
  }
}

extension Database {
  /// Fetches a page of an ordered query; see ``Connection/fetch(_:)-(PageQuery<Result>)``.
  @inlinable
  public func fetch<Result>(_ page: PageQuery<Result>) async throws -> Page<Result.Output> {
    try await reading { try $0.fetch(page) }
  }
}
