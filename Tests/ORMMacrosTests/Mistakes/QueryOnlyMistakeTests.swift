import Testing

@Suite("Mistakes with properties that only a query fills, and with NULL as a default")
struct QueryOnlyMistakeTests {
  @Test("it needs a value where no query gives one")
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

  @Test("it is set once the row is read")
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

  @Test("nothing is said of a column that is not there")
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

  @Test("its name can't be a column's")
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

  @Test("it stands in tables alone")
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

  @Test("NULL is the default of what has one, is not optional, and is no key")
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
