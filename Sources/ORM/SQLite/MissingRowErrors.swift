/// There is no row with this key.
public struct RowNotFoundError: Error, Sendable, Hashable, CustomStringConvertible {
  public var table: String

  public init(table: String) { self.table = table }

  public var description: String { "\"\(table)\": there is no row with this key" }
}
