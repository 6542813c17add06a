/// The rows that a window function sees beside its own.
///
/// ```swift
/// WindowDefinition(partition: album.artistID, order: album.year)
/// // (PARTITION BY "artistID" ORDER BY "year")
/// ```
///
/// See <https://www.sqlite.org/windowfunctions.html>.
public struct WindowDefinition: Sendable, Hashable {
  private let base: String?
  private let partition: [SQLNode]
  private let ordering: [OrderingTerm]
  private let frame: WindowFrame?

  /// - Parameters:
  ///   - base: A window of the query that this one goes on from: it has what that one has, which then
  ///     has no frame, and adds an order where that one has none.
  ///   - partition: What the rows have in common that are in one window; all, if nothing is said.
  ///   - order: The order of the rows in it.
  ///   - frame: The rows around each one that count.
  public init(
    basedOn base: String? = nil, partition: any SQLExpressible...,
    order: any OrderingExpression..., frame: WindowFrame? = nil
  ) {
    self.init(base, partition, order, frame)
  }

  init(
    _ base: String?, _ partition: [any SQLExpressible], _ order: [any OrderingExpression],
    _ frame: WindowFrame?
  ) {
    self.base = base
    self.partition = partition.map(\.node)
    self.ordering = order.map(\.orderingTerm)
    self.frame = frame
  }

  /// How many levels its deepest expression has.
  var depth: Int32 { max(partition.depth, ordering.depth) }
}

extension WindowDefinition {
  public static func == (left: WindowDefinition, right: WindowDefinition) -> Bool {
    left.base.hasSameBytes(as: right.base) && left.partition == right.partition
      && left.ordering == right.ordering && left.frame == right.frame
  }
}

/// What stands behind `OVER`.
enum WindowReference: Sendable, Hashable {
  case named(String)
  case definition(WindowDefinition)
}

/// A definition of a query's `WINDOW`.
struct NamedWindow: Sendable, Hashable {
  let name: String
  let definition: WindowDefinition
}

/// What an order is made of: a term with a direction, or an expression alone, which is ascending.
public protocol OrderingExpression: Sendable {
  /// The term of an `ORDER BY`.
  var orderingTerm: OrderingTerm { get }
}

extension OrderingTerm: OrderingExpression {
  public var orderingTerm: OrderingTerm { self }
}

extension SQLExpressible {
  public var orderingTerm: OrderingTerm { asc() }
}

extension SQLRenderer {
  mutating func append(_ window: WindowReference) throws {
    append(" OVER ")
    switch window {
    case .named(let name): append(identifier: name)
    case .definition(let definition): try append(definition)
    }
  }

  /// Writes ` WINDOW …`, where a `SELECT` has windows with a name.
  mutating func append(windows: [NamedWindow]) throws {
    if windows.isEmpty { return }
    append(" WINDOW ")
    try append(windows) { renderer, window in
      renderer.append(identifier: window.name)
      renderer.append(" AS ")
      try renderer.append(window.definition)
    }
  }

  private mutating func append(_ window: WindowDefinition) throws {
    append("(")
    try window.append(to: &self)
    append(")")
  }
}

extension WindowDefinition {
  fileprivate func append(to renderer: inout SQLRenderer) throws {
    var separator = ""
    if let base {
      renderer.append(identifier: base)
      separator = " "
    }
    if !partition.isEmpty {
      renderer.append("\(separator)PARTITION BY ")
      try renderer.append(partition) { try $0.append($1) }
      separator = " "
    }
    if !ordering.isEmpty {
      renderer.append("\(separator)ORDER BY ")
      try renderer.append(ordering) { try $0.append($1) }
      separator = " "
    }
    if let frame { renderer.append(separator + frame.sql) }
  }
}

extension TableQuery {
  /// Gives a window a name, by which functions are over it.
  ///
  /// ```swift
  /// Album.all.window("years") { WindowDefinition(partition: $0.artistID, order: $0.year) }
  ///   .select { ($0.title, SQLFunction.rowNumber().over("years"), $0.plays.sum().over("years")) }
  /// // SELECT "title", row_number() OVER "years", sum("plays") OVER "years" FROM "album"
  /// //   WINDOW "years" AS (PARTITION BY "artistID" ORDER BY "year")
  /// ```
  public func window(_ name: String, _ definition: (Scope) -> WindowDefinition) -> Self {
    var node = node
    node.core.windows.append(NamedWindow(name: name, definition: definition(scope)))
    return with(tree: node)
  }
}
