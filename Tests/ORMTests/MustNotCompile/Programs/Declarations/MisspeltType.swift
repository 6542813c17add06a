import ORM

@Table private struct Misspelt {
  var id: Int?
  // error: cannot find type 'Strng' in scope
  var title: Strng
}
