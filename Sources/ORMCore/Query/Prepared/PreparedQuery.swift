/// A typed query that is built once and run with many values.
///
/// ```swift
/// let recent = PreparedQuery { (artist: Placeholder<Int>, year: Placeholder<Int>) in
///   Album.where { $0.artistID == artist && $0.year > year }.order { $0.title }
/// }
/// let albums = try await db.fetch(recent(7, 1990))
/// // SELECT … FROM "album" WHERE "artistID" = $1 AND "year" > $2 ORDER BY "title"
/// ```
///
/// A query built on the spot is cheap beside most of what it does, and here nothing of it is built again:
/// what a call makes is the list of its values. It pays where a small query runs a hundred thousand times.
///
/// A placeholder is a value of one type: `Placeholder<Int?>` is compared by `IS`, so that nil finds NULL, and
/// a column in a representation of its own takes a placeholder in the same one. The length of a list and the
/// number of a `limit` are part of the query. A placeholder that is used outside of its query's closure has no
/// value: the query that it gets into throws ``ValueEncodingError``.
public struct PreparedQuery<Result: SelectResult, each Value: ColumnRepresentation>: Sendable {
  @usableFromInline let template: Swift.Result<StatementTemplate, any Error>

  /// Builds the query and writes its text.
  ///
  /// What is wrong with a value that the closure itself puts in is thrown where the query runs.
  ///
  /// - Parameter query: The query, of placeholders for the values that it will be run with.
  public init<Query: ComposableSelect>(
    _ query: (repeat Placeholder<each Value>) -> Query
  ) where Query.Result == Result {
    let id = PreparedQueryID()
    var count = 0
    func next<Representation>(_: Representation.Type) -> Placeholder<Representation> {
      defer { count += 1 }
      return Placeholder(index: count, query: id)
    }
    let node = query(repeat next((each Value).self)).node
    template = Swift.Result { try node.template(of: id) }
  }

  /// The query with its values, to be fetched, streamed or observed as other queries are.
  @inlinable
  public func callAsFunction(_ values: repeat (each Value).Value) -> BoundQuery<Result> {
    var filling = StatementFilling(template)
    repeat filling.fill(each values, as: (each Value).self)
    return BoundQuery(statement: filling.statement)
  }
}

/// A ``PreparedQuery`` with its values.
public struct BoundQuery<Result: SelectResult>: SelectStatement {
  public typealias Output = Result.Output

  let bound: Swift.Result<Statement, any Error>

  @usableFromInline
  init(statement: Swift.Result<Statement, any Error>) { bound = statement }

  public func statement() throws -> Statement { try bound.get() }

  @inlinable
  public func decode<Row: RowReader & ~Copyable>(_ row: borrowing Row) throws -> Output {
    try Result.decode(row, at: 0)
  }
}
