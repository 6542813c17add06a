import ORM

@Table private struct Song {
  var id: Int
  // error: value of type 'Album' has no member 'number'
  // error: value of type 'Album.Columns' has no member 'number'
  // error: generic parameter 'Parent' could not be inferred
  @Column(references: \Album.number) var album: Int
}
