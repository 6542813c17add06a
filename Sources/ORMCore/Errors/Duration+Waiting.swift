extension Duration {
  /// The duration if a clock can wait for it, or else the longest that one can: a century.
  ///
  /// Swift's clocks count the seconds of a time in 64 bits, and trap on one that has more.
  package var waitable: Duration { min(max(self, .seconds(-Self.century)), .seconds(Self.century)) }

  private static let century: Int64 = 100 * 366 * 24 * 60 * 60
}
