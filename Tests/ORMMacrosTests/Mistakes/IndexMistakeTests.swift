import Testing

@Suite("Mistakes in #Index and #UniqueIndex")
struct IndexMistakeTests {
  @Test("An index needs a column")
  func emptyIndex() {
    expectReport(
      """
      @Table struct Album {
        var title: String
        #Index<Album>(unique: true)
      }
      """,
      #"""
      3:4: #Index: the index needs a column: '#Index<Album>(\.…)' [index.empty]
      """#)
  }

  @Test("A term of an index has to be a string literal that is not empty")
  func emptyTerm() {
    expectReport(
      """
      @Table struct Album {
        var title: String
        #Index<Album>(terms: "lower(title)", " ", name: "a")
        #Index<Album>(terms: text, name: "b")
        #UniqueIndex<Album>(terms: "title", name: "c")
      }
      """,
      #"""
      3:40: #Index: the term is empty; write SQL, or remove it [index.emptyTerm]
      4:24: #Index: 'terms' has to be a string literal without interpolation: the macro sees \#
      source text, not values [argument.notAString]
      5:23: #UniqueIndex: there is no argument 'terms'; there are 'name', 'where' [argument.unknown]
      5:4: #UniqueIndex: the index needs a column: '#UniqueIndex<Album>(\.…)' [index.empty]
      """#)
  }

  @Test("An index has to name its table")
  func indexWithoutTable() {
    expectReport(
      #"""
      @Table struct Album {
        var title: String
        #UniqueIndex(\.title)
      }
      """#,
      #"""
      3:4: #UniqueIndex: the index needs the table's name: '#UniqueIndex<Album>(…)' [index.noTable]
      fix: write '<Album>'
        @Table struct Album {
          var title: String
          #UniqueIndex<Album>(\.title)
        }
      """#)
  }

  @Test("An index can't be over another table")
  func indexOfOtherTable() {
    expectReport(
      #"""
      @Table struct Album {
        var title: String
        #Index<Artist>(\.title)
      }
      """#,
      #"""
      3:10: #Index: the index is in 'Album', so it can't have columns of 'Artist'; write 'Album', or \#
      move it to 'Artist' [index.otherTable]
      fix: write 'Album'
        @Table struct Album {
          var title: String
          #Index<Album>(\.title)
        }
      """#)
  }

  @Test("A column of an index has to be a key path")
  func unreadableIndexColumn() {
    expectReport(
      """
      @Table struct Album {
        var title: String
        #Index<Album>("title")
      }
      """,
      #"""
      3:17: #Index: a column of an index has to be the key path of a stored property: '\.title' [index.column]
      """#)
  }

  @Test("An unknown column of an index is refused, with a suggestion")
  func unknownIndexColumn() {
    expectReport(
      #"""
      @Table struct Album {
        var title: String
        var year: Int
        #Index<Album>(\.year, \.tilte)
      }
      """#,
      #"""
      4:25: #Index: there is no column for 'tilte'; there are 'title', 'year' [index.unknownColumn]
      fix: write 'title'
        @Table struct Album {
          var title: String
          var year: Int
          #Index<Album>(\.year, \.title)
        }
      """#)
  }

  @Test("An index can't contain an ignored property")
  func ignoredIndexColumn() {
    expectReport(
      #"""
      @Table struct Album {
        var title: String
        @Ignored var isSelected = false
        #Index<Album>(\.isSelected)
      }
      """#,
      """
      4:17: #Index: there is no column for 'isSelected'; there are 'title' [index.unknownColumn]
      """)
  }

  @Test("An index can contain the columns of an embedded struct, but not the struct")
  func indexOfGroup() {
    expectReport(
      #"""
      @Table struct Album {
        @Embedded var label: Label
        #Index<Album>(\.label)
      }
      """#,
      #"""
      3:17: #Index: 'label' is a group of columns; name one of them: '\.label.…' [index.group]
      """#)
  }

  @Test("An index can't contain a column twice")
  func repeatedIndexColumn() {
    expectReport(
      #"""
      @Table struct Album {
        var title: String
        #Index<Album>(\.title, \.title)
      }
      """#,
      #"""
      3:26: #Index: the column is listed twice; remove one [index.repeatedColumn]
      fix: remove '\.title'
        @Table struct Album {
          var title: String
          #Index<Album>(\.title)
        }
      """#)
  }

  @Test("A second index over the same columns needs a name")
  func duplicateIndex() {
    expectReport(
      #"""
      @Table struct Album {
        @Column(index: true) var title: String
        #Index<Album>(\.title, where: "title > ''")
      }
      """#,
      """
      3:4: #Index: there is another index over the same columns, so this one needs a name: 'name: \
      "…"' [index.duplicate]
      """)
  }

  @Test("An index's name can't be empty")
  func emptyIndexName() {
    expectReport(
      #"""
      @Table struct Album {
        var title: String
        #Index<Album>(\.title, name: "")
      }
      """#,
      #"""
      3:32: #Index: a name can't be empty; leave it out for the default name [argument.emptyName]
      fix: remove 'name'
        @Table struct Album {
          var title: String
          #Index<Album>(\.title)
        }
      """#)
  }

  @Test("The condition of an index can't be empty")
  func emptyIndexCondition() {
    expectReport(
      #"""
      @Table struct Album {
        var title: String
        #UniqueIndex<Album>(\.title, where: "")
      }
      """#,
      #"""
      3:39: #UniqueIndex: 'where' is empty; write SQL or leave it out [argument.emptySQL]
      fix: remove 'where'
        @Table struct Album {
          var title: String
          #UniqueIndex<Album>(\.title)
        }
      """#)
  }

  @Test("An unknown argument of an index is refused")
  func unknownIndexArgument() {
    expectReport(
      #"""
      @Table struct Album {
        var title: String
        #UniqueIndex<Album>(\.title, unique: true)
      }
      """#,
      """
      3:32: #UniqueIndex: there is no argument 'unique'; there are 'name', 'where' [argument.unknown]
      """)
  }

  @Test("An index outside a table is refused")
  func indexOutside() {
    expectReport(
      #"""
      struct Album {
        var title: String
        #Index<Album>(\.title)
      }
      """#,
      """
      3:3: #Index: an index belongs in the body of a struct with '@Table'; move it there \
      [index.outside]
      """)
  }
}
