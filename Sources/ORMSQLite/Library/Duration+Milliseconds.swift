import ORMCore

extension Duration {
  /// The whole milliseconds, clamped to the range of `Int32`.
  var wholeMilliseconds: Int32 {
    let (seconds, attoseconds) = waitable.components
    return Int32(clamping: seconds * 1000 + attoseconds / 1_000_000_000_000_000)
  }
}
