import ORM

@Table private struct Song {
  var id: Int
  // error: value of type 'Album' has no member 'number'
  @Column(references: \Album.number) var album: Int
}
