import ORM

@Table private struct Song {
  var id: Int
  // error: @Column: '.setNull' writes NULL, which 'album' can't hold
  @Column(references: Album.self, onDelete: .setNull) var album: Int
}
