// The methods of libraries in which rows write themselves: `album.save(db)`. See
// `ORMCore/Query/Advice`. They accept only connections and databases, so that the compiler does not
// report them for a mistake in a call of the program's own method. There is no `insert`: the
// compiler would report it for a mistake in `Album.insert { … }`.

@_documentation(visibility: internal)
extension DatabaseTable {
  @available(*, unavailable, message: "a row has no update method; write 'db.update(album)'")
  public func update<Source: SQLConnection>(_ database: Source) throws {}

  @available(*, unavailable, message: "a row has no update method; write 'db.update(album)'")
  public func update<Source: SQLDatabase>(_ database: Source) async throws {}

  @available(*, unavailable, message: "a row has no save method; write 'db.save(album)'")
  public func save<Source: SQLConnection>(_ database: Source) throws {}

  @available(*, unavailable, message: "a row has no save method; write 'db.save(album)'")
  public func save<Source: SQLDatabase>(_ database: Source) async throws {}

  @available(*, unavailable, message: "a row has no delete method; write 'db.delete(album)'")
  public func delete<Source: SQLConnection>(_ database: Source) throws {}

  @available(*, unavailable, message: "a row has no delete method; write 'db.delete(album)'")
  public func delete<Source: SQLDatabase>(_ database: Source) async throws {}
}
