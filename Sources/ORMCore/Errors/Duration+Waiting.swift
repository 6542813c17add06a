extension Duration {
  /// The duration, limited to a century in either direction.
  ///
  /// Swift's clocks count the seconds of an instant in 64 bits, and trap if it has more.
  package var waitable: Duration { min(max(self, .seconds(-Self.century)), .seconds(Self.century)) }

  private static let century: Int64 = 100 * 366 * 24 * 60 * 60
}
