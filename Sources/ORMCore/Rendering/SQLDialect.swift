/// What differs between engines in the text of the same statement.
package struct SQLDialect: Sendable {
  /// Equality for which NULL is a value like others.
  var same: String
  var notSame: String
  /// Whether a long list can be bound as one JSON array.
  var readsListsFromJSON: Bool
  /// Whether its connections have the function that reads a ``ValueList``.
  var readsValueLists: Bool

  /// The name of a type in `CREATE TABLE` and `CAST`.
  var typeName: @Sendable (ColumnType) -> String

  /// See <https://www.sqlite.org/lang_expr.html>.
  package static let sqlite = SQLDialect(
    same: "IS", notSame: "IS NOT", readsListsFromJSON: true, readsValueLists: true,
    typeName: { $0.description })
}
