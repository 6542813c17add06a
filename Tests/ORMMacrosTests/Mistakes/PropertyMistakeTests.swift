import Testing

@Suite("Mistakes in stored properties")
struct PropertyMistakeTests {
  @Test("A property that is declared twice is reported, and does not crash the macro")
  func declaredTwice() {
    expectReport(
      """
      @Table struct Album {
        var title: String
        var title: Int
      }
      """,
      """
      3:7: @Column: another column is called 'title', and SQLite ignores the case of names; write \
      another name: '@Column("…")' [table.duplicateColumn]
      2:7: note: 'title' already has this name
      """)
  }

  @Test("A tuple pattern can't be a column")
  func tuplePattern() {
    expectReport(
      """
      @Table struct Album {
        let id: Int
        var (a, b) = (1, 2)
      }
      """,
      """
      3:7: @Table: a tuple pattern can't be a column; declare each property separately \
      [property.pattern]
      """)
  }

  @Test("A lazy variable can't be a column")
  func lazyVariable() {
    expectReport(
      """
      @Table struct Album {
        let id: Int
        lazy var title: String = load()
      }
      """,
      """
      3:3: @Table: 'title' is a 'lazy var', which has no value to write; mark it '@Ignored', or \
      write '@Column(lazy: true) var title: Lazy<…>' for a column that is fetched when asked for \
      [property.lazy]
      fix: mark it '@Ignored'
        @Table struct Album {
          let id: Int
          @Ignored lazy var title: String = load()
        }
      """)
  }

  @Test("A weak reference can't be a column")
  func weakReference() {
    expectReport(
      """
      @Table struct Album {
        let id: Int
        weak var owner: Owner?
      }
      """,
      """
      3:3: @Table: 'owner' is 'weak', but a column stores a value; mark it '@Ignored' \
      [property.referenceStorage]
      fix: mark it '@Ignored'
        @Table struct Album {
          let id: Int
          @Ignored weak var owner: Owner?
        }
      """)
  }

  @Test("An unowned reference can't be a column")
  func unownedReference() {
    expectReport(
      """
      @Table struct Album {
        let id: Int
        unowned var owner: Owner
      }
      """,
      """
      3:3: @Table: 'owner' is 'unowned', but a column stores a value; mark it '@Ignored' \
      [property.referenceStorage]
      fix: mark it '@Ignored'
        @Table struct Album {
          let id: Int
          @Ignored unowned var owner: Owner
        }
      """)
  }

  @Test("A constant with a value can't be a column")
  func constantWithValue() {
    expectReport(
      """
      @Table struct Album {
        let id: Int
        let version = 1 // of the format
      }
      """,
      """
      3:3: @Table: 'version' is a 'let' with a value, which a fetch can't replace; write 'var', \
      leave the value out, or mark it '@Ignored' [property.constant]
      fix: write 'var'
        @Table struct Album {
          let id: Int
          var version = 1 // of the format
        }
      fix: mark it '@Ignored'
        @Table struct Album {
          let id: Int
          @Ignored let version = 1 // of the format
        }
      """)
  }

  @Test("An ignored property needs a default")
  func ignoredWithoutDefault() {
    expectReport(
      """
      @Table struct Album {
        let id: Int
        @Ignored var isSelected: Bool
      }
      """,
      """
      3:16: @Ignored: 'isSelected' needs a default for fetched rows; write '= …' after it \
      [ignored.noDefault]
      fix: write '= false'
        @Table struct Album {
          let id: Int
          @Ignored var isSelected: Bool = false
        }
      """)
  }

  @Test("The fix for an ignored property writes its default if it is known")
  func ignoredConstant() {
    expectReport(
      """
      @Table struct Album {
        let id: Int
        @Ignored let note: String?
      }
      """,
      """
      3:16: @Ignored: 'note' needs a default for fetched rows; write '= …' after it \
      [ignored.noDefault]
      fix: write '= nil'
        @Table struct Album {
          let id: Int
          @Ignored let note: String? = nil
        }
      """)
  }

  @Test("An ignored property of an unknown type needs a default, too")
  func ignoredUnknown() {
    expectReport(
      """
      @Table struct Album {
        let id: Int
        @Ignored var cache: Cache
      }
      """,
      """
      3:16: @Ignored: 'cache' needs a default for fetched rows; write '= …' after it \
      [ignored.noDefault]
      """)
  }

  @Test("A property can't be both @Column and @Ignored")
  func columnAndIgnored() {
    expectReport(
      """
      @Table struct Album {
        let id: Int
        @Column("t") @Ignored var title = ""
      }
      """,
      """
      3:16: @Ignored: 'title' can't be both '@Column' and '@Ignored'; remove one of them \
      [property.contradiction]
      fix: remove '@Ignored'
        @Table struct Album {
          let id: Int
          @Column("t") var title = ""
        }
      """)
  }

  @Test("A property can't be both @Column and @Embedded")
  func columnAndEmbedded() {
    expectReport(
      """
      @Table struct Album {
        let id: Int
        @Embedded
        @Column("t")
        var title: Title
      }
      """,
      """
      4:3: @Column: 'title' can't be both '@Embedded' and '@Column'; remove one of them \
      [property.contradiction]
      fix: remove '@Column'
        @Table struct Album {
          let id: Int
          @Embedded
          var title: Title
        }
      """)
  }

  @Test("A property can't have the same attribute twice")
  func repeatedColumn() {
    expectReport(
      """
      @Table struct Album {
        let id: Int
        @Column(unique: true) @Column("t") var title: String
      }
      """,
      """
      3:25: @Column: 'title' has two '@Column' attributes; merge them into one [property.repeated]
      fix: remove '@Column'
        @Table struct Album {
          let id: Int
          @Column(unique: true) var title: String
        }
      """)
  }

  @Test("A computed property can't be a column")
  func computedColumn() {
    expectReport(
      """
      @Table struct Album {
        let id: Int
        // For the list.
        @Column("t") var title: String { "" }
      }
      """,
      """
      4:3: @Column: 'title' is computed, but only a stored property can be a column; remove the \
      attribute [property.computed]
      fix: remove '@Column'
        @Table struct Album {
          let id: Int
          // For the list.
          var title: String { "" }
        }
      """)
  }

  @Test("A static property can't be a column")
  func staticColumn() {
    expectReport(
      """
      @Table struct Album {
        let id: Int
        @Ignored static var count = 1
      }
      """,
      """
      3:3: @Ignored: 'count' is static, but only an instance property can be a column; remove the \
      attribute [property.static]
      fix: remove '@Ignored'
        @Table struct Album {
          let id: Int
          static var count = 1
        }
      """)
  }

  @Test("An attribute can't apply to several properties")
  func severalBindings() {
    expectReport(
      """
      @Table struct Album {
        let id: Int
        @Column("a") var a: Int, b: Int
      }
      """,
      """
      3:3: peer macro can only be applied to a single variable []
      3:3: @Column: the attribute would apply to several properties; declare each in its own 'var' \
      [property.several]
      """)
  }

  @Test("An attribute outside a table is refused")
  func columnOutside() {
    expectReport(
      """
      struct Album {
        @Column("t") var title: String
      }
      """,
      """
      2:3: @Column: the attribute is only for properties of a struct with '@Table', \
      '@Embeddable' or '@Selection'; put one of these on the struct, or remove the attribute [property.outside]
      """)
  }

  @Test("An attribute in a type that is nested in a table is refused")
  func columnInNested() {
    expectReport(
      """
      @Table struct Album {
        let id: Int
        struct Track {
          @Ignored var title = ""
        }
      }
      """,
      """
      4:5: @Ignored: the attribute is only for properties of a struct with '@Table', \
      '@Embeddable' or '@Selection'; put one of these on the struct, or remove the attribute [property.outside]
      """)
  }

  @Test("An attribute on a method is refused")
  func columnOnMethod() {
    expectReport(
      """
      @Table struct Album {
        let id: Int
        @Column func play() {}
      }
      """,
      """
      3:3: @Column: the attribute belongs on a stored property; remove it [property.none]
      """)
  }
}
