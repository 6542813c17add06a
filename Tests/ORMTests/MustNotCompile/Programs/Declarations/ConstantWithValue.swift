import ORM

@Table private struct Song {
  var id: Int
  // error: @Table: 'title' is a 'let' with a value, which a fetch can't replace
  let title = "untitled"
}
