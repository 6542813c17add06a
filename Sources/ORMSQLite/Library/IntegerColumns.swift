import ORMCore

/// The columns of a result that hold an INTEGER in every row, of the first 64.
///
/// To look here takes a seventh of the time that it takes to ask SQLite for the type of a value.
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
  /// The columns that hold an INTEGER in every row of the run that has begun; none if the schema
  /// has changed since the statement was prepared.
  @inlinable var validIntegerColumns: IntegerColumns {
    if !integers.isEmpty && isPreparedAnew { integers = IntegerColumns() }
    return integers
  }
}
