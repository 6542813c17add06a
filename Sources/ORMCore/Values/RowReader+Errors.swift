// The errors of the types that read from a row. Each is made out of line: what is inlined on the
// way of a row is the branch, and not the text.

extension RowReader where Self: ~Copyable {
  /// The number at `index` is none of `type`'s.
  @usableFromInline
  @inline(never)
  package borrowing func overflow(at index: Int, as type: Any.Type) -> RowDecodingError {
    error(at: index, .overflow(type: "\(type)"))
  }

  /// The value at `index` has no meaning as `type`.
  @usableFromInline
  @inline(never)
  borrowing func invalid(
    at index: Int, as type: Any.Type, _ description: String
  ) -> RowDecodingError {
    error(at: index, .invalid(type: "\(type)", description: description))
  }

  /// The value at `index` is in a storage class that a type of several does not read.
  @usableFromInline
  @inline(never)
  borrowing func mismatch(at index: Int, expected: String) -> RowDecodingError {
    error(at: index, .storageClass(expected: expected, found: storageClass(at: index)))
  }

  /// What a conversion threw, as the error of the value at `index`.
  @usableFromInline
  @inline(never)
  borrowing func failure(
    at index: Int, as type: Any.Type, _ error: any Error
  ) -> RowDecodingError {
    if let error = error as? RowDecodingError { return error }
    return invalid(at: index, as: type, String(describing: error))
  }
}
