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
/// Building a query usually costs little compared to running it. A prepared query is never rebuilt:
/// a fetch binds the values and allocates nothing for them. It pays off if a small query runs a
/// hundred thousand times. The statements of lists (``ToMany``) have the same placeholders, but
/// their SQL is rendered each time, as for other queries.
///
/// A placeholder has one type: a `Placeholder<Int?>` is compared with `IS`, so that nil finds NULL,
/// and a column with `@Column(as:)` needs a placeholder with the same representation. The length of
/// a list and the number of a `limit` are fixed in the query. A placeholder that is used outside of
/// its query's closure has no value: the query that contains it throws ``ValueEncodingError``.
public struct PreparedQuery<Result: SelectResult, each Value: ColumnRepresentation>: Sendable {
  @usableFromInline let text: PreparedText

  /// Builds the query and renders its SQL.
  ///
  /// If the query can't be rendered, for example because of a value that the closure itself embeds,
  /// the error is thrown when the query runs.
  ///
  /// - Parameter query: A closure that builds the query from placeholders for its values.
  public init<Query: ComposableSelect>(
    _ query: (repeat Placeholder<each Value>) -> Query
  ) where Query.Result == Result {
    let id = PreparedQueryID()
    var count = 0
    var rounding: Set<Int> = []
    func next<Representation>(_: Representation.Type) -> Placeholder<Representation> {
      defer { count += 1 }
      // A type without a conversion does not round.
      if !(Representation.self is any ColumnValue.Type) { rounding.insert(count) }
      return Placeholder(index: count, query: id)
    }
    let node = query(repeat next((each Value).self)).node
    let rendered = Result.hasLists ? node.withKeys : node
    text = PreparedText(of: node.sourceTypes, lists: Result.hasLists ? (node, id) : nil, rounding) {
      try rendered.template(of: id, in: $0)
    }
  }

  /// Returns the query with its values, to be fetched, streamed or observed like other queries.
  @inlinable
  public func callAsFunction(
    _ values: repeat (each Value).Value
  ) -> BoundQuery<Result, repeat each Value> {
    BoundQuery(text: text, values: (repeat each values))
  }
}

/// A ``PreparedQuery`` with its values.
public struct BoundQuery<Result: SelectResult, each Value: ColumnRepresentation>: SelectStatement {
  public typealias Output = Result.Output

  @usableFromInline package var text: PreparedText
  @usableFromInline let values: (repeat (each Value).Value)

  @inlinable
  init(text: PreparedText, values: (repeat (each Value).Value)) {
    self.text = text
    self.values = values
  }

  public func statement() throws -> Statement { try statement(of: text) }

  @_documentation(visibility: internal)
  public func statement(in dialect: SQLDialect) throws -> Statement {
    try statement(of: text.translated(to: dialect))
  }

  private func statement(of text: PreparedText) throws -> Statement {
    var statement = try text.template.get().statement
    let (values, bounds) = (try sqlValues(), try sqlValues(areBounds: true))
    for place in values.indices {
      for argument in text.arguments(of: place) {
        let isBound = text.bounds.contains(argument)
        statement.arguments[argument] = isBound ? bounds[place] : values[place]
      }
    }
    return statement
  }

  /// The value of each placeholder.
  ///
  /// - Parameter areBounds: Whether stored values are compared with these by order.
  func sqlValues(areBounds: Bool = false) throws -> [SQLValue] {
    var sqlValues: [SQLValue] = []
    func add<Representation: ColumnRepresentation>(
      _ value: Representation.Value, as representation: Representation.Type
    ) throws {
      do {
        sqlValues.append(
          areBounds
            ? try Self.bound(value, as: representation) : try Representation.sqlValue(of: value))
      } catch {
        throw text.redacted(error)
      }
    }
    repeat try add(each values, as: (each Value).self)
    return sqlValues
  }

  @_documentation(visibility: internal)
  @inlinable
  public func decode<Row: RowReader & ~Copyable>(_ row: borrowing Row) throws -> Output {
    try Result.decode(row, at: 0)
  }

  /// Binds the values without allocating an array of them.
  @inlinable
  package func bind(to parameters: inout some ParameterWriter & ~Copyable) throws {
    text.bindConstants(to: &parameters)
    var place = 0
    repeat try bind(each values, as: (each Value).self, &place, to: &parameters)
  }

  @inlinable
  func bind<Representation: ColumnRepresentation>(
    _ value: Representation.Value, as representation: Representation.Type, _ place: inout Int,
    to parameters: inout some ParameterWriter & ~Copyable
  ) throws {
    do {
      for argument in text.arguments(of: place) {
        if !text.bounds.isEmpty && text.bounds.contains(argument) {
          parameters.bind(try Self.bound(value, as: representation), at: argument + 1)
        } else {
          try Representation.write(value, to: &parameters, at: argument + 1)
        }
      }
    } catch {
      throw text.redacted(error)
    }
    place += 1
  }

  /// The value with which stored values are compared by order.
  @usableFromInline
  @inline(never)
  static func bound<Representation: ColumnRepresentation>(
    _ value: Representation.Value, as representation: Representation.Type
  ) throws -> SQLValue {
    let stored = try Representation.sqlValue(of: value)
    let node = SQLNode(possibleBound: value, as: Representation.self, beside: nil)
    return if case .value(let bound) = node.kind { bound } else { stored }
  }
}
