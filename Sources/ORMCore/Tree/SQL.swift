/// Raw SQL whose values are bound, never spliced into the text.
///
/// ```swift
/// let title = "Love Deluxe"
/// let sql: SQL = "SELECT count(*) FROM \(Album.self) WHERE \(Album.columns.title) = \(title)"
/// // SELECT count(*) FROM "album" WHERE "title" = $1
/// ```
///
/// A value in `\( )` is embedded by its type:
///
/// | Swift | SQL |
/// | --- | --- |
/// | a value | a parameter |
/// | several values | a list for `IN`, in parentheses |
/// | a table, a column, `identifier:` | the name, quoted |
/// | an expression, a condition, other SQL | its text, with its values bound |
/// | a query | a subquery, in parentheses, with its values bound |
/// | `literal:` | the value, written into the text, for places where SQL allows no parameter |
/// | `raw:` | the text, unchanged |
///
/// ```swift
/// let ids = [1, 2]
/// let recent = Album.order { $0.date.desc() }.limit(10)
/// let sql: SQL = "SELECT title FROM \(recent) WHERE artistID IN \(ids)"
/// // SELECT title FROM (SELECT … FROM "album" ORDER BY "date" DESC LIMIT $1)
/// //   WHERE artistID IN ($2, $3)
/// ```
///
/// Only `raw:` splices text into the SQL. A parameter that is written by hand, such as `$1`, has no
/// value, and is refused.
public struct SQL: Sendable, Hashable {
  @usableFromInline
  package enum Part: Sendable, Hashable {
    case text(String)
    case identifier(String)
    case node(SQLNode)
    /// A value that is written into the text.
    case literal(SQLNode)
    /// The values of `IN (…)`.
    case list([SQLValue])
    case subquery(EmbeddedQuery)
    /// A query that can't be a subquery.
    case misplaced(RelationError)
  }

  package private(set) var parts: [Part]
}

/// A query in raw SQL. It is rendered together with the raw SQL.
@usableFromInline
package struct EmbeddedQuery: Sendable, Hashable {
  /// The query in SQLite's dialect.
  let statement: Statement
  private let render: @Sendable (SQLDialect) throws -> Statement

  /// - Throws: The errors of rendering the query.
  init(_ render: @escaping @Sendable (SQLDialect) throws -> Statement) throws {
    statement = try render(.sqlite)
    self.render = render
  }

  func statement(in dialect: SQLDialect) throws -> Statement {
    dialect.isSQLite ? statement : try render(dialect)
  }

  @usableFromInline
  package static func == (left: EmbeddedQuery, right: EmbeddedQuery) -> Bool {
    left.statement == right.statement
  }

  @usableFromInline
  package func hash(into hasher: inout Hasher) { hasher.combine(statement) }
}
