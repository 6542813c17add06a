import Testing

@Suite("Mistakes in structs with @Selection")
struct SelectionMistakeTests {
  @Test("a table's rows are selected as they are")
  func table() {
    expectReport(
      """
      @Selection @Embeddable struct Line {
        var title: String
      }
      """,
      """
      1:12: @Selection: 'Line' can't also be '@Embeddable'; remove one of the two \
      [selection.another]
      """)
  }

  @Test("what is said of a table's column is refused")
  func tableArgument() {
    expectReport(
      """
      @Selection struct Line {
        @Column(unique: true) var title: String
      }
      """,
      """
      2:11: @Selection: 'unique' is for columns of tables, not for values that a query selects; \
      remove it [selection.column]
      """)
  }

  @Test("a value is never lazy")
  func lazy() {
    expectReport(
      """
      @Selection struct Line {
        var image: Lazy<Data>
      }
      """,
      """
      2:14: @Selection: 'Lazy' is for columns of tables, not for values that a query selects; \
      remove it [selection.column]
      """)
  }

  @Test("a row that is selected has its own names")
  func prefix() {
    expectReport(
      """
      @Selection struct Line {
        @Embedded(prefix: "home_") var home: Address
      }
      """,
      """
      2:13: @Selection: 'prefix' is for columns of tables, not for values that a query selects; \
      remove it [selection.column]
      """)
  }
}
