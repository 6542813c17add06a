import ORM

private struct Point { var x = 0.0 }

@Selection private struct Line {
  // error: type 'Point' does not conform to protocol 'ColumnValue'
  let start: Point
}
