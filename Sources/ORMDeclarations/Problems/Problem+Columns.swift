/// Mistakes in the arguments of `@Column`.
extension Problem {
  package static func unreadableRepresentation() -> Problem {
    Problem(
      "column.representation", .column,
      "'as' has to name a type: 'as: JSON.self'")
  }

  package static func optionalRepresentation() -> Problem {
    Problem(
      "column.optionalRepresentation", .column,
      "'as' takes a type that is not optional; whether the column may be NULL depends on the "
        + "property's type, so remove the '?'")
  }

  package static func otherRepresentation(
    _ property: String, _ type: String, _ representation: String, of value: String
  ) -> Problem {
    Problem(
      "column.otherRepresentation", .column,
      "'\(representation)' represents a '\(value)', and '\(property)' is a '\(type)'; write "
        + "another type, or leave 'as' out")
  }

  package static func emptyMeaning() -> Problem {
    Problem(
      "column.emptyMeaning", .column,
      "'meaning' is empty; write what the values mean, as in 'meaning: \"percent\"', or leave it "
        + "out")
  }

  package static func unreadableDefault() -> Problem {
    Problem(
      "column.default", .column,
      "'default' is SQL's DEFAULT, so it has to be a literal, '.sql(\"…\")', '.database(\"…\")' "
        + "or '.database'; write a default in Swift after the property: 'var … = …'")
  }

  /// A warning: the names that a struct is encoded with may differ from its columns' names.
  package static func codingKey(_ property: String, _ key: String, column: String) -> Problem {
    Problem(
      "column.codingKey", .column,
      "only Codable uses 'CodingKeys', so the column of '\(property)' is '\(column)', not "
        + "'\(key)'; write '@Column(\"\(key)\")' to rename the column, or "
        + "'@Column(\"\(column)\")' to keep its name", severity: .warning)
  }

  package static func lazyWithoutLazy(_ property: String) -> Problem {
    Problem(
      "column.lazyType", .column,
      "'\(property)' is fetched only when asked for, so its type has to be 'Lazy<…>'")
  }

  package static func lazyContradiction(_ property: String) -> Problem {
    Problem(
      "column.lazyContradiction", .column,
      "'\(property)' is 'Lazy', so it is fetched only when asked for; remove 'lazy: false', or "
        + "write the type without 'Lazy'")
  }

  package static func actionWithoutReference(_ label: String) -> Problem {
    Problem(
      "column.actionWithoutReference", .column,
      "'\(label)' needs a reference; add 'references: Other.self', or remove it")
  }

  package static func unreadableReference() -> Problem {
    Problem(
      "column.reference", .column,
      "'references' has to name a table or one of its properties: 'Artist.self' or '\\Artist.id'")
  }
}

/// Contradictions between a column's arguments, or between them and its type.
extension Problem {
  package static func generatedWithDefault(_ property: String) -> Problem {
    Problem(
      "column.generatedDefault", .column,
      "'\(property)' is generated, so it can't have a default too; remove one of them")
  }

  package static func generatedAndReadOnly(_ property: String) -> Problem {
    Problem(
      "column.generatedReadOnly", .column,
      "'\(property)' is generated, so it is never written; remove 'readOnly'")
  }

  package static func queryOnly(_ property: String, _ label: String) -> Problem {
    Problem(
      "column.queryOnly", .column,
      "'\(property)' is 'queryOnly', so it has no column; remove '\(label)' or 'queryOnly'")
  }

  package static func queryOnlyConstant(_ property: String) -> Problem {
    Problem(
      "column.queryOnlyConstant", .column,
      "'\(property)' is set after the rest of the row is read, so it can't be a 'let'; write 'var'")
  }

  package static func queryOnlyWithoutDefault(_ property: String) -> Problem {
    Problem(
      "column.queryOnlyDefault", .column,
      "'\(property)' needs a default for queries that don't return it; write '= …', or make it "
        + "optional")
  }

  package static func nullAsDefaultOfOptional(_ property: String) -> Problem {
    Problem(
      "column.nullAsDefault", .column,
      "'\(property)' is optional or 'Lazy', so NULL is not read as its default; remove "
        + "'nullAsDefault'")
  }

  package static func nullAsDefaultWithoutDefault(_ property: String) -> Problem {
    Problem(
      "column.nullAsDefault", .column,
      "'\(property)' has no default that NULL could be read as; write '= …'")
  }

  package static func nullAsDefaultOfKey(_ property: String) -> Problem {
    Problem(
      "column.nullAsDefault", .column,
      "the key '\(property)' is never NULL; remove 'nullAsDefault'")
  }

  package static func defaultOfOtherClass(
    _ property: String, _ representation: String, _ stored: String, _ sql: String, _ found: String,
    isTime: Bool
  ) -> Problem {
    Problem(
      "column.defaultClass", .column,
      "'\(representation)' stores '\(property)' as \(stored), so it can't read the default \(sql), "
        + "which is \(found); "
        + (isTime
          ? "write 'unixepoch('subsec')', or 'as: DateTimeText.self'"
          : "write a default that it can read"))
  }

  package static func setNullOfNonOptional(_ property: String) -> Problem {
    Problem(
      "column.setNull", .column,
      "'.setNull' writes NULL, which '\(property)' can't hold; make it optional, or choose another "
        + "action")
  }

  package static func referenceToNothing(_ property: String, _ table: String) -> Problem {
    Problem(
      "column.referenceToNothing", .column,
      "'\(table)' has no column for '\(property)'; refer to a stored property that is not ignored")
  }

  package static func referenceToNoKey(_ table: String) -> Problem {
    Problem(
      "column.referenceToNoKey", .column,
      "'\(table)' has no single-column key to refer to; name a column: '\\\(table).…'")
  }
}
