/// A struct with `@Selection`, whose values a query can select: `Release(id: 1, year: nil)`.
@_documentation(visibility: internal)
public protocol SelectableRow: Selection, Selectable where SelectedResult == WholeRow<Self> {
  /// Returns the values of the properties, as results with the names of the columns.
  static func results(of row: Self) -> [ResultColumn]
}

@_documentation(visibility: internal)
extension SelectableRow {
  public var results: [ResultColumn] { Self.results(of: self) }
}
