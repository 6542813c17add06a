/// Mistakes in the struct as a whole.
extension Problem {
  package static func notAStruct(_ macro: MacroName, _ kind: String) -> Problem {
    Problem(
      "table.notAStruct", macro,
      "a table's rows are values, so this has to be a struct and can't be \(kind)")
  }

  package static func repeatedMacro(_ macro: MacroName, _ name: String) -> Problem {
    Problem("table.repeated", macro, "'\(name)' has this twice; remove one of them")
  }

  package static func noColumns(_ name: String) -> Problem {
    Problem(
      "table.noColumns", .table,
      "'\(name)' stores nothing, and a table needs a column; add a stored property")
  }

  package static func privateNested(_ name: String) -> Problem {
    Problem(
      "table.privateNested", .table,
      "the extension of '\(name)' stands outside of the type around it, where 'private' hides it; "
        + "write 'fileprivate'")
  }

  package static func nestedInPrivate(_ name: String, _ type: String) -> Problem {
    Problem(
      "table.nestedInPrivate", .table,
      "the extension of '\(name)' stands outside of the types around it, where 'private' hides "
        + "'\(type)'; write 'fileprivate' there")
  }

  package static func systemName(_ name: String) -> Problem {
    Problem(
      "table.systemName", .table,
      "'\(name)' can't be a table's name, for SQLite keeps those that start with 'sqlite_'; give "
        + "it another one")
  }

  package static func duplicateColumn(_ name: String) -> Problem {
    Problem(
      "table.duplicateColumn", .column,
      "another column is called '\(name)', and SQLite sees no difference between capital and small "
        + "letters; write another name: '@Column(\"…\")'")
  }

  package static func tableAndEmbeddable(_ name: String) -> Problem {
    Problem(
      "table.embeddable", .table,
      "'\(name)' can't be a table and a part of tables; write one of '@Table' and '@Embeddable'")
  }

  package static func notInEmbeddable(_ what: String) -> Problem {
    Problem(
      "embeddable.column", .embeddable,
      "'\(what)' is not for columns that are embedded; declare this column in the table itself")
  }

  package static func databaseDefaultInEmbeddable() -> Problem {
    Problem(
      "embeddable.default", .embeddable,
      "an embedded column is always written, so the database never fills it; write '.sql(\"…\")' "
        + "for a DEFAULT alone")
  }

  package static func selectionAndMore(_ name: String, _ other: MacroName) -> Problem {
    let also =
      other == .table
      ? "a table's rows can be selected as they are; remove '@Selection'"
      : "'\(name)' can't be a part of tables too; remove one of the two"
    return Problem("selection.another", .selection, also)
  }

  package static func notInSelection(_ what: String) -> Problem {
    Problem(
      "selection.column", .selection,
      "'\(what)' is for the columns of tables; this is a value that a query selects")
  }
}
