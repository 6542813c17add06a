/// A window: the rows over which a window function is computed.
///
/// ```swift
/// WindowDefinition(partition: album.artistID, order: album.year)
/// // (PARTITION BY "artistID" ORDER BY "year")
/// ```
///
/// See <https://www.sqlite.org/windowfunctions.html>.
public struct WindowDefinition: Sendable, Hashable {
  let base: String?
  let partition: [SQLNode]
  let ordering: [OrderingTerm]
  let frame: WindowFrame?

  /// The number of levels of its deepest expression.
  var depth: Int32 { max(partition.depth, ordering.depth) }
}

@_documentation(visibility: internal)
extension WindowDefinition {
  public static func == (left: WindowDefinition, right: WindowDefinition) -> Bool {
    left.base.hasSameBytes(as: right.base) && left.partition == right.partition
      && left.ordering == right.ordering && left.frame == right.frame
  }
}

/// The window after `OVER`.
package enum WindowReference: Sendable, Hashable {
  case named(String)
  case definition(WindowDefinition)
}

/// A definition in a query's `WINDOW` clause.
@usableFromInline
package struct NamedWindow: Sendable, Hashable {
  let name: String
  let definition: WindowDefinition
}
