/// Mistakes in a table's key.
extension Problem {
  package static func contradictingKeys(_ marked: String) -> Problem {
    Problem(
      "key.contradiction", .table,
      "'id' is a table's key unless it says otherwise, and '\(marked)' is marked as the key; say "
        + "'@Column(primaryKey: false)' here, or 'true' if both are the key together")
  }

  package static func optionalKey(_ property: String, _ type: String) -> Problem {
    Problem(
      "key.optional", .table,
      "the key '\(property)' can't be nil, for the database gives only integers; write "
        + "'\(type)', or say how it is made: '@Column(autoincrement: true)' where it is stored as "
        + "an integer, '@Column(default: .database(\"…\"))'")
  }

  package static func optionalPartOfKey(_ property: String) -> Problem {
    Problem(
      "key.optionalPart", .table,
      "'\(property)' is one of several columns of the key, and NULL is not equal to itself, so it "
        + "can't be optional")
  }

  package static func optionalKeyWithoutRowID(_ property: String) -> Problem {
    Problem(
      "key.optionalWithoutRowID", .table,
      "the key '\(property)' can't be nil, for the database gives no key in a table 'withoutRowID'")
  }

  package static func lazyKey(_ property: String) -> Problem {
    Problem(
      "key.lazy", .table,
      "the key '\(property)' can't be 'Lazy', for nothing is found without it; write its type alone"
    )
  }

  package static func generatedKey(_ property: String) -> Problem {
    Problem(
      "key.generated", .column,
      "the key '\(property)' can't be generated: SQLite has no generated PRIMARY KEY")
  }

  package static func readOnlyKey(_ property: String) -> Problem {
    Problem(
      "key.readOnly", .column,
      "the key '\(property)' can't be 'readOnly', for writes find their row by it; for a key that "
        + "the database gives, make it 'Int?', or 'let' with a 'Draft' for new rows")
  }

  package static func hiddenKey(_ property: String, _ access: String) -> Problem {
    Problem(
      "key.hidden", .table,
      "the key of a \(access) table is a part of what it offers, so '\(property)' has to be "
        + "'\(access)' too")
  }

  package static func withoutRowIDWithoutKey() -> Problem {
    Problem(
      "key.withoutRowID", .table,
      "a table 'withoutRowID' needs a key; mark a property with '@Column(primaryKey: true)', or "
        + "leave 'withoutRowID' out")
  }

  package static func autoincrementOutsideKey(_ property: String) -> Problem {
    Problem(
      "key.autoincrementOutside", .column,
      "'autoincrement' is for the key, and '\(property)' is none; add 'primaryKey: true', or "
        + "remove it")
  }

  package static func autoincrementOfSeveral() -> Problem {
    Problem(
      "key.autoincrementOfSeveral", .column,
      "'autoincrement' is for a key of one column, and there are several; remove it")
  }

  package static func autoincrementWithoutRowID() -> Problem {
    Problem(
      "key.autoincrementWithoutRowID", .column,
      "'autoincrement' needs the rowid that a table 'withoutRowID' does not have; remove one of "
        + "them")
  }

  package static func autoincrementOfType(_ type: String) -> Problem {
    Problem(
      "key.autoincrementOfType", .column,
      "'autoincrement' is for keys that are stored as INTEGER, and '\(type)' is not; remove it")
  }
}
