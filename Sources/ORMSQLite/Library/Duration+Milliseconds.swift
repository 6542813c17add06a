import ORMCore

extension Duration {
  /// The whole milliseconds, as C counts them; the largest or smallest number if there are more.
  var wholeMilliseconds: Int32 {
    let (seconds, attoseconds) = waitable.components
    return Int32(clamping: seconds * 1000 + attoseconds / 1_000_000_000_000_000)
  }
}
