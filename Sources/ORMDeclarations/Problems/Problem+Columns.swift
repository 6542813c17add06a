/// Mistakes in what `@Column` says.
extension Problem {
  package static func unreadableRepresentation() -> Problem {
    Problem(
      "column.representation", .column,
      "'as' has to name a type: 'as: JSON.self'")
  }

  package static func optionalRepresentation() -> Problem {
    Problem(
      "column.optionalRepresentation", .column,
      "'as' takes the representation of a value that is there; NULL follows from the property's "
        + "type, so remove the '?'")
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
      "'default' is SQL's, so it has to be a literal, '.sql(\"…\")', '.database(\"…\")' or "
        + "'.database'; a value that Swift makes stands behind the property: 'var … = …'")
  }

  /// A warning: a struct may be encoded with names other than its columns'.
  package static func codingKey(_ property: String, _ key: String, column: String) -> Problem {
    Problem(
      "column.codingKey", .column,
      "'CodingKeys' names '\(property)' for Codable alone: its column is '\(column)', and not "
        + "'\(key)'; write '@Column(\"\(key)\")' for a column of that name, or "
        + "'@Column(\"\(column)\")' to keep this one", severity: .warning)
  }

  package static func lazyWithoutLazy(_ property: String) -> Problem {
    Problem(
      "column.lazyType", .column,
      "the type of '\(property)' has to say that the value may not be there; write 'Lazy<…>'")
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
      "'\(label)' says what happens with a reference, and there is none; add "
        + "'references: Other.self', or remove it")
  }

  package static func unreadableReference() -> Problem {
    Problem(
      "column.reference", .column,
      "'references' has to name a table or one of its properties: 'Artist.self' or '\\Artist.id'")
  }
}

/// Mistakes in how a column's arguments and its type go together.
extension Problem {
  package static func generatedWithDefault(_ property: String) -> Problem {
    Problem(
      "column.generatedDefault", .column,
      "'\(property)' is generated, so it can't have a default too; remove one of them")
  }

  package static func generatedAndReadOnly(_ property: String) -> Problem {
    Problem(
      "column.generatedReadOnly", .column,
      "'\(property)' is generated, which is never written; remove 'readOnly'")
  }

  package static func queryOnly(_ property: String, _ label: String) -> Problem {
    Problem(
      "column.queryOnly", .column,
      "no column stands behind '\(property)', which only a query fills; remove '\(label)', or "
        + "'queryOnly'")
  }

  package static func queryOnlyConstant(_ property: String) -> Problem {
    Problem(
      "column.queryOnlyConstant", .column,
      "'\(property)' is filled once the row is read; write 'var'")
  }

  package static func queryOnlyWithoutDefault(_ property: String) -> Problem {
    Problem(
      "column.queryOnlyDefault", .column,
      "'\(property)' needs a value for rows of queries that don't give one; write '= …', or make "
        + "it optional")
  }

  package static func nullAsDefaultOfOptional(_ property: String) -> Problem {
    Problem(
      "column.nullAsDefault", .column,
      "'\(property)' can be nil, which is what NULL is read as; remove 'nullAsDefault'")
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
      "'\(property)' is stored as \(stored) by '\(representation)', and its default \(sql) is "
        + "\(found), which it can't read; "
        + (isTime
          ? "write 'unixepoch('subsec')', or 'as: DateTimeText.self'" : "write one that it reads"))
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
      "'\(table)' has no key of one column to refer to; name a column: '\\\(table).…'")
  }
}
