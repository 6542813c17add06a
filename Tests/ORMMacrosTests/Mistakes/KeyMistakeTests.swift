import Testing

@Suite("Mistakes in keys")
struct KeyMistakeTests {
  @Test("A marked key and an unmarked id contradict each other")
  func contradictingKeys() {
    expectReport(
      """
      @Table struct Album {
        let id: Int
        @Column(primaryKey: true) var code: String
      }
      """,
      """
      2:7: @Table: 'id' is the key by default, but 'code' is marked as the key; write \
      '@Column(primaryKey: false)' here, or 'true' for a key of both columns [key.contradiction]
      3:11: note: the key is marked here
      fix: write '@Column(primaryKey: false)': no key
        @Table struct Album {
          @Column(primaryKey: false) let id: Int
          @Column(primaryKey: true) var code: String
        }
      fix: write '@Column(primaryKey: true)': part of the key
        @Table struct Album {
          @Column(primaryKey: true) let id: Int
          @Column(primaryKey: true) var code: String
        }
      """)
  }

  @Test("An id that has @Column and is not marked contradicts a marked key")
  func contradictingKeysWithColumn() {
    expectReport(
      """
      @Table struct Album {
        @Column("ID") let id: Int
        @Column(primaryKey: true) var code: String
      }
      """,
      """
      2:21: @Table: 'id' is the key by default, but 'code' is marked as the key; write \
      '@Column(primaryKey: false)' here, or 'true' for a key of both columns [key.contradiction]
      3:11: note: the key is marked here
      """)
  }

  @Test("Only an integer key can be optional")
  func optionalKey() {
    expectReport(
      """
      @Table struct Album {
        let id: UUID?
      }
      """,
      """
      2:11: @Table: the key 'id' can't be optional, because the database generates only integer \
      keys; write 'UUID', '@Column(autoincrement: true)' if it is stored as an integer, or \
      '@Column(default: .database("…"))' [key.optional]
      fix: write 'UUID'
        @Table struct Album {
          let id: UUID
        }
      """)
  }

  @Test("A part of a composite key can't be optional")
  func optionalPart() {
    expectReport(
      """
      @Table struct Line {
        @Column(primaryKey: true) let order: Int
        @Column(primaryKey: true) let product: Optional<Int>
      }
      """,
      """
      3:42: @Table: 'product' is one of several key columns, so it can't be optional: NULL is not \
      equal to NULL [key.optionalPart]
      fix: write 'Int'
        @Table struct Line {
          @Column(primaryKey: true) let order: Int
          @Column(primaryKey: true) let product: Int
        }
      """)
  }

  @Test("The key of a table WITHOUT ROWID can't be optional")
  func optionalKeyWithoutRowID() {
    expectReport(
      """
      @Table(withoutRowID: true) struct Album {
        var id: Int?
      }
      """,
      """
      2:11: @Table: the key 'id' can't be optional, because the database generates no key for a \
      'withoutRowID' table [key.optionalWithoutRowID]
      fix: write 'Int'
        @Table(withoutRowID: true) struct Album {
          var id: Int
        }
      """)
  }

  @Test("A key can't be lazy")
  func lazyKey() {
    expectReport(
      """
      @Table struct Album {
        let id: Lazy<Int>
      }
      """,
      """
      2:11: @Table: the key 'id' can't be 'Lazy', because rows are found by it; write its type \
      without 'Lazy' [key.lazy]
      fix: write 'Int'
        @Table struct Album {
          let id: Int
        }
      """)
  }

  @Test("A key can't be a generated column")
  func generatedKey() {
    expectReport(
      """
      @Table struct Album {
        @Column(generated: .stored("1")) let id: Int
      }
      """,
      """
      2:11: @Column: the key 'id' can't be a generated column: SQLite allows none in a PRIMARY KEY \
      [key.generated]
      """)
  }

  @Test("A key can't be read-only")
  func readOnlyKey() {
    expectReport(
      """
      @Table struct Album {
        @Column(primaryKey: true, readOnly: true) let code: Int
      }
      """,
      """
      2:29: @Column: the key 'code' can't be 'readOnly', because writes find the row by it; for a \
      key that the database generates, write 'Int?', or 'let' and insert a 'Draft' [key.readOnly]
      fix: remove 'readOnly'
        @Table struct Album {
          @Column(primaryKey: true) let code: Int
        }
      """)
  }

  @Test("A key can't be redacted, since errors name rows by it")
  func redactedKey() {
    expectReport(
      """
      @Table struct Album {
        @Column(primaryKey: true, redacted: true) let code: Int
      }
      """,
      """
      2:29: @Column: the key 'code' can't be 'redacted', because errors name rows by their keys \
      [key.redacted]
      fix: remove 'redacted'
        @Table struct Album {
          @Column(primaryKey: true) let code: Int
        }
      """)
  }

  @Test("autoincrement is refused for a column that is not the key")
  func autoincrementOutsideKey() {
    expectReport(
      """
      @Table struct Album {
        let id: Int
        @Column(autoincrement: true) var number: Int
      }
      """,
      """
      3:11: @Column: 'autoincrement' is for the key, but 'number' is not the key; add 'primaryKey: \
      true', or remove it [key.autoincrementOutside]
      fix: remove 'autoincrement'
        @Table struct Album {
          let id: Int
          @Column() var number: Int
        }
      """)
  }

  @Test("autoincrement is refused for a composite key")
  func autoincrementOfSeveral() {
    expectReport(
      """
      @Table struct Line {
        @Column(primaryKey: true, autoincrement: true) let order: Int
        @Column(primaryKey: true) let product: Int
      }
      """,
      """
      2:29: @Column: 'autoincrement' is for a key of one column, but this key has several; remove it \
      [key.autoincrementOfSeveral]
      fix: remove 'autoincrement'
        @Table struct Line {
          @Column(primaryKey: true) let order: Int
          @Column(primaryKey: true) let product: Int
        }
      """)
  }

  @Test("autoincrement is refused for a table WITHOUT ROWID")
  func autoincrementWithoutRowID() {
    expectReport(
      """
      @Table(withoutRowID: true) struct Album {
        @Column(autoincrement: true) let id: Int
      }
      """,
      """
      2:11: @Column: 'autoincrement' needs the rowid that a 'withoutRowID' table does not have; \
      remove one of them [key.autoincrementWithoutRowID]
      fix: remove 'autoincrement'
        @Table(withoutRowID: true) struct Album {
          @Column() let id: Int
        }
      """)
  }

  @Test("autoincrement is refused for a key that is not stored as an integer")
  func autoincrementOfText() {
    expectReport(
      """
      @Table struct Album {
        @Column(autoincrement: true) let id: String
      }
      """,
      """
      2:11: @Column: 'autoincrement' is for keys that are stored as INTEGER, but 'String' is not; \
      remove 'autoincrement' [key.autoincrementOfType]
      fix: remove 'autoincrement'
        @Table struct Album {
          @Column() let id: String
        }
      """)
  }

  @Test("The key of a public table has to be public")
  func hiddenKey() {
    expectReport(
      """
      @Table public struct Album {
        let id: AlbumID
      }
      """,
      """
      2:7: @Table: the key 'id' of a public table has to be 'public' too [key.hidden]
      fix: write 'public'
        @Table public struct Album {
          public let id: AlbumID
        }
      """)
  }
}
