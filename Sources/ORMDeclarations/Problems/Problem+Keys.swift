/// Mistakes in a table's key.
extension Problem {
  package static func contradictingKeys(_ marked: String) -> Problem {
    Problem(
      "key.contradiction", .table,
      "'id' is the key by default, but '\(marked)' is marked as the key; write "
        + "'@Column(primaryKey: false)' here, or 'true' for a key of both columns")
  }

  package static func optionalKey(_ property: String, _ type: String) -> Problem {
    Problem(
      "key.optional", .table,
      "the key '\(property)' can't be optional, because the database generates only integer keys; "
        + "write '\(type)', '@Column(autoincrement: true)' if it is stored as an integer, or "
        + "'@Column(default: .database(\"…\"))'")
  }

  package static func optionalPartOfKey(_ property: String) -> Problem {
    Problem(
      "key.optionalPart", .table,
      "'\(property)' is one of several key columns, so it can't be optional: NULL is not equal to "
        + "NULL")
  }

  package static func optionalKeyWithoutRowID(_ property: String) -> Problem {
    Problem(
      "key.optionalWithoutRowID", .table,
      "the key '\(property)' can't be optional, because the database generates no key for a "
        + "'withoutRowID' table")
  }

  package static func lazyKey(_ property: String) -> Problem {
    Problem(
      "key.lazy", .table,
      "the key '\(property)' can't be 'Lazy', because rows are found by it; write its type without "
        + "'Lazy'")
  }

  package static func generatedKey(_ property: String) -> Problem {
    Problem(
      "key.generated", .column,
      "the key '\(property)' can't be a generated column: SQLite allows none in a PRIMARY KEY")
  }

  package static func readOnlyKey(_ property: String) -> Problem {
    Problem(
      "key.readOnly", .column,
      "the key '\(property)' can't be 'readOnly', because writes find the row by it; for a key "
        + "that the database generates, write 'Int?', or 'let' and insert a 'Draft'")
  }

  package static func redactedKey(_ property: String) -> Problem {
    Problem(
      "key.redacted", .column,
      "the key '\(property)' can't be 'redacted', because errors name rows by their keys")
  }

  package static func hiddenKey(_ property: String, _ access: String) -> Problem {
    Problem(
      "key.hidden", .table,
      "the key '\(property)' of a \(access) table has to be '\(access)' too")
  }

  package static func withoutRowIDWithoutKey() -> Problem {
    Problem(
      "key.withoutRowID", .table,
      "a 'withoutRowID' table needs a key; mark a property with '@Column(primaryKey: true)', or "
        + "leave 'withoutRowID' out")
  }

  package static func autoincrementOutsideKey(_ property: String) -> Problem {
    Problem(
      "key.autoincrementOutside", .column,
      "'autoincrement' is for the key, but '\(property)' is not the key; add 'primaryKey: true', "
        + "or remove it")
  }

  package static func autoincrementOfSeveral() -> Problem {
    Problem(
      "key.autoincrementOfSeveral", .column,
      "'autoincrement' is for a key of one column, but this key has several; remove it")
  }

  package static func autoincrementWithoutRowID() -> Problem {
    Problem(
      "key.autoincrementWithoutRowID", .column,
      "'autoincrement' needs the rowid that a 'withoutRowID' table does not have; remove one of "
        + "them")
  }

  package static func autoincrementOfType(_ type: String) -> Problem {
    Problem(
      "key.autoincrementOfType", .column,
      "'autoincrement' is for keys that are stored as INTEGER, but '\(type)' is not; remove "
        + "'autoincrement'")
  }
}
