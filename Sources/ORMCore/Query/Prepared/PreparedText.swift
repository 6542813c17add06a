import Synchronization

/// The SQL of a ``PreparedQuery``, and the arguments that each placeholder fills.
@usableFromInline
package final class PreparedText: Sendable {
  /// The statement, whose arguments are NULL for placeholders; or the error with which rendering
  /// the query failed.
  package let template: Result<StatementTemplate, any Error>
  /// The SQL.
  ///
  /// - Throws: The error with which rendering the query failed.
  @usableFromInline var sql: String {
    get throws { try template.get().statement.sql }
  }
  /// The indices, from 0, of each placeholder's arguments.
  @usableFromInline let arguments: [[Int]]
  /// The indices of the bounds in a representation that may round; see `SQLNode+Bound.swift`.
  @usableFromInline let bounds: Set<Int>
  /// The arguments that are the same in each run.
  @usableFromInline let constants: [(position: Int, value: SQLValue)]
  /// The query, if it has lists: their statements are rendered once its rows are known.
  let lists: (query: SelectNode, id: PreparedQueryID)?

  private let tables: [any TableOrView.Type]
  private let rounding: Set<Int>
  private let render: @Sendable (SQLDialect) throws -> StatementTemplate
  /// The texts for engines other than SQLite, by the engines' names.
  private let translations = Mutex<[String: PreparedText]>([:])

  /// - Parameters:
  ///   - tables: The types of the tables and views that the query reads directly.
  ///   - rounding: The placeholders whose representations may round.
  ///   - dialect: The SQL of the engine.
  ///   - render: Renders the query.
  init(
    of tables: [any TableOrView.Type], lists: (query: SelectNode, id: PreparedQueryID)? = nil,
    _ rounding: Set<Int>, in dialect: SQLDialect = .sqlite,
    _ render: @escaping @Sendable (SQLDialect) throws -> StatementTemplate
  ) {
    self.tables = tables
    self.rounding = rounding
    self.render = render
    self.lists = lists
    self.template = Result { try render(dialect) }
    let template = try? self.template.get()
    let places = template?.places ?? []
    arguments = (0...(places.map(\.placeholder).max() ?? 0)).map { placeholder in
      places.filter { $0.placeholder == placeholder }.map(\.argument)
    }
    bounds = Set(
      places.filter { $0.isBound && rounding.contains($0.placeholder) }.map(\.argument))
    let taken = Set(places.map(\.argument))
    constants = (template?.statement.arguments ?? []).enumerated()
      .filter { !taken.contains($0.offset) }.map { ($0.offset + 1, $0.element) }
  }

  /// Returns the text in the dialect of an engine. The query is rendered once for each engine.
  @usableFromInline
  package func translated(to dialect: SQLDialect) -> PreparedText {
    if dialect.isSQLite { return self }
    return translations.withLock { translations in
      // Characters: names of engines
      if let known = translations[dialect.engine] { return known }
      let text = PreparedText(of: tables, lists: lists, rounding, in: dialect, render)
      translations[dialect.engine] = text  // Characters: names of engines
      return text
    }
  }

  /// The indices, from 0, of the arguments that get the placeholder's value; empty if the query
  /// does not use it.
  @inlinable
  func arguments(of placeholder: Int) -> [Int] {
    placeholder < arguments.count ? arguments[placeholder] : []
  }

  /// Returns the error of a placeholder's value, without the message of its conversion if the query
  /// reads a table with a redacted column.
  @usableFromInline
  @inline(never)
  func redacted(_ error: any Error) -> any Error {
    (error as? ValueEncodingError)?.redacted(in: tables) ?? error
  }

  @inlinable
  func bindConstants(to parameters: inout some ParameterWriter & ~Copyable) {
    for (position, value) in constants { parameters.bind(value, at: position) }
  }
}
