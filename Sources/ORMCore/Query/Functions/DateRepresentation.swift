#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A representation of dates that SQLite's date functions can read.
public protocol DateRepresentation: ColumnRepresentation {
  /// The arguments with which a date function reads a stored value: the value as a
  /// [time value](https://www.sqlite.org/lang_datefunc.html#time_values), and the modifiers that
  /// describe its format.
  static func timeArguments(of node: SQLNode) -> [SQLNode]
}

/// `"at", 'unixepoch'`
@_documentation(visibility: internal)
extension Date: DateRepresentation {
  public static func timeArguments(of node: SQLNode) -> [SQLNode] { [node, .text("unixepoch")] }
}

/// `"at", 'unixepoch'`
@_documentation(visibility: internal)
extension UnixSeconds: DateRepresentation {
  public static func timeArguments(of node: SQLNode) -> [SQLNode] { [node, .text("unixepoch")] }
}

/// `"at" + 978307200, 'unixepoch'`
@_documentation(visibility: internal)
extension SecondsSince2001: DateRepresentation {
  public static func timeArguments(of node: SQLNode) -> [SQLNode] {
    [.binary(node, .add, .literal("978307200")), .text("unixepoch")]
  }
}

/// `"at" / 1000.0, 'unixepoch'`
@_documentation(visibility: internal)
extension UnixMilliseconds: DateRepresentation {
  public static func timeArguments(of node: SQLNode) -> [SQLNode] {
    [.binary(node, .divide, .literal("1000.0")), .text("unixepoch")]
  }
}

// The stored values of these are time values already.

extension JulianDay: DateRepresentation {}
extension ISO8601: DateRepresentation {}
extension ISO8601Seconds: DateRepresentation {}
extension DateTimeText: DateRepresentation {}
extension DateTimeMillisecondsText: DateRepresentation {}
extension DateText: DateRepresentation {}
extension CalendarDay: DateRepresentation {}

@_documentation(visibility: internal)
extension DateRepresentation {
  public static func timeArguments(of node: SQLNode) -> [SQLNode] { [node] }
}

@_documentation(visibility: internal)
extension Optional: DateRepresentation where Wrapped: DateRepresentation {
  public static func timeArguments(of node: SQLNode) -> [SQLNode] {
    Wrapped.timeArguments(of: node)
  }
}
