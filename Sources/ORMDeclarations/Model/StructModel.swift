/// A struct of columns that is not a table, as its declaration describes it.
package struct StructModel {
  /// The struct's name as an extension spells it.
  package var extendedName: String
  /// The name with generic arguments, as the code in the extension spells it.
  package var typeName: String
  package var access = AccessLevel.internal
  /// The stored members, in declared order. Every column is read and written.
  package var members: [TableModel.Member] = []
  /// The lines that name the types of the columns, if the extension contains them; see
  /// ``ColumnTypes``.
  package var columnTypes: [String] = []
  /// Whether the struct has variables without a column.
  package var hasIgnoredVariables = false
  /// Whether Swift generates a memberwise initializer.
  package var hasMemberwiseInitializer = false
  /// Whether a query selects rows and lists for it, rather than only columns.
  package var isOfRows = false
  /// `@available` attributes of the struct, which its extension needs too.
  package var availability: [String] = []
}
