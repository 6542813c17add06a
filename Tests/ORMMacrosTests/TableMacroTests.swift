import Testing

@Test("a table with an integer key gets its columns, SQL, schema, coding and a draft")
func expandsTableWithDraft() {
  let expansion = expand(
    """
    @Table struct Artist {
      let id: Int
      var name: String
    }
    """)
  #expect(expansion.diagnostics.isEmpty)
  #expect(expansion.syntaxErrors.isEmpty)
}
