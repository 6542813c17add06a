import ORM

@Table private struct Song {
  var id: Int
  // error: @Column: 'onDelete' needs a reference
  @Column(onDelete: .cascade) var album: Int
}
