import Testing

@Suite("Mistakes in structs with @Selection")
struct SelectionMistakeTests {
  @Test("A struct can't be both @Selection and @Embeddable")
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

  @Test("An argument for columns of tables is refused in a selection")
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

  @Test("A selected value can't be lazy")
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

  @Test("An embedded row of a selection can't have a prefix")
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
