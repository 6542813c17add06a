extension SQLConnection {
  /// Fetches a page of an ordered query.
  ///
  /// ```swift
  /// let first = try db.fetch(Album.order { $0.title }.page(size: 50))
  /// // SELECT "id", "title" FROM "album" ORDER BY "title", "id" LIMIT $1
  /// let second = try db.fetch(Album.order { $0.title }.page(after: first.next, size: 50))
  /// // SELECT … WHERE ("title", "id") > ($1, $2) ORDER BY "title", "id" LIMIT $3
  /// ```
  ///
  /// - Throws: ``PageError`` if the query can't be paged or the cursor belongs to another order;
  ///   ``DatabaseError``; ``RowDecodingError`` if a stored value can't be decoded.
  @inlinable
  public func fetch<Result>(_ page: PageQuery<Result>) throws -> Page<Result.Output> {
    if Result.hasLists { return try read { try fetchLists(page) } }
    let decoder = PageDecoder<Result>(try page.places())
    let rows = try bound(decoder.places.query).rows(by: decoder)
    return decoder.places.page(of: rows)
  }

  @inlinable
  func fetchLists<Result>(_ page: PageQuery<Result>) throws -> Page<Result.Output> {
    let decoder = PagePartDecoder<Result>(try page.places(), page.lists)
    let parts = try bound(decoder.places.query).rows(by: decoder)
    decoder.keys.begin()
    let lists = try Result.lists(&decoder.keys, on: self)
    return decoder.places.page(of: parts.indices.map { Result.whole(parts[$0], $0, lists) })
  }
}

extension SQLDatabase {
  /// Fetches a page of an ordered query; see ``SQLConnection/fetch(_:)-(PageQuery<Result>)``.
  @inlinable
  public func fetch<Result>(_ page: PageQuery<Result>) async throws -> Page<Result.Output> {
    try await reading { try $0.fetch(page) }
  }
}
