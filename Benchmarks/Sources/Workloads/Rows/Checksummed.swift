/// A row of which can be said what was read, so that nobody wins by reading less.
protocol Checksummed: Sendable {
  /// What C adds up for the same row.
  var checksum: Int64 { get }
}

extension Sequence where Element: Checksummed {
  /// The rows' checksum where it is asked for.
  func checksum(_ pass: Contestant.Pass) -> Int64 {
    pass == .checked ? reduce(0) { $0 &+ $1.checksum } : 0
  }
}
