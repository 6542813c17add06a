extension UnsafeBufferPointer {
  /// Calls `body` with the element in place, without a copy.
  ///
  /// A method of `self[index]` gets a copy in 6.3, as the compiler can't tell that the call leaves
  /// the memory as it is: the copy, with its counts of references, took a twentieth of an insert.
  @inlinable
  package func borrow<Result>(
    _ index: Int, _ look: (borrowing Element) throws -> Result
  ) rethrows -> Result {
    precondition(indices.contains(index))
    // An array that has an element has memory.
    return try ORMCore.borrow(baseAddress.unsafelyUnwrapped + index, look)
  }
}

/// Of a type that may not be copied, so that the compiler does not.
@inlinable
func borrow<Value: ~Copyable, Result>(
  _ address: UnsafePointer<Value>, _ look: (borrowing Value) throws -> Result
) rethrows -> Result {
  try look(address.pointee)
}
