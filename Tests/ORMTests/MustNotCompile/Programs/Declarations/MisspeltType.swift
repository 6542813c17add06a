import ORM

// A struct with a type that is not found has no memberwise initializer, which the compiler says behind.

@Table private struct Misspelt {
  var id: Int?
  // error: cannot find type 'Strng' in scope
  // error: extra arguments at positions #1, #2, #3 in call
  // error: missing argument for parameter 'row' in call
  var title: Strng
  var plays: Int
}

@Selection private struct MisspeltSelection {
  let id: Int
  // error: cannot find type 'Genr' in scope
  // error: initializer 'init(decoding:columnNames:)' requires that 'Int' conform to 'RowReader'
  // error: incorrect argument labels in call (have 'id:genre:'
  // error: initializer 'init(_:as:)' requires that 'some SelectableColumn<ColumnTypes.genre>' conform
  let genre: Genr
}

@Embeddable private struct MisspeltGroup {
  let street: String
  // error: cannot find type 'Cty' in scope
  // error: initializer 'init(row:at:)' requires that 'String' conform to 'RowReader'
  // error: incorrect argument labels in call (have 'street:city:'
  let city: Cty
}
