import Foundation
import Testing

@Suite("Mistakes in the struct as a whole")
struct StructMistakeTests {
  @Test("A struct can't have @Table twice")
  func repeated() {
    let expansion = expand("@Table @Table(\"x\") struct Album { var title: String }")
    #expect(
      expansion.report
        == "1:8: @Table: 'Album' has two '@Table' attributes; remove one [table.repeated]")
    #expect(expansion.source.components(separatedBy: "var schema = ").count == 2)
  }

  @Test("A class can't be a table")
  func classAsTable() {
    expectReport(
      """
      @Table final class Album { var title: String }
      """,
      """
      1:14: @Table: a table's rows are values, so the type has to be a struct and can't be a class, \
      whose instances are shared [table.notAStruct]
      fix: write 'struct'
        @Table struct Album { var title: String }
      """)
  }

  @Test("An enum can't be a table")
  func enumAsTable() {
    expectReport(
      """
      @Table enum Album { case one }
      """,
      """
      1:8: @Table: a table's rows are values, so the type has to be a struct and can't be an enum \
      [table.notAStruct]
      """)
  }

  @Test("An actor can't be a table")
  func actorAsTable() {
    expectReport(
      """
      @Table actor Album { var title: String }
      """,
      """
      1:8: @Table: a table's rows are values, so the type has to be a struct and can't be an actor, \
      whose state is shared [table.notAStruct]
      fix: write 'struct'
        @Table struct Album { var title: String }
      """)
  }

  @Test("A class can't be embedded")
  func classAsEmbeddable() {
    expectReport(
      """
      @Embeddable class Address { var city: String }
      """,
      """
      1:13: @Embeddable: a table's rows are values, so the type has to be a struct and can't be a \
      class, whose instances are shared [table.notAStruct]
      fix: write 'struct'
        @Embeddable struct Address { var city: String }
      """)
  }

  @Test("A table needs a column")
  func noColumns() {
    expectReport(
      """
      @Table struct Album {
        static let count = 1
        var title: String { "" }
      }
      """,
      """
      1:15: @Table: 'Album' stores nothing, but a table needs a column; add a stored property \
      [table.noColumns]
      """)
  }

  @Test("A table needs a property that is not ignored")
  func allIgnored() {
    expectReport(
      """
      @Table struct Album {
        @Ignored var isSelected = false
      }
      """,
      """
      1:15: @Table: 'Album' stores nothing, but a table needs a column; add a stored property \
      [table.noColumns]
      """)
  }

  @Test("A struct can't be both @Table and @Embeddable")
  func tableAndEmbeddable() {
    expectReport(
      """
      @Table @Embeddable struct Address {
        var city: String
      }
      """,
      """
      1:1: @Table: 'Address' can't be both a table and embedded in tables; remove '@Table' or \
      '@Embeddable' [table.embeddable]
      """)
  }

  @Test("A private table that is nested in another type is refused")
  func privateNested() {
    expectReport(
      """
      enum Store {
        @Table private struct Album {
          var title: String
        }
      }
      """,
      """
      2:10: @Table: the generated extension of 'Album' is outside the enclosing type, so it can't \
      see a 'private' struct; write 'fileprivate' [table.privateNested]
      fix: write 'fileprivate'
        enum Store {
          @Table fileprivate struct Album {
            var title: String
          }
        }
      """)
  }

  @Test("A table that is nested in a private type of another type is refused")
  func nestedInPrivate() {
    expectReport(
      """
      enum Store {
        private enum Shelf {
          @Table struct Album {
            var title: String
          }
        }
      }
      """,
      """
      3:19: @Table: the generated extension of 'Album' is outside the enclosing types, so it can't \
      see the 'private' type 'Shelf'; write 'fileprivate' there [table.nestedInPrivate]
      """)
  }

  @Test("A column can't have a private nested type")
  func privateType() {
    expectReport(
      """
      @Table struct Album {
        var genre: Genre
        private enum Genre: String { case jazz }
      }
      """,
      """
      3:3: @Table: the private type 'Genre' can't be seen by the generated code; write \
      'fileprivate' [type.private]
      fix: write 'fileprivate'
        @Table struct Album {
          var genre: Genre
          fileprivate enum Genre: String { case jazz }
        }
      """)
  }

  @Test("A property can't have the name of a generated member")
  func reservedProperty() {
    expectReport(
      """
      @Table struct Album {
        let id: Int
        var primaryKey: String
      }
      """,
      """
      3:7: @Table: 'primaryKey' is a name that the macro generates; rename the property, and keep \
      the column's name with '@Column("primaryKey")' [table.reservedProperty]
      """)
  }

  @Test("A static property can't have the name of a generated member")
  func reservedStatic() {
    expectReport(
      """
      @Table struct Album {
        let id: Int
        static let schema = 1
      }
      """,
      """
      3:14: @Table: 'schema' is a name that the macro generates; rename the declaration [table.reservedMember]
      """)
  }

  @Test("A nested type can't have the name of a generated member")
  func reservedType() {
    expectReport(
      """
      @Table struct Album {
        let id: Int
        struct Draft {}
      }
      """,
      """
      3:10: @Table: 'Draft' is a name that the macro generates; rename the declaration [table.reservedMember]
      """)
  }

  @Test("Stored properties can't be in #if")
  func conditionalProperty() {
    expectReport(
      """
      @Table struct Album {
        let id: Int
        #if DEBUG
          var note: String
        #endif
      }
      """,
      """
      3:3: @Table: stored properties can't be in '#if', because the macro can't see which branch \
      is compiled; move them out, or declare the struct once in each branch [property.conditional]
      """)
  }

  @Test("The names of two columns can't differ only in the case of ASCII letters")
  func duplicateColumn() {
    expectReport(
      """
      @Table struct Album {
        var title: String
        @Column("TITLE") var name: String
      }
      """,
      """
      3:11: @Column: another column is called 'TITLE', and SQLite ignores the case of names; write \
      another name: '@Column("…")' [table.duplicateColumn]
      2:7: note: 'title' already has this name
      """)
  }

  @Test("Names that differ in the case of non-ASCII letters or in encoding are two columns")
  func columnsOfTheirOwn() {
    expectReport(
      """
      @Table struct Album {
        @Column("id", primaryKey: true) var caf\u{E9}: Int
        @Column("\u{C9}") var capital: Int
        @Column("\u{E9}") var small: Int
        @Column("e\u{301}") var decomposed: Int
        var cafe\u{301}: Int
        #Index<Album>(\\.small, \\.decomposed)
        #UniqueIndex<Album>(\\.caf\u{E9}, \\.cafe\u{301})
      }
      """, "")
    expectReport(
      """
      @Table struct Album {
        @Column("e\u{301}") var small: Int
        @Column("E\u{301}") var capital: Int
      }
      """,
      """
      3:11: @Column: another column is called 'E\u{301}', and SQLite ignores the case of names; \
      write another name: '@Column("…")' [table.duplicateColumn]
      2:22: note: 'small' already has this name
      """)
  }

  @Test("Two names that a naming strategy makes equal are refused")
  func duplicateByNaming() {
    expectReport(
      """
      @Table(naming: .snakeCase) struct Album {
        var artistID: Int
        var artistId: Int
      }
      """,
      """
      3:7: @Column: another column is called 'artist_id', and SQLite ignores the case of names; \
      write another name: '@Column("…")' [table.duplicateColumn]
      2:7: note: 'artistID' already has this name
      """)
  }
}
