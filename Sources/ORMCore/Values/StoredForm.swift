#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A stored value that could be read, but that conditions and keys would not find: they compare
/// with the form that the column's own representation writes.
@usableFromInline
struct OtherStoredForm: Error, CustomStringConvertible {
  @usableFromInline let description: String

  /// - Parameters:
  ///   - found: The stored form: "a date in the form of DateText".
  ///   - representation: The representation that writes this form, or nil if the library has none.
  init(_ found: String, representation: String?) {
    let declaration =
      representation.map { "`@Column(as: \($0).self)`" }
      ?? "`String`, or represent it with a ColumnConversion"
    self.init(found, declare: declaration)
  }

  /// - Parameter declaration: The type or representation to declare for the column.
  init(_ found: String, declare declaration: String) {
    description =
      "\(found), which no condition on the column would find; declare the column \(declaration)"
  }
}

extension RowReader where Self: ~Copyable {
  /// Returns the error for a value at `index` in a form that conditions would not find.
  @usableFromInline
  @inline(never)
  borrowing func otherForm(
    at index: Int, as type: Any.Type, _ found: String, declare declaration: String
  ) -> RowDecodingError {
    invalid(at: index, as: type, OtherStoredForm(found, declare: declaration).description)
  }
}

/// The form in which another program has stored a value.
package enum StoredForm {
  /// The representation that writes a text of a date or a UUID in this form, if there is one.
  package static func representation(of text: String) -> String? {
    if Date(storedText: text) != nil { return DateSpelling(ofDate: text)?.representation }
    return UUID.representation(of: text)
  }
}
