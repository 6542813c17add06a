/// Decodes the rows of a page, and records the cursors of its first and last row.
@usableFromInline
final class PageDecoder<Result: SelectResult>: RowDecoder {
  @exclusivity(unchecked) @usableFromInline var places: PageBuilder<Result.Output>

  @inlinable init(_ places: PageBuilder<Result.Output>) { self.places = places }

  @inlinable
  func decode<Row: RowReader & ~Copyable>(_ row: borrowing Row) throws -> Result.Output {
    try places.note(row)
    return try Result.decode(row, at: 0)
  }
}

/// Decodes the rows of a page without their lists, and records the cursors of its first and last
/// row.
@usableFromInline
final class PagePartDecoder<Result: SelectResult>: RowDecoder {
  @exclusivity(unchecked) @usableFromInline var places: PageBuilder<Result.Output>
  @exclusivity(unchecked) @usableFromInline var keys: ListKeys

  @inlinable
  init(_ places: PageBuilder<Result.Output>, _ keys: ListKeys) {
    self.places = places
    self.keys = keys
  }

  @inlinable
  func decode<Row: RowReader & ~Copyable>(_ row: borrowing Row) throws -> Result.Part {
    try places.note(row)
    keys.begin()
    return try Result.part(row, at: 0, &keys)
  }
}
