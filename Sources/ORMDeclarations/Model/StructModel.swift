/// A struct of columns that is no table, as its declaration describes it.
package struct StructModel {
  /// The struct's name as an extension spells it.
  package var extendedName: String
  /// The same with generic arguments, as the code in the extension spells it.
  package var typeName: String
  package var access = AccessLevel.internal
  /// What is stored, in declared order. Every column is read and written.
  package var members: [TableModel.Member] = []
  /// What names the types of the columns, where the extension does; see ``ColumnTypes``.
  package var columnTypes: [String] = []
  /// Whether the struct has variables without a column.
  package var hasIgnoredVariables = false
  /// Whether Swift makes an initializer that takes what is stored, in declared order.
  package var hasMemberwiseInitializer = false
  /// Whether a query selects rows and lists for it, and not columns alone.
  package var isOfRows = false
  /// `@available` attributes of the struct, which its extension needs too.
  package var availability: [String] = []
}
