extension UnsafeBufferPointer {
  /// Has the element looked at where it stands.
  ///
  /// A method of `self[index]` gets a copy in 6.3, as the compiler can't tell that the call leaves
  /// the memory as it is: the copy, with its counts of references, took a twentieth of an insert.
  @inlinable
  package func borrow<Result>(
    _ index: Int, _ look: (borrowing Element) throws -> Result
  ) rethrows -> Result {
    precondition(indices.contains(index))
    // Where there is an element, there is memory.
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
