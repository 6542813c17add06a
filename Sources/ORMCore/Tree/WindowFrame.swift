/// The frame of a window: the rows around the current row over which a function is computed.
///
/// ```swift
/// .rows(from: .preceding(2))                      // ROWS BETWEEN 2 PRECEDING AND CURRENT ROW
/// .range(from: .currentRow, to: .unboundedFollowing, excluding: .ties)
/// // RANGE BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING EXCLUDE TIES
/// ```
///
/// The default for a window with an order is `.range()`. A query throws ``DatabaseError`` if the
/// frame ends before it starts, or an offset is below 0; see
/// <https://www.sqlite.org/windowfunctions.html#frame_specifications>.
public struct WindowFrame: Sendable, Hashable {
  /// The start or the end of a frame.
  public enum Bound<Offset: Sendable & Hashable>: Sendable, Hashable {
    /// The first row of the partition; allowed only as the start of a frame.
    case unboundedPreceding
    /// At this offset before the current row.
    case preceding(Offset)
    /// The current row; for a range or for groups, together with its peers.
    case currentRow
    /// At this offset after the current row.
    case following(Offset)
    /// The last row of the partition; allowed only as the end of a frame.
    case unboundedFollowing
  }

  /// The rows that are excluded from the frame. Peers are rows with equal values in the window's
  /// order.
  public enum Exclusion: String, Sendable, Hashable {
    case currentRow = "CURRENT ROW"
    /// The current row and its peers.
    case group = "GROUP"
    /// The peers of the current row, but not the current row.
    case ties = "TIES"
  }

  let sql: String

  public static func == (left: WindowFrame, right: WindowFrame) -> Bool {
    left.sql.hasSameBytes(as: right.sql)
  }

  /// A frame whose bounds are counted in rows.
  public static func rows(
    from start: Bound<Int> = .unboundedPreceding, to end: Bound<Int> = .currentRow,
    excluding exclusion: Exclusion? = nil
  ) -> Self {
    Self("ROWS", start, end, exclusion) { String($0) }
  }

  /// A frame whose bounds are differences from the current row's value in the order.
  ///
  /// With an offset, the window must be ordered by exactly one term.
  public static func range(
    from start: Bound<Double> = .unboundedPreceding, to end: Bound<Double> = .currentRow,
    excluding exclusion: Exclusion? = nil
  ) -> Self {
    Self("RANGE", start, end, exclusion) { SQLValue.real($0).literal }
  }

  /// A frame whose bounds are counted in groups of peers.
  public static func groups(
    from start: Bound<Int> = .unboundedPreceding, to end: Bound<Int> = .currentRow,
    excluding exclusion: Exclusion? = nil
  ) -> Self {
    Self("GROUPS", start, end, exclusion) { String($0) }
  }

  private init<Offset>(
    _ unit: String, _ start: Bound<Offset>, _ end: Bound<Offset>, _ exclusion: Exclusion?,
    literal: (Offset) -> String
  ) {
    let bounds = "\(unit) BETWEEN \(start.sql(literal)) AND \(end.sql(literal))"
    sql = exclusion.map { "\(bounds) EXCLUDE \($0.rawValue)" } ?? bounds
  }
}

extension WindowFrame.Bound {
  fileprivate func sql(_ literal: (Offset) -> String) -> String {
    switch self {
    case .unboundedPreceding: "UNBOUNDED PRECEDING"
    case .preceding(let offset): "\(literal(offset)) PRECEDING"
    case .currentRow: "CURRENT ROW"
    case .following(let offset): "\(literal(offset)) FOLLOWING"
    case .unboundedFollowing: "UNBOUNDED FOLLOWING"
    }
  }
}
