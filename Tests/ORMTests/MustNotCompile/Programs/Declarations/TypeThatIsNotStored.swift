import ORM

@Table private struct Song {
  var id: Int
  // error: 'NotATable' does not conform to protocol 'ColumnRepresentation'
  var other: NotATable
}
