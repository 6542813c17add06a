import Testing

@Suite("Mistakes in former names")
struct RenameMistakeTests {
  @Test("The last former name can't be the current name")
  func itself() {
    expectReport(
      """
      @Table("album", renamedFrom: "record", "Album") struct Album {
        @Column("title", renamedFrom: "title") var title: String
      }
      """,
      """
      2:33: @Column: 'title' is the current name; 'renamedFrom' lists the former ones, oldest \
      first [argument.renamedFromItself]
      1:40: @Table: 'album' is the current name; 'renamedFrom' lists the former ones, oldest first \
      [argument.renamedFromItself]
      """)
  }

  @Test("An earlier former name may be the current name again")
  func cameBack() {
    expectReport(
      """
      @Table struct Album {
        @Column(renamedFrom: "title", "name") var title: String
      }
      """, "")
  }

  @Test("A former name has to be a string literal that is not empty")
  func literals() {
    expectReport(
      """
      @Table(renamedFrom: old) struct Album {
        @Column(renamedFrom: "") var title: String
      }
      """,
      """
      2:24: @Column: a name can't be empty; leave it out for the default name [argument.emptyName]
      1:21: @Table: 'renamedFrom' has to be a string literal without interpolation: the macro sees \
      source text, not values [argument.notAString]
      """)
  }
}
