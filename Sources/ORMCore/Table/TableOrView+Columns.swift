extension TableOrView {
  /// The table's columns, unqualified, as a statement over this table alone names them.
  @inlinable public static var columns: Columns { Columns(source: TableSource()) }
}
