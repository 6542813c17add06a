/// The rows of a window around the current one that a function sees.
///
/// ```swift
/// .rows(from: .preceding(2))                      // ROWS BETWEEN 2 PRECEDING AND CURRENT ROW
/// .range(from: .currentRow, to: .unboundedFollowing, excluding: .ties)
/// // RANGE BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING EXCLUDE TIES
/// ```
///
/// A window with an order has `.range()` by default. A query throws ``DatabaseError``
/// if the frame ends before it starts or an offset is below 0; see
/// <https://www.sqlite.org/windowfunctions.html#frame_specifications>.
public struct WindowFrame: Sendable, Hashable {
  /// Where a frame starts or ends.
  public enum Bound<Offset: Sendable & Hashable>: Sendable, Hashable {
    /// The first row; only a start.
    case unboundedPreceding
    /// So far before the current row.
    case preceding(Offset)
    /// The current row; of a range or of groups, with the rows that are in the same place.
    case currentRow
    /// So far behind the current row.
    case following(Offset)
    /// The last row; only an end.
    case unboundedFollowing
  }

  /// What the frame leaves out.
  public enum Exclusion: String, Sendable, Hashable {
    case currentRow = "CURRENT ROW"
    /// The current row, and the rows that the order puts in the same place.
    case group = "GROUP"
    /// The rows that the order puts in the same place, but not the current row.
    case ties = "TIES"
  }

  let sql: String

  public static func == (left: WindowFrame, right: WindowFrame) -> Bool {
    left.sql.hasSameBytes(as: right.sql)
  }

  /// Rows, counted one by one.
  public static func rows(
    from start: Bound<Int> = .unboundedPreceding, to end: Bound<Int> = .currentRow,
    excluding exclusion: Exclusion? = nil
  ) -> Self {
    Self("ROWS", start, end, exclusion) { String($0) }
  }

  /// Rows whose value, by which the window is ordered, is as far away as an offset says.
  ///
  /// With an offset, the window has one term of order.
  public static func range(
    from start: Bound<Double> = .unboundedPreceding, to end: Bound<Double> = .currentRow,
    excluding exclusion: Exclusion? = nil
  ) -> Self {
    Self("RANGE", start, end, exclusion) { SQLValue.real($0).literal }
  }

  /// Groups of rows that the order puts in the same place.
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
