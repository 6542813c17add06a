import ORMCore
import Synchronization

/// A table of boxes that are searched by position: a virtual table of the R*Tree module.
///
/// ```swift
/// @Table struct Place {
///   let id: Int
///   var minX: Float
///   var maxX: Float
///   var minY: Float
///   var maxY: Float
///   var name: String
/// }
///
/// extension Place: RTreeTable { typealias Box = Box2D<Float> }
///
/// try await db.create(Place.self)
/// // CREATE VIRTUAL TABLE IF NOT EXISTS "place"
/// //   USING rtree("id", "minX", "maxX", "minY", "maxY", +"name" TEXT)
/// let near = try await db.fetch(Place.where { $0.intersects(Box2D(x: 0...10, y: 5...20)) })
/// // SELECT … FROM "place" WHERE "minX" <= $1 AND "maxX" >= $2 AND "minY" <= $3 AND "maxY" >= $4
/// ```
///
/// The key is an integer. The other properties are the lowest and the highest coordinate of each
/// dimension, in pairs, in the order of ``Box``; further properties are stored with the box but not
/// indexed. Rows are inserted, updated and deleted by the usual methods, except `save`, because
/// SQLite does not support upserts into virtual tables. SQLite ignores the constraints and defaults
/// of a virtual table, so only Swift checks and sets them.
///
/// An R*Tree stores coordinates of 32 bits, `Float` or `Int32`; `create` refuses a wider integer. A
/// `Double` property is read back as a slightly larger box: the lowest coordinate is rounded down,
/// the highest up.
///
/// See <https://www.sqlite.org/rtree.html>.
public protocol RTreeTable: VirtualTable, KeyedTable where Key: FixedWidthInteger {
  /// The coordinates of a row as a box: ``Box2D`` of `Float`, for example.
  associatedtype Box: RTreeBox
}

extension RTreeTable {
  public static var moduleSQL: String {
    get throws {
      let key = schema.columns.filter { primaryKeyColumns.contains(name: $0.name) }
      let others = schema.columns.filter { !primaryKeyColumns.contains(name: $0.name) }
      let coordinates = coordinateColumns
      guard coordinates.count == 2 * Box.dimensions, coordinates.allSatisfy(isCoordinate) else {
        throw mistake(
          "a \(Box.self) needs \(2 * Box.dimensions) coordinates of the type \(Box.Coordinate.self)"
        )
      }
      if let generated = schema.columns.first(where: { $0.generated != nil }) {
        throw mistake("\"\(generated.name)\" can't be a generated column: an R*Tree has none")
      }
      let columns =
        (key + coordinates).map(\.name.quotedIdentifier)
        + others.dropFirst(coordinates.count).map { "+\($0.name.quotedIdentifier) \($0.type)" }
      return "\(Box.Coordinate.rtreeModule)(\(columns.joined(separator: ", ")))"
    }
  }

  private static func isCoordinate(_ column: ColumnSchema) -> Bool {
    let declared = Box.Coordinate.columnType.description
    return column.type.description.hasSameBytes(as: declared) && !column.isNullable
      && (!column.type.isInteger || refusesWideNumbers(in: column.name))
  }

  /// Whether the column's type has at most 32 bits: the module silently truncates wider numbers.
  private static func refusesWideNumbers(in column: String) -> Bool {
    let values = selectedColumns.map { SQLValue.integer($0.isSameName(as: column) ? 1 << 31 : 0) }
    do {
      _ = try Self(row: Row(columnNames: selectedColumns, values: values))
    } catch let error as RowDecodingError {
      if case .overflow = error.reason { return error.column.isSameName(as: column) }
    } catch {}
    return false
  }

  /// The lowest and the highest coordinate of each dimension.
  static var coordinateColumns: [ColumnSchema] {
    Array(
      schema.columns.filter { !primaryKeyColumns.contains(name: $0.name) }.prefix(
        2 * Box.dimensions))
  }

  /// The names of these columns, cached: each search needs them, and going through a schema takes
  /// longer than the search.
  fileprivate static var coordinateNames: [String] {
    CoordinateNames.of(self) { coordinateColumns.map(\.name) }
  }
}

private enum CoordinateNames {
  private static let known = Mutex<[ObjectIdentifier: [String]]>([:])

  static func of(_ table: Any.Type, _ names: () -> [String]) -> [String] {
    let key = ObjectIdentifier(table)
    if let names = known.withLock({ $0[key] }) { return names }
    let names = names()
    known.withLock { $0[key] = names }
    return names
  }
}

// MARK: - Searching

extension TableColumns where SelectedResult.Output: RTreeTable {
  /// Whether the row's box and the given one have a point in common, including their edges.
  ///
  /// ```swift
  /// Place.where { $0.intersects(Box2D(x: 0...10, y: 5...20)) }
  /// // … WHERE "minX" <= $1 AND "maxX" >= $2 AND "minY" <= $3 AND "maxY" >= $4
  /// ```
  public func intersects(_ box: SelectedResult.Output.Box) -> SQLExpression<Bool> {
    condition(box, .lessOrEqual, .greaterOrEqual, isCrossed: true)
  }

  /// Whether the row's box is completely inside the given one.
  ///
  /// ```swift
  /// Place.where { $0.isWithin(Box2D(x: 0...10, y: 5...20)) }
  /// // … WHERE "minX" >= $1 AND "maxX" <= $2 AND "minY" >= $3 AND "maxY" <= $4
  /// ```
  public func isWithin(_ box: SelectedResult.Output.Box) -> SQLExpression<Bool> {
    condition(box, .greaterOrEqual, .lessOrEqual)
  }

  /// Whether the row's box completely contains the given one, which may be a point.
  ///
  /// ```swift
  /// Place.where { $0.contains(Box2D(x: 3, y: 7)) }
  /// // … WHERE "minX" <= $1 AND "maxX" >= $2 AND "minY" <= $3 AND "maxY" >= $4
  /// ```
  public func contains(_ box: SelectedResult.Output.Box) -> SQLExpression<Bool> {
    condition(box, .lessOrEqual, .greaterOrEqual)
  }

  private typealias Coordinate = SelectedResult.Output.Box.Coordinate

  /// Compares the lowest and the highest coordinate of each axis with the lower and the upper bound
  /// of a box, or crosswise.
  private func condition(
    _ box: SelectedResult.Output.Box, _ least: SQLOperator, _ greatest: SQLOperator,
    isCrossed: Bool = false
  ) -> SQLExpression<Bool> {
    let place = Self.source(of: self).place
    let columns = SelectedResult.Output.coordinateNames
    var all = SQLNode.always
    var index = 0
    // Nodes are built directly: the operators of expressions need static types, which are not known
    // here.
    for range in box.ranges where columns.count > index + 1 {
      let (lower, upper) = (range.lowerBound, range.upperBound)
      let (first, second) = (place.column(columns[index]), place.column(columns[index + 1]))
      all = .and(all, first.compared(least, isCrossed ? upper : lower))
      all = .and(all, second.compared(greatest, isCrossed ? lower : upper))
      index += 2
    }
    return SQLExpression(all, canBeNull: false)
  }
}

extension SQLNode {
  fileprivate func compared<Coordinate: RTreeCoordinate>(
    _ symbol: SQLOperator, _ bound: Coordinate
  ) -> SQLNode {
    .binary(self, symbol, SQLNode(bound, as: Coordinate.self, beside: self))
  }
}
