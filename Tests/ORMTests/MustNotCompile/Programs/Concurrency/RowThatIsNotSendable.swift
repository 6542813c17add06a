import ORM

@Table private struct Counted {
  var text: String
  // error: 'counter' of 'Sendable'-conforming struct 'Counted' has non-Sendable type
  @Ignored var counter = Counter()
}
