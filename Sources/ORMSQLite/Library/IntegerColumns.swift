import ORMCore

/// The columns among the first 64 of a result that contain an INTEGER in every row.
///
/// Checking here takes a seventh of the time that SQLite needs for the type of a value.
@frozen
@usableFromInline
struct IntegerColumns: Equatable {
  @usableFromInline let bits: UInt64

  @inlinable
  init(bits: UInt64 = 0) { self.bits = bits }

  @inlinable var isEmpty: Bool { bits == 0 }

  @inlinable
  func contains(_ index: Int) -> Bool { index < 64 && bits & (1 &<< UInt64(index)) != 0 }
}

extension PreparedStatement {
  /// The columns that contain an INTEGER in every row of the current run; empty if the schema has
  /// changed since the statement was prepared.
  @inlinable var validIntegerColumns: IntegerColumns {
    if !integers.isEmpty && isPreparedAnew { integers = IntegerColumns() }
    return integers
  }
}
