/// Mistakes in the struct as a whole.
extension Problem {
  package static func notAStruct(_ macro: MacroName, _ kind: String) -> Problem {
    Problem(
      "table.notAStruct", macro,
      "a table's rows are values, so the type has to be a struct and can't be \(kind)")
  }

  package static func repeatedMacro(_ macro: MacroName, _ name: String) -> Problem {
    Problem(
      "table.repeated", macro,
      "'\(name)' has two '\(macro.spelling)' attributes; remove one")
  }

  package static func noColumns(_ name: String) -> Problem {
    Problem(
      "table.noColumns", .table,
      "'\(name)' stores nothing, but a table needs a column; add a stored property")
  }

  package static func privateNested(_ name: String) -> Problem {
    Problem(
      "table.privateNested", .table,
      "the generated extension of '\(name)' is outside the enclosing type, so it can't see a "
        + "'private' struct; write 'fileprivate'")
  }

  package static func nestedInPrivate(_ name: String, _ type: String) -> Problem {
    Problem(
      "table.nestedInPrivate", .table,
      "the generated extension of '\(name)' is outside the enclosing types, so it can't see the "
        + "'private' type '\(type)'; write 'fileprivate' there")
  }

  package static func systemName(_ name: String) -> Problem {
    Problem(
      "table.systemName", .table,
      "'\(name)' can't be a table's name, because SQLite reserves names that start with 'sqlite_'; "
        + "choose another name")
  }

  package static func duplicateColumn(_ name: String) -> Problem {
    Problem(
      "table.duplicateColumn", .column,
      "another column is called '\(name)', and SQLite ignores the case of names; write another "
        + "name: '@Column(\"…\")'")
  }

  package static func tableAndEmbeddable(_ name: String) -> Problem {
    Problem(
      "table.embeddable", .table,
      "'\(name)' can't be both a table and embedded in tables; remove '@Table' or '@Embeddable'")
  }

  package static func notInEmbeddable(_ what: String) -> Problem {
    Problem(
      "embeddable.column", .embeddable,
      "an embedded column can't have '\(what)'; declare the column in the table itself")
  }

  package static func databaseDefaultInEmbeddable() -> Problem {
    Problem(
      "embeddable.default", .embeddable,
      "an insert always writes an embedded column, so the database never fills it; write "
        + "'.sql(\"…\")' to declare only a DEFAULT")
  }

  package static func selectionAndMore(_ name: String, _ other: MacroName) -> Problem {
    let also =
      other == .table
      ? "a table's rows can be selected without '@Selection'; remove it"
      : "'\(name)' can't also be '@Embeddable'; remove one of the two"
    return Problem("selection.another", .selection, also)
  }

  package static func notInSelection(_ what: String) -> Problem {
    Problem(
      "selection.column", .selection,
      "'\(what)' is for columns of tables, not for values that a query selects; remove it")
  }
}
