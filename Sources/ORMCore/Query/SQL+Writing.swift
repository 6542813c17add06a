extension SQL: StatementConvertible {
  /// The text with its arguments.
  ///
  /// - Throws: ``ValueEncodingError``; ``DatabaseError`` if the text itself contains a numbered
  ///   parameter.
  public func statement() throws -> Statement { try statement(in: .sqlite) }

  @_documentation(visibility: internal)
  public func statement(in dialect: SQLDialect) throws -> Statement {
    var renderer = SQLRenderer(dialect: dialect)
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
    @usableFromInline var parts: [Part] = []

    public init(literalCapacity: Int, interpolationCount: Int) {
      parts.reserveCapacity(2 * interpolationCount + 1)
    }

    public mutating func appendLiteral(_ literal: String) {
      if !literal.isEmpty { parts.append(.text(literal)) }
    }

    /// Binds the value as a parameter.
    @inlinable
    public mutating func appendInterpolation<Value: ColumnValue>(_ value: Value) {
      parts.append(.node(SQLNode(value, as: Value.self)))
    }

    /// Binds the value as a parameter; nil is NULL.
    @inlinable
    public mutating func appendInterpolation<Value: ColumnValue>(_ value: Value?) {
      // A separate overload, because the compiler warns if an optional is passed to the generic
      // one.
      parts.append(.node(SQLNode(value, as: Value?.self)))
    }

    /// Binds the value as a parameter, in the given representation.
    public mutating func appendInterpolation<Representation: ColumnRepresentation>(
      _ value: Representation.Value, as representation: Representation.Type
    ) {
      parts.append(.node(SQLNode(value, as: representation)))
    }

    /// Binds a value in its stored form.
    public mutating func appendInterpolation(_ value: SQLValue) {
      parts.append(.node(.value(value)))
    }

    /// Binds the values as a list in parentheses, for `IN`. The list may be empty.
    ///
    /// More than eight values are bound as one parameter, so that the prepared statement does not
    /// depend on their number.
    @_disfavoredOverload
    public mutating func appendInterpolation<Values: Sequence>(
      _ values: Values
    ) where Values.Element: ColumnValue {
      appendList(values, as: Values.Element.self)
    }

    /// Binds the numbers as a list in parentheses, for `IN`.
    ///
    /// `\([1, 2])` calls this overload, as Swift infers `Int` for the numbers of a literal. For
    /// bytes, write `\([1, 2] as [UInt8])`.
    public mutating func appendInterpolation(_ values: [Int]) {
      appendList(values, as: Int.self)
    }

    /// Binds the values as a list in parentheses, in the given representation.
    @_disfavoredOverload
    public mutating func appendInterpolation<
      Values: Sequence, Representation: ColumnRepresentation
    >(
      _ values: Values, as representation: Representation.Type
    ) where Values.Element == Representation.Value {
      appendList(values, as: representation)
    }

    private mutating func appendList<Representation: ColumnRepresentation>(
      _ values: some Sequence<Representation.Value>, as representation: Representation.Type
    ) {
      var list: [SQLValue] = []
      for value in values {
        let node = SQLNode(value, as: representation)
        guard case .value(let value) = node.kind else { return parts.append(.node(node)) }
        list.append(value)
      }
      parts.append(.list(list))
    }

    /// Writes the value into the text as a quoted literal, for places that don't allow a parameter:
    /// the values of `PRAGMA`, and the texts in `CREATE`.
    ///
    /// ```swift
    /// try db.execute("PRAGMA user_version = \(literal: 7)")       // PRAGMA user_version = 7
    /// ```
    ///
    /// If the literal is inside quotes or a comment of the text, ``SQL/statement()`` throws.
    public mutating func appendInterpolation<Value: ColumnValue>(literal value: Value) {
      parts.append(.literal(SQLNode(value, as: Value.self)))
    }

    /// Embeds a query as a subquery in parentheses, with its values bound.
    ///
    /// If the query selects lists, ``SQL/statement()`` throws a ``RelationError``.
    public mutating func appendInterpolation<Query: SelectStatement>(_ query: Query) {
      do {
        parts.append(.subquery(try EmbeddedQuery { try query.flatStatement(in: $0) }))
      } catch let error as RelationError {
        parts.append(.misplaced(error))
      } catch {
        let error =
          error as? ValueEncodingError
          ?? ValueEncodingError(
            type: "\(Query.self)", reason: .invalid(description: String(describing: error)))
        parts.append(.node(.unencodable(error)))
      }
    }

    /// Embeds a column or an expression.
    public mutating func appendInterpolation(_ expression: some SQLExpressible) {
      parts.append(.node(expression.node))
    }

    /// Embeds a table's name, quoted.
    public mutating func appendInterpolation<T: TableOrView>(_ table: T.Type) {
      parts.append(.identifier(T.tableName))
    }

    /// Embeds the columns of a table, each named by the property of a `@Selection` into which its
    /// rows are fetched.
    ///
    /// ```swift
    /// @Selection struct Line { @Embedded var album: Album; @Embedded var artist: Artist }
    /// let lines = try db.fetch(
    ///   Line.self,
    ///   sql: """
    ///     SELECT \(columnsOf: Album.self, as: "album"),
    ///       \(columnsOf: Artist.self, in: "a", as: "artist")
    ///     FROM album JOIN artist AS a ON a.id = album.artistID
    ///     """)
    /// // SELECT "album"."id" AS "album.id", …, "a"."id" AS "artist.id", … FROM album JOIN …
    /// ```
    ///
    /// - Parameters:
    ///   - alias: The table's alias in the SQL. The default is the table's name.
    ///   - property: The name of the property.
    public mutating func appendInterpolation<T: TableOrView>(
      columnsOf table: T.Type, in alias: String? = nil, as property: String
    ) {
      let qualifier = (alias ?? T.tableName).quotedIdentifier
      let columns = T.selectedColumns.map { column in
        "\(qualifier).\(column.quotedIdentifier) AS \("\(property).\(column)".quotedIdentifier)"
      }
      parts.append(.text(columns.joined(separator: ", ")))
    }

    /// Embeds a name that is known only at run time, quoted.
    public mutating func appendInterpolation(identifier name: String) {
      parts.append(.identifier(name))
    }

    /// Embeds other SQL, with its values bound.
    public mutating func appendInterpolation(_ sql: SQL) {
      parts += sql.parts
    }

    /// Splices raw SQL, unchecked. Never pass text that comes from outside the program.
    public mutating func appendInterpolation(raw text: String) {
      parts.append(.text(text))
    }
  }
}
