import ORM

@Table private struct Song {
  var id: Int
  var title: String
  // error: #Index: there is no column for 'name'; there are 'id', 'title'
  // error: value of type 'Song' has no member 'name'
  #Index<Song>(\.name)
}
