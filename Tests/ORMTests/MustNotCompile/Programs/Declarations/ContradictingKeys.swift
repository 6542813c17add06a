import ORM

@Table private struct Song {
  // error: @Table: 'id' is the key by default
  var id: Int
  @Column(primaryKey: true) var isrc: String
}
