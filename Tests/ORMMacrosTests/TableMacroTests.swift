import Testing

@Test("@Table adds the conformance, and the other macros add nothing")
func expandsToConformance() {
  let expansion = expand(
    """
    @Table struct Album {
      @Column("TITLE") var title: String
      #Index<Album>(\\.title)
    }
    """)
  #expect(
    expansion.source == """
      struct Album {
        var title: String
      }

      nonisolated extension Album: ORM.Table {
      }
      """)
  #expect(expansion.diagnostics.isEmpty)
}
