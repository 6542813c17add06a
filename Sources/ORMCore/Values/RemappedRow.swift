/// A mapping of column positions to positions in another row.
@usableFromInline
package protocol ColumnMap {
  /// Returns the position in the other row of the column at `index`.
  func place(of index: Int) -> Int
}

/// Adjacent columns that begin at an offset.
@usableFromInline
struct ColumnOffset: ColumnMap {
  @usableFromInline let offset: Int

  @inlinable
  init(_ offset: Int) { self.offset = offset }

  @inlinable
  func place(of index: Int) -> Int { offset + index }
}

/// Columns in any order.
@usableFromInline
package struct ColumnPlaces: ColumnMap {
  @usableFromInline let places: [Int]

  @inlinable
  package init(_ places: [Int]) { self.places = places }

  @inlinable
  package func place(of index: Int) -> Int { places[index] }
}

/// A row that reads the columns of another row at other positions.
///
/// A borrowed row can't be stored, so its address is stored, which is valid during
/// ``withRow(_:map:_:)``.
@usableFromInline
package struct RemappedRow<Base: RowReader & ~Copyable, Map: ColumnMap>: RowReader, ~Copyable {
  @usableFromInline let base: UnsafePointer<Base>
  @usableFromInline let map: Map

  @inlinable
  init(base: UnsafePointer<Base>, map: Map) {
    self.base = base
    self.map = map
  }

  @inlinable
  package borrowing func storageClass(at index: Int) -> StorageClass {
    base.pointee.storageClass(at: map.place(of: index))
  }

  @inlinable
  package borrowing func integer(at index: Int) throws(RowDecodingError) -> Int64 {
    try base.pointee.integer(at: map.place(of: index))
  }

  @inlinable
  package borrowing func integerIfPresent(at index: Int) throws(RowDecodingError) -> Int64? {
    try base.pointee.integerIfPresent(at: map.place(of: index))
  }

  @inlinable
  package borrowing func real(at index: Int) throws(RowDecodingError) -> Double {
    try base.pointee.real(at: map.place(of: index))
  }

  @inlinable
  package borrowing func realIfPresent(at index: Int) throws(RowDecodingError) -> Double? {
    try base.pointee.realIfPresent(at: map.place(of: index))
  }

  @inlinable
  package borrowing func text(at index: Int) throws(RowDecodingError) -> String {
    try base.pointee.text(at: map.place(of: index))
  }

  @inlinable
  package borrowing func textIfPresent(at index: Int) throws(RowDecodingError) -> String? {
    try base.pointee.textIfPresent(at: map.place(of: index))
  }

  @inlinable
  package borrowing func withBlob<Result>(
    at index: Int, _ body: (UnsafeRawBufferPointer) throws(RowDecodingError) -> Result
  ) throws(RowDecodingError) -> Result {
    try base.pointee.withBlob(at: map.place(of: index), body)
  }

  @inlinable
  package borrowing func realIfStored(at index: Int) -> Double? {
    base.pointee.realIfStored(at: map.place(of: index))
  }

  @inlinable
  package borrowing func withBlobIfStored<Result>(
    at index: Int, _ body: (UnsafeRawBufferPointer) -> Result?
  ) -> Result? {
    base.pointee.withBlobIfStored(at: map.place(of: index), body)
  }

  @inlinable
  package borrowing func error(at index: Int, _ reason: RowDecodingError.Reason) -> RowDecodingError
  {
    base.pointee.error(at: map.place(of: index), reason)
  }
}

/// Calls `body` with the row's columns at other positions.
@inlinable
package func withRow<Row: RowReader & ~Copyable, Map: ColumnMap, Result>(
  _ row: borrowing Row, map: Map, _ body: (borrowing RemappedRow<Row, Map>) throws -> Result
) throws -> Result {
  try withUnsafePointer(to: row) { try body(RemappedRow(base: $0, map: map)) }
}
