import ORM

@Table private struct Song {
  var id: Int
  // error: @Ignored: 'isPlaying' needs a default, which every fetched row has
  @Ignored var isPlaying: Bool
}
