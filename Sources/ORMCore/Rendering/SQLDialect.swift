/// The differences between engines in the SQL of the same statement.
package struct SQLDialect: Sendable {
  /// The operator of equality that treats NULL like any other value.
  var same: String
  var notSame: String
  /// Whether a long list can be bound as one JSON array.
  var readsListsFromJSON: Bool
  /// Whether the engine's connections have the function that reads a ``ValueList``.
  var readsValueLists: Bool

  /// Returns the name of a type in `CREATE TABLE` and `CAST`.
  var typeName: @Sendable (ColumnType) -> String

  /// SQLite's dialect; see <https://www.sqlite.org/lang_expr.html>.
  package static let sqlite = SQLDialect(
    same: "IS", notSame: "IS NOT", readsListsFromJSON: true, readsValueLists: true,
    typeName: { $0.description })
}
