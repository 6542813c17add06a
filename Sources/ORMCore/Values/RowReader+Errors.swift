// The errors of the types that read from a row. They are made out of line, so that only the branch
// is inlined into the code that decodes a row.

extension RowReader where Self: ~Copyable {
  /// Returns the error for a number at `index` that does not fit in `type`.
  @usableFromInline
  @inline(never)
  package borrowing func overflow(at index: Int, as type: Any.Type) -> RowDecodingError {
    error(at: index, .overflow(type: "\(type)"))
  }

  /// Returns the error for a value at `index` that is not a valid `type`.
  @usableFromInline
  @inline(never)
  borrowing func invalid(
    at index: Int, as type: Any.Type, _ description: String
  ) -> RowDecodingError {
    error(at: index, .invalid(type: "\(type)", description: description))
  }

  /// Returns the error for a value at `index` whose storage class is not one of the `expected`
  /// ones.
  @usableFromInline
  @inline(never)
  borrowing func mismatch(at index: Int, expected: String) -> RowDecodingError {
    error(at: index, .storageClass(expected: expected, found: storageClass(at: index)))
  }

  /// Returns an error that a conversion threw as the error of the value at `index`.
  @usableFromInline
  @inline(never)
  borrowing func failure(
    at index: Int, as type: Any.Type, _ error: any Error
  ) -> RowDecodingError {
    if let error = error as? RowDecodingError { return error }
    return invalid(at: index, as: type, String(describing: error))
  }
}
