import ORM

@Table private struct Song {
  // error: @Table: 'id' is a table's key unless it says otherwise
  var id: Int
  @Column(primaryKey: true) var isrc: String
}
