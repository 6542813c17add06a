import ORM

private struct Point { var x = 0.0 }

@Selection private struct Line {
  let length: Double
  // error: type 'Point' does not conform to protocol 'ColumnValue'
  // error: initializer 'init(_:as:)' requires that 'some SelectableColumn<ColumnTypes.start>' conform
  let start: Point
}
