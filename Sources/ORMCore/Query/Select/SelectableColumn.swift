#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A value that a query can select as one column: a column, an expression, or a Swift value, which
/// is bound.
///
/// ```swift
/// Album.select { ($0.title, 0) }                              // SELECT "title", $1 FROM "album"
/// Category.select { Branch.select(name: $0.name, level: 0) }  // SELECT "name", $1 FROM "category"
/// ```
///
/// The types of Swift and Foundation that a column can hold conform to this protocol. Write nil
/// with its type, as `Int?.none`, a case of an enum as `SQLExpression.value(Genre.soul)`, and a
/// value in another representation as ``SQLExpression/value(_:as:)``. Your own type needs only the
/// conformance: `extension Genre: SelectableColumn { public typealias Representation = Genre }`.
///
/// A whole row of Swift values needs none of this: a struct with `@Selection` is a value that a
/// query can select.
///
/// ```swift
/// SelectQuery { Release(id: 1, year: nil, genre: .soul) }   // SELECT $1 AS "id", $2 AS "year", …
/// ```
public protocol SelectableColumn<Representation>: Selectable
where SelectedResult == OneValue<Representation> {
  /// The representation of the column's values.
  associatedtype Representation: ColumnRepresentation

  /// The tree that a dialect renders.
  var selectedNode: SQLNode { get }
}

@_documentation(visibility: internal)
extension SelectableColumn where Self: ColumnValue, Representation == Self {
  public var selectedNode: SQLNode { SQLNode(self, as: Self.self) }
  public var results: [ResultColumn] { [ResultColumn(selectedNode)] }
}

@_documentation(visibility: internal)
extension Bool: SelectableColumn { public typealias Representation = Bool }
extension Int: SelectableColumn { public typealias Representation = Int }
extension Int8: SelectableColumn { public typealias Representation = Int8 }
extension Int16: SelectableColumn { public typealias Representation = Int16 }
extension Int32: SelectableColumn { public typealias Representation = Int32 }
extension Int64: SelectableColumn { public typealias Representation = Int64 }
extension UInt: SelectableColumn { public typealias Representation = UInt }
extension UInt8: SelectableColumn { public typealias Representation = UInt8 }
extension UInt16: SelectableColumn { public typealias Representation = UInt16 }
extension UInt32: SelectableColumn { public typealias Representation = UInt32 }
extension UInt64: SelectableColumn { public typealias Representation = UInt64 }
extension Double: SelectableColumn { public typealias Representation = Double }
extension Float: SelectableColumn { public typealias Representation = Float }
extension String: SelectableColumn { public typealias Representation = String }
extension Data: SelectableColumn { public typealias Representation = Data }
extension Date: SelectableColumn { public typealias Representation = Date }
extension Decimal: SelectableColumn { public typealias Representation = Decimal }
extension UUID: SelectableColumn { public typealias Representation = UUID }
extension URL: SelectableColumn { public typealias Representation = URL }
extension CalendarDay: SelectableColumn { public typealias Representation = CalendarDay }
extension Optional: Selectable, SelectableColumn where Wrapped: ColumnValue {
  public typealias Representation = Self
}

extension ResultColumn {
  private init<Column: SelectableColumn>(_ column: Column, named name: String) {
    self.init(column.selectedNode, as: name, of: Column.Representation.self)
  }

  /// Creates a result of a column, an expression or a value under a name.
  public init(_ column: some SelectableColumn, as name: String) {
    self.init(column, named: name)
  }

  /// Creates a result of a Swift value under a name.
  @_documentation(visibility: internal)
  public init<Representation: ColumnRepresentation>(
    _ value: Representation.Value, of representation: Representation.Type, as name: String
  ) {
    self.init(SQLNode(value, as: representation), as: name, of: representation)
  }
}
