import Testing

@Suite("Mistakes with queryOnly and nullAsDefault")
struct QueryOnlyMistakeTests {
  @Test("A queryOnly property needs a default")
  func noDefault() {
    expectReport(
      """
      @Table struct Place {
        @Column(queryOnly: true) var distance: Double
      }
      """,
      """
      2:32: @Column: 'distance' needs a default for queries that don't return it; write '= …', or \
      make it optional [column.queryOnlyDefault]
      """)
  }

  @Test("A queryOnly property can't be a constant")
  func constant() {
    expectReport(
      """
      @Table struct Place {
        @Column(queryOnly: true) let distance: Double?
      }
      """,
      """
      2:28: @Column: 'distance' is set after the rest of the row is read, so it can't be a 'let'; \
      write 'var' [column.queryOnlyConstant]
      """)
  }

  @Test("A queryOnly property can't have arguments of a column")
  func contradiction() {
    expectReport(
      """
      @Table struct Place {
        @Column(unique: true, queryOnly: true) var distance: Double?
      }
      """,
      """
      2:11: @Column: 'distance' is 'queryOnly', so it has no column; remove 'unique' or \
      'queryOnly' [column.queryOnly]
      fix: remove 'unique'
        @Table struct Place {
          @Column(queryOnly: true) var distance: Double?
        }
      """)
  }

  @Test("A queryOnly property can't have the name of a column")
  func name() {
    expectReport(
      """
      @Table struct Place {
        var distance: Double
        @Column("Distance", queryOnly: true) var computed: Double?
      }
      """,
      """
      3:11: @Column: another column is called 'Distance', and SQLite ignores the case of names; \
      write another name: '@Column("…")' [table.duplicateColumn]
      2:7: note: 'distance' already has this name
      """)
  }

  @Test("queryOnly is only for tables")
  func elsewhere() {
    expectReport(
      """
      @Embeddable struct Home {
        @Column(queryOnly: true) var distance: Double?
      }
      """,
      """
      2:11: @Embeddable: an embedded column can't have 'queryOnly'; declare the column in the \
      table itself [embeddable.column]
      """)
  }

  @Test("nullAsDefault needs a default, and is refused for optional properties and keys")
  func nullAsDefault() {
    expectReport(
      """
      @Table struct Album {
        @Column(nullAsDefault: true) var title: String
      }
      """,
      """
      2:11: @Column: 'title' has no default that NULL could be read as; write '= …' \
      [column.nullAsDefault]
      """)
    expectReport(
      """
      @Table struct Album {
        @Column(nullAsDefault: true) var title: String?
      }
      """,
      """
      2:11: @Column: 'title' is optional or 'Lazy', so NULL is not read as its default; remove \
      'nullAsDefault' [column.nullAsDefault]
      fix: remove 'nullAsDefault'
        @Table struct Album {
          @Column() var title: String?
        }
      """)
    expectReport(
      """
      @Table struct Album {
        @Column(primaryKey: true, nullAsDefault: true) var title: String = ""
      }
      """,
      """
      2:29: @Column: the key 'title' is never NULL; remove 'nullAsDefault' [column.nullAsDefault]
      fix: remove 'nullAsDefault'
        @Table struct Album {
          @Column(primaryKey: true) var title: String = ""
        }
      """)
  }
}
