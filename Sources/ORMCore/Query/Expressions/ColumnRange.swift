/// A Swift range that a condition can use: `1990...1999`, `1990..<2000`, `1990...`, `..<2000` or
/// `...1999`.
public protocol ColumnRange<Bound> {
  /// The type of the values.
  associatedtype Bound: Comparable

  /// The range's bounds.
  var columnBounds: ColumnBounds<Bound> { get }
}

/// The bounds of a ``ColumnRange``.
@_documentation(visibility: internal)
public struct ColumnBounds<Bound: Comparable> {
  /// The lower bound, if there is one.
  public let lower: Bound?
  /// The upper bound, if there is one.
  public let upper: Bound?
  /// Whether the range includes ``upper``.
  public let includesUpper: Bool

  /// Creates the bounds of a range.
  public init(lower: Bound? = nil, upper: Bound? = nil, includesUpper: Bool = false) {
    self.lower = lower
    self.upper = upper
    self.includesUpper = includesUpper
  }
}

@_documentation(visibility: internal)
extension ClosedRange: ColumnRange {
  public var columnBounds: ColumnBounds<Bound> {
    ColumnBounds(lower: lowerBound, upper: upperBound, includesUpper: true)
  }
}

@_documentation(visibility: internal)
extension Range: ColumnRange {
  public var columnBounds: ColumnBounds<Bound> {
    ColumnBounds(lower: lowerBound, upper: upperBound)
  }
}

@_documentation(visibility: internal)
extension PartialRangeFrom: ColumnRange {
  public var columnBounds: ColumnBounds<Bound> { ColumnBounds(lower: lowerBound) }
}

@_documentation(visibility: internal)
extension PartialRangeUpTo: ColumnRange {
  public var columnBounds: ColumnBounds<Bound> { ColumnBounds(upper: upperBound) }
}

@_documentation(visibility: internal)
extension PartialRangeThrough: ColumnRange {
  public var columnBounds: ColumnBounds<Bound> {
    ColumnBounds(upper: upperBound, includesUpper: true)
  }
}
