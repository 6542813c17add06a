/// Mistakes in `#Index` and `#UniqueIndex`.
extension Problem {
  package static func emptyIndex(_ macro: MacroName, _ table: String) -> Problem {
    Problem(
      "index.empty", macro,
      "the index needs a column: '\(macro.spelling)<\(table)>(\\.…)'")
  }

  package static func emptyIndexTerm(_ macro: MacroName) -> Problem {
    Problem("index.emptyTerm", macro, "the term is empty; write SQL, or remove it")
  }

  package static func indexWithoutTable(_ macro: MacroName, _ table: String) -> Problem {
    Problem(
      "index.noTable", macro,
      "the index needs the table's name: '\(macro.spelling)<\(table)>(…)'")
  }

  package static func indexOfOtherTable(_ macro: MacroName, _ other: String, _ table: String)
    -> Problem
  {
    Problem(
      "index.otherTable", macro,
      "the index is in '\(table)', so it can't have columns of '\(other)'; write '\(table)', or "
        + "move it to '\(other)'")
  }

  package static func unreadableIndexColumn(_ macro: MacroName) -> Problem {
    Problem(
      "index.column", macro,
      "a column of an index has to be the key path of a stored property: '\\.title'")
  }

  package static func unknownIndexColumn(
    _ macro: MacroName, _ name: String, known: [String]
  ) -> Problem {
    Problem(
      "index.unknownColumn", macro,
      "there is no column for '\(name)'; there are "
        + known.map { "'\($0)'" }.joined(separator: ", "))
  }

  package static func indexOfGroup(_ macro: MacroName, _ name: String) -> Problem {
    Problem(
      "index.group", macro,
      "'\(name)' is a group of columns; name one of them: '\\.\(name).…'")
  }

  package static func repeatedIndexColumn(_ macro: MacroName) -> Problem {
    Problem("index.repeatedColumn", macro, "the column is listed twice; remove one")
  }

  package static func duplicateIndex(_ macro: MacroName) -> Problem {
    Problem(
      "index.duplicate", macro,
      "there is another index over the same columns, so this one needs a name: 'name: \"…\"'")
  }

  package static func indexOutsideOfTable(_ macro: MacroName) -> Problem {
    Problem(
      "index.outside", macro,
      "an index belongs in the body of a struct with '@Table'; move it there")
  }
}
