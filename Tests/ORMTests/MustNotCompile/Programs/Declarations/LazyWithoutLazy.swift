import ORM

@Table private struct Song {
  var id: Int
  // error: @Column: the type of 'lyrics' has to say that the value may not be there
  @Column(lazy: true) var lyrics: String
}
