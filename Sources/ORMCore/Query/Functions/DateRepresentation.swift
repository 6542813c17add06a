#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A representation that is a date, which SQLite's date functions can be made to read.
public protocol DateRepresentation: ColumnRepresentation {
  /// The arguments by which a date function reads a stored value: the value as a
  /// [time value](https://www.sqlite.org/lang_datefunc.html#time_values), and what it needs to know
  /// of it.
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

// These are time values as they are.

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
