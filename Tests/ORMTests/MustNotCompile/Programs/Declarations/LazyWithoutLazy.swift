import ORM

@Table private struct Song {
  var id: Int
  // error: @Column: 'lyrics' is fetched only when asked for, so its type has to be 'Lazy<…>'
  @Column(lazy: true) var lyrics: String
}
