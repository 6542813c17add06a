extension PlaceholderFunctions {
  /// Returns a table with a stored column that the placeholders would compute; nil if there is
  /// none.
  package func tableWithStoredValues() throws -> String? {
    if names.isEmpty { return nil }
    let query = """
      SELECT name, sql FROM main.sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'create virt%'
      AND EXISTS (SELECT 1 FROM pragma_table_xinfo(name, 'main') WHERE hidden = 3)
      """
    return try RawConnection(handle).texts(query).first { areNamed(in: $0[1]) }?[0]
  }
}
