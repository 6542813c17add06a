import Testing

@Suite("Mistakes in the arguments of @Column")
struct ColumnMistakeTests {
  @Test("A column's name can't be empty")
  func emptyColumnName() {
    expectReport(
      """
      @Table struct Album {
        @Column("") var title: String
      }
      """,
      """
      2:11: @Column: a name can't be empty; leave it out for the default name [argument.emptyName]
      fix: remove '""'
        @Table struct Album {
          @Column() var title: String
        }
      """)
  }

  @Test("A column's name can't be interpolated")
  func columnNameInterpolation() {
    expectReport(
      #"""
      @Table struct Album {
        @Column("a\(1)") var title: String
      }
      """#,
      """
      2:11: @Column: the name has to be a string literal without interpolation: the macro sees \
      source text, not values [argument.notAString]
      """)
  }

  @Test("A default that its column can't read is refused, and the error says what to write")
  func defaultOfOtherClass() {
    expectReport(
      """
      @Table struct Event {
        let id: Int
        @Column(default: .database("CURRENT_TIMESTAMP")) var at: Date
        @Column(default: .sql("( Datetime('now', '-1 day') )")) var count: Int?
        @Column(default: "none") var size: Double
        @Column(default: 1) var token: UUID
        @Column(default: .sql("unixepoch()"), as: DateTimeText.self) var text: Date
        @Column(default: 1.5) var level: UInt8
      }
      """,
      """
      3:20: @Column: 'Date' stores 'at' as REAL, so it can't read the default CURRENT_TIMESTAMP, \
      which is TEXT; write 'unixepoch('subsec')', or 'as: DateTimeText.self' [column.defaultClass]
      4:20: @Column: 'Int' stores 'count' as INTEGER, so it can't read the default ( \
      Datetime('now', '-1 day') ), which is TEXT; write a default that it can read \
      [column.defaultClass]
      5:20: @Column: 'Double' stores 'size' as REAL, so it can't read the default 'none', which is \
      TEXT; write a default that it can read [column.defaultClass]
      6:20: @Column: 'UUID' stores 'token' as BLOB, so it can't read the default 1, which is \
      INTEGER; write a default that it can read [column.defaultClass]
      7:20: @Column: 'DateTimeText' stores 'text' as TEXT, so it can't read the default \
      unixepoch(), which is a number; write a default that it can read [column.defaultClass]
      8:20: @Column: 'UInt8' stores 'level' as INTEGER, so it can't read the default 1.5, which is \
      REAL; write a default that it can read [column.defaultClass]
      """)
  }

  @Test("A default that can be read, or that the macro can't judge, is accepted")
  func readableDefaults() {
    expectReport(
      """
      @Table struct Event {
        let id: Int
        @Column(default: .database("unixepoch('subsec')")) var at: Date
        @Column(default: .database("(CURRENT_TIMESTAMP)"), as: ISO8601.self) var text: Date
        @Column(default: .sql("'12'")) var count: Int
        @Column(default: .sql("strftime('%s', 'now')")) var seconds: Int
        @Column(default: .sql("date('now') > '2024'")) var isNew: Bool
        @Column(default: .sql("x'00'")) var bytes: Data
        @Column(default: 1) var size: Double
        @Column(default: "polka") var genre: Genre
        @Column(default: .sql("'it''s'")) var title: String
      }
      """, "")
  }

  @Test("An unknown argument of @Column is refused")
  func unknownColumnArgument() {
    expectReport(
      """
      @Table struct Album {
        @Column(nullable: true) var title: String
      }
      """,
      """
      2:11: @Column: there is no argument 'nullable'; there are 'as', 'autoincrement', 'check', \
      'collate', 'default', 'generated', 'index', 'lazy', 'meaning', 'nullAsDefault', 'onDelete', \
      'onUpdate', 'primaryKey', 'queryOnly', 'readOnly', 'redacted', 'references', 'renamedFrom', 'unique' [argument.unknown]
      """)
  }

  @Test("A meaning has to be a string literal that is not empty")
  func meaning() {
    expectReport(
      """
      @Table struct Album {
        @Column(meaning: unit) var length: Int
        @Column(meaning: " ") var rating: Int
        @Column(meaning: nil) var plays: Int
      }
      """,
      """
      2:20: @Column: 'meaning' has to be a string literal without interpolation: the macro sees \
      source text, not values [argument.notAString]
      3:20: @Column: 'meaning' is empty; write what the values mean, as in 'meaning: "percent"', \
      or leave it out [column.emptyMeaning]
      fix: remove 'meaning'
        @Table struct Album {
          @Column(meaning: unit) var length: Int
          @Column() var rating: Int
          @Column(meaning: nil) var plays: Int
        }
      """)
  }

  @Test("A meaning is only for columns of tables")
  func meaningElsewhere() {
    expectReport(
      """
      @Selection struct Album {
        @Column(meaning: "percent") var rating: Int
      }
      """,
      """
      2:11: @Selection: 'meaning' is for columns of tables, not for values that a query selects; \
      remove it [selection.column]
      """)
  }

  @Test("A flag of @Column has to be a literal")
  func columnFlag() {
    expectReport(
      """
      @Table struct Album {
        @Column(unique: isUnique) var title: String
      }
      """,
      """
      2:19: @Column: 'unique' has to be 'true' or 'false': the macro sees source text, not values \
      [argument.notABool]
      """)
  }

  @Test("An empty check is refused")
  func emptyCheck() {
    expectReport(
      """
      @Table struct Album {
        @Column(check: "") var title: String
      }
      """,
      """
      2:18: @Column: 'check' is empty; write SQL or leave it out [argument.emptySQL]
      fix: remove 'check'
        @Table struct Album {
          @Column() var title: String
        }
      """)
  }

  @Test("A representation has to be a type")
  func unreadableRepresentation() {
    expectReport(
      """
      @Table struct Album {
        @Column(as: json) var title: String
      }
      """,
      """
      2:15: @Column: 'as' has to name a type: 'as: JSON.self' [column.representation]
      """)
  }

  @Test("A representation can't be optional")
  func optionalRepresentation() {
    expectReport(
      """
      @Table struct Album {
        @Column(as: Text?.self) var title: String?
      }
      """,
      """
      2:15: @Column: 'as' takes a type that is not optional; whether the column may be NULL \
      depends on the property's type, so remove the '?' [column.optionalRepresentation]
      fix: remove the '?'
        @Table struct Album {
          @Column(as: Text.self) var title: String?
        }
      """)
  }

  @Test("A representation has to be of the property's type")
  func otherRepresentation() {
    expectReport(
      """
      @Table struct Album {
        @Column(as: UUIDText.self) var id: String
        @Column(as: String.self) var title: String
        @Column(as: Other.self) var plays: Int
      }
      """,
      """
      2:15: @Column: 'UUIDText' represents a 'UUID', and 'id' is a 'String'; write another type, \
      or leave 'as' out [column.otherRepresentation]
      """)
  }

  @Test("A DEFAULT has to be a literal, .sql or .database")
  func unreadableDefault() {
    expectReport(
      """
      @Table struct Album {
        @Column(default: standard) var title: String
      }
      """,
      """
      2:20: @Column: 'default' is SQL's DEFAULT, so it has to be a literal, '.sql("…")', \
      '.database("…")' or '.database'; write a default in Swift after the property: 'var … = …' \
      [column.default]
      """)
  }

  @Test("A lazy column needs the type Lazy")
  func lazyWithoutType() {
    expectReport(
      """
      @Table struct Photo {
        let id: Int
        @Column(lazy: true) var image: Data?
      }
      """,
      """
      3:11: @Column: 'image' is fetched only when asked for, so its type has to be 'Lazy<…>' \
      [column.lazyType]
      fix: write 'Lazy<Data?>'
        @Table struct Photo {
          let id: Int
          @Column(lazy: true) var image: Lazy<Data?>
        }
      """)
  }

  @Test("A column of type Lazy can't be lazy: false")
  func lazyContradiction() {
    expectReport(
      """
      @Table struct Photo {
        let id: Int
        @Column(lazy: false) var image: Lazy<Data>
      }
      """,
      """
      3:17: @Column: 'image' is 'Lazy', so it is fetched only when asked for; remove 'lazy: \
      false', or write the type without 'Lazy' [column.lazyContradiction]
      fix: remove 'lazy'
        @Table struct Photo {
          let id: Int
          @Column() var image: Lazy<Data>
        }
      """)
  }

  @Test("An onDelete action needs a reference")
  func actionWithoutReference() {
    expectReport(
      """
      @Table struct Album {
        @Column(onDelete: .cascade) var artistID: Int
      }
      """,
      """
      2:11: @Column: 'onDelete' needs a reference; add 'references: Other.self', or remove it \
      [column.actionWithoutReference]
      fix: remove 'onDelete'
        @Table struct Album {
          @Column() var artistID: Int
        }
      """)
  }

  @Test("A reference has to name a table or a property")
  func unreadableReference() {
    expectReport(
      """
      @Table struct Album {
        @Column(references: artists) var artistID: Int
      }
      """,
      #"""
      2:23: @Column: 'references' has to name a table or one of its properties: 'Artist.self' or \#
      '\Artist.id' [column.reference]
      """#)
  }

  @Test("A reference by key path needs the name of the table")
  func referenceWithoutRoot() {
    expectReport(
      #"""
      @Table struct Album {
        @Column(references: \.id) var artistID: Int
      }
      """#,
      #"""
      2:23: @Column: 'references' has to name a table or one of its properties: 'Artist.self' or \#
      '\Artist.id' [column.reference]
      """#)
  }

  @Test("A column that can't be NULL can't have the action .setNull")
  func setNull() {
    expectReport(
      """
      @Table struct Album {
        @Column(references: Artist.self, onDelete: .setNull) var artistID: Int
      }
      """,
      """
      2:46: @Column: '.setNull' writes NULL, which 'artistID' can't hold; make it optional, or \
      choose another action [column.setNull]
      fix: write 'Int?'
        @Table struct Album {
          @Column(references: Artist.self, onDelete: .setNull) var artistID: Int?
        }
      """)
  }

  @Test("A reference to a column that does not exist is refused")
  func referenceToNothing() {
    expectReport(
      #"""
      @Table struct Album {
        let id: Int
        @Column(references: \Album.number) var original: Int?
      }
      """#,
      """
      3:23: @Column: 'Album' has no column for 'number'; refer to a stored property that is not \
      ignored [column.referenceToNothing]
      """)
  }

  @Test("A reference to an ignored property is refused")
  func referenceToIgnored() {
    expectReport(
      #"""
      @Table struct Album {
        let id: Int
        @Column(references: \Album.place) var original: Int?
        @Ignored var place = 0
      }
      """#,
      """
      3:23: @Column: 'Album' has no column for 'place'; refer to a stored property that is not \
      ignored [column.referenceToNothing]
      """)
  }

  @Test("A reference to the table itself needs a single-column key")
  func referenceToNoKey() {
    expectReport(
      """
      @Table struct Album {
        @Column(references: Album.self) var original: Int?
      }
      """,
      #"""
      2:23: @Column: 'Album' has no single-column key to refer to; name a column: '\Album.…' \#
      [column.referenceToNoKey]
      """#)
  }

  @Test("A generated column can't have a default")
  func generatedWithDefault() {
    expectReport(
      """
      @Table struct Album {
        @Column(default: 1, generated: .virtual("1")) var one: Int
      }
      """,
      """
      2:11: @Column: 'one' is generated, so it can't have a default too; remove one of them \
      [column.generatedDefault]
      fix: remove 'default'
        @Table struct Album {
          @Column(generated: .virtual("1")) var one: Int
        }
      """)
  }

  @Test("A generated column can't be readOnly, because it is never written")
  func generatedAndReadOnly() {
    expectReport(
      """
      @Table struct Album {
        @Column(generated: .virtual("1"), readOnly: true) var one: Int
      }
      """,
      """
      2:37: @Column: 'one' is generated, so it is never written; remove 'readOnly' \
      [column.generatedReadOnly]
      fix: remove 'readOnly'
        @Table struct Album {
          @Column(generated: .virtual("1")) var one: Int
        }
      """)
  }

  @Test("A NUL in a column's name is refused")
  func embeddedNUL() {
    expectReport(
      #"""
      @Table struct Album {
        @Column("a\0b") var title: String
      }
      """#,
      """
      2:11: @Column: SQL ends at the first NUL; remove the NUL [argument.nul]
      """)
  }

  @Test("A prefix has to be a literal")
  func prefixExpression() {
    expectReport(
      """
      @Table struct Album {
        @Embedded(prefix: prefix) var label: Label
      }
      """,
      """
      2:21: @Embedded: 'prefix' has to be a string literal without interpolation: the macro sees \
      source text, not values [argument.notAString]
      """)
  }

  @Test("An embedded column can't be a key")
  func embeddedKey() {
    expectReport(
      """
      @Embeddable struct Label {
        @Column(primaryKey: true) var name: String
      }
      """,
      """
      2:11: @Embeddable: an embedded column can't have 'primaryKey'; declare the column in the \
      table itself [embeddable.column]
      """)
  }

  @Test("An embedded column can't be lazy")
  func embeddedLazy() {
    expectReport(
      """
      @Embeddable struct Label {
        var image: Lazy<Data>
      }
      """,
      """
      2:14: @Embeddable: an embedded column can't have 'Lazy'; declare the column in the table \
      itself [embeddable.column]
      """)
  }

  @Test("An embedded column can't have a .database default")
  func embeddedDefault() {
    expectReport(
      """
      @Embeddable struct Label {
        @Column(default: .database) var name: String?
      }
      """,
      """
      2:11: @Embeddable: an insert always writes an embedded column, so the database never fills \
      it; write '.sql("…")' to declare only a DEFAULT [embeddable.default]
      """)
  }
}
