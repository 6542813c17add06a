extension TableOrView {
  /// The table's columns without a qualifier, for a statement on only this table.
  @inlinable public static var columns: Columns { Columns(source: TableSource()) }
}
