import ORM

@Table private struct Song {
  var id: Int
  // error: @Column: 'onDelete' says what happens with a reference
  @Column(onDelete: .cascade) var album: Int
}
