extension Duration {
  /// The duration, where a clock can wait for so long, or else the longest: a century.
  ///
  /// Swift's clocks count the seconds of a time in 64 bits, and trap on one that has more.
  var waitable: Duration { min(max(self, .seconds(-Self.century)), .seconds(Self.century)) }

  private static let century: Int64 = 100 * 366 * 24 * 60 * 60
}
