import Testing

@Suite("Mistakes in the arguments of @Table")
struct TableArgumentMistakeTests {
  @Test("A table's name can't be empty")
  func emptyTableName() {
    expectReport(
      """
      @Table("") struct Album {
        var title: String
      }
      """,
      """
      1:8: @Table: a name can't be empty; leave it out for the default name [argument.emptyName]
      fix: remove '""'
        @Table() struct Album {
          var title: String
        }
      """)
  }

  @Test("A table's name has to be a literal")
  func tableNameExpression() {
    expectReport(
      """
      @Table(name) struct Album {
        var title: String
      }
      """,
      """
      1:8: @Table: the name has to be a string literal without interpolation: the macro sees \
      source text, not values [argument.notAString]
      """)
  }

  @Test("A table's name can't be interpolated")
  func tableNameInterpolation() {
    expectReport(
      #"""
      @Table("album\(version)") struct Album {
        var title: String
      }
      """#,
      """
      1:8: @Table: the name has to be a string literal without interpolation: the macro sees \
      source text, not values [argument.notAString]
      """)
  }

  @Test("A table's name can't begin with sqlite_")
  func systemName() {
    expectReport(
      """
      @Table("SQLite_albums") struct Album {
        var title: String
      }
      """,
      """
      1:8: @Table: 'SQLite_albums' can't be a table's name, because SQLite reserves names that \
      start with 'sqlite_'; choose another name [table.systemName]
      """)
  }

  @Test("A table's derived name can't begin with sqlite_")
  func derivedSystemName() {
    expectReport(
      """
      @Table struct sqlite_album {
        var title: String
      }
      """,
      """
      1:15: @Table: 'sqlite_album' can't be a table's name, because SQLite reserves names that \
      start with 'sqlite_'; choose another name [table.systemName]
      """)
  }

  @Test("An unknown naming strategy is refused")
  func unknownNaming() {
    expectReport(
      """
      @Table(naming: .kebabCase) struct Album {
        var title: String
      }
      """,
      """
      1:16: @Table: 'naming' has to be .asWritten, .pascalCase, .snakeCase or .screamingSnakeCase \
      [argument.unknownNaming]
      """)
  }

  @Test("A flag of @Table has to be a literal")
  func flagExpression() {
    expectReport(
      """
      @Table(strict: isStrict) struct Album {
        var title: String
      }
      """,
      """
      1:16: @Table: 'strict' has to be 'true' or 'false': the macro sees source text, not values \
      [argument.notABool]
      """)
  }

  @Test("An unknown argument of @Table is refused")
  func unknownTableArgument() {
    expectReport(
      """
      @Table(tablename: "a") struct Album {
        var title: String
      }
      """,
      """
      1:8: @Table: there is no argument 'tablename'; there are 'constraints', 'naming', \
      'renamedFrom', 'strict', 'withoutRowID' [argument.unknown]
      """)
  }

  @Test("A second name of a table is refused")
  func secondName() {
    expectReport(
      """
      @Table("a", "b") struct Album {
        var title: String
      }
      """,
      """
      1:13: @Table: the argument needs a label [argument.unexpected]
      fix: remove '"b"'
        @Table("a") struct Album {
          var title: String
        }
      """)
  }

  @Test("An empty constraint is refused")
  func emptyConstraint() {
    expectReport(
      """
      @Table(constraints: "CHECK (1)", " ") struct Album {
        var title: String
      }
      """,
      """
      1:34: @Table: 'constraints' is empty; write SQL or leave it out [argument.emptySQL]
      """)
  }

  @Test("A constraint has to be a literal")
  func constraintExpression() {
    expectReport(
      """
      @Table(constraints: check) struct Album {
        var title: String
      }
      """,
      """
      1:21: @Table: 'constraints' has to be a string literal without interpolation: the macro sees \
      source text, not values [argument.notAString]
      """)
  }

  @Test("A table WITHOUT ROWID needs a key")
  func withoutRowIDWithoutKey() {
    expectReport(
      """
      @Table(withoutRowID: true) struct Album {
        var title: String
      }
      """,
      """
      1:8: @Table: a 'withoutRowID' table needs a key; mark a property with '@Column(primaryKey: \
      true)', or leave 'withoutRowID' out [key.withoutRowID]
      fix: remove 'withoutRowID'
        @Table() struct Album {
          var title: String
        }
      """)
  }
}
