/// Raw SQL whose values are bound and never spliced.
///
/// ```swift
/// let title = "Love Deluxe"
/// let sql: SQL = "SELECT count(*) FROM \(Album.self) WHERE \(Album.columns.title) = \(title)"
/// // SELECT count(*) FROM "album" WHERE "title" = $1
/// ```
///
/// A value becomes a parameter, a table or a column its quoted name, and other SQL its text with
/// its own values bound. Text from elsewhere is spliced by `\(raw:)` alone.
public struct SQL: Sendable, Hashable {
  enum Part: Sendable, Hashable {
    case text(String)
    case identifier(String)
    case node(SQLNode)
  }

  private(set) var parts: [Part]

  init(parts: [Part]) { self.parts = parts }

  /// The text with its arguments.
  ///
  /// - Throws: ``ValueEncodingError``
  public func statement() throws -> Statement {
    var renderer = SQLRenderer()
    try renderer.append(self)
    return renderer.statement
  }
}

extension SQL: ExpressibleByStringInterpolation {
  public init(stringLiteral value: String) { self.init(parts: [.text(value)]) }

  public init(stringInterpolation: StringInterpolation) {
    self.init(parts: stringInterpolation.parts)
  }

  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var parts: [Part] = []

    public init(literalCapacity: Int, interpolationCount: Int) {
      parts.reserveCapacity(2 * interpolationCount + 1)
    }

    public mutating func appendLiteral(_ literal: String) {
      if !literal.isEmpty { parts.append(.text(literal)) }
    }

    /// Binds the value as a parameter.
    public mutating func appendInterpolation<Value: ColumnValue>(_ value: Value) {
      parts.append(.node(SQLNode(value, as: Value.self)))
    }

    /// Binds the value as a parameter; nil is NULL.
    public mutating func appendInterpolation<Value: ColumnValue>(_ value: Value?) {
      // An overload of its own because the compiler warns of an optional that meets a generic one.
      parts.append(.node(SQLNode(value, as: Value?.self)))
    }

    /// Binds the value as a parameter, in another representation than its own.
    public mutating func appendInterpolation<Representation: ColumnRepresentation>(
      _ value: Representation.Value, as representation: Representation.Type
    ) {
      parts.append(.node(SQLNode(value, as: representation)))
    }

    /// Binds a value that is already what SQLite stores.
    public mutating func appendInterpolation(_ value: SQLValue) {
      parts.append(.node(.value(value)))
    }

    /// Embeds a column or an expression.
    public mutating func appendInterpolation(_ expression: some SQLExpressible) {
      parts.append(.node(expression.node))
    }

    /// Embeds a table's name, quoted.
    public mutating func appendInterpolation<T: Table>(_ table: T.Type) {
      parts.append(.identifier(T.tableName))
    }

    /// Embeds a name, quoted.
    public mutating func appendInterpolation(identifier name: String) {
      parts.append(.identifier(name))
    }

    /// Embeds other SQL, with its values bound.
    public mutating func appendInterpolation(_ sql: SQL) {
      parts += sql.parts
    }

    /// Splices text as it is. Text that comes from outside the program can then do anything.
    public mutating func appendInterpolation(raw text: String) {
      parts.append(.text(text))
    }
  }
}
