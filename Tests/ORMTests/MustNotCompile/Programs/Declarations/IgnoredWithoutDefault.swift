import ORM

@Table private struct Song {
  var id: Int
  // error: @Ignored: 'isPlaying' needs a default for fetched rows
  @Ignored var isPlaying: Bool
}
