#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Stored as a BLOB of its 16 bytes. TEXT is refused, because conditions and keys compare with the
/// BLOB: for a column of texts, use ``UUIDText`` or ``LowercaseUUIDText``.
@_documentation(visibility: internal)
extension UUID: ColumnValue {
  public static var representationName: String { "uuid" }
  @inlinable public static var columnType: ColumnType { .uuid }

  @inlinable
  public static func read<Row: RowReader & ~Copyable>(
    from row: borrowing Row, at index: Int
  ) throws -> UUID {
    let uuid = row.withBlobIfStored(at: index) { bytes in
      bytes.count == 16 ? UUID(uuid: bytes.loadUnaligned(as: uuid_t.self)) : nil
    }
    return if let uuid { uuid } else { throw row.notAUUID(at: index) }
  }

  @inlinable
  public static func write<Parameters: ParameterWriter & ~Copyable>(
    _ value: UUID, to parameters: inout Parameters, at position: Int
  ) throws {
    withUnsafeBytes(of: value.uuid) { parameters.bind(bytes: $0, at: position) }
  }
}

extension RowReader where Self: ~Copyable {
  /// Returns the error for a value at `index` that is not a BLOB of 16 bytes.
  @usableFromInline
  @inline(never)
  borrowing func notAUUID(at index: Int) -> RowDecodingError {
    if case .blob = storageClass(at: index) {
      return invalid(at: index, as: UUID.self, "a BLOB that is not 16 bytes long")
    }
    // If the text can't be read, that error would say less than the mismatch below.
    guard case .text = storageClass(at: index), let text = try? text(at: index),
      let uuid = UUID(storedText: text)
    else { return mismatch(at: index, expected: "BLOB") }
    return invalid(at: index, as: UUID.self, uuid.otherForm(of: text).description)
  }
}

extension UUID {
  /// Creates a UUID from exactly 36 bytes of text: Foundation's own parser ignores a NUL and what
  /// follows it.
  fileprivate init?(storedText text: String) {
    guard text.utf8.count == 36 else { return nil }
    self.init(uuidString: text)
  }

  /// Creates the UUID of a text that a representation has written.
  ///
  /// - Throws: An error if the representation would write it differently: it could be read, but no
  ///   condition and no key would find it.
  fileprivate init(storedText text: String, written write: (UUID) -> String) throws {
    guard let uuid = UUID(storedText: text) else { throw InvalidUUIDText() }
    guard write(uuid).hasSameBytes(as: text) else { throw uuid.otherForm(of: text) }
    self = uuid
  }

  /// Returns the representation that writes a text of a UUID, or nil if none does.
  static func representation(of text: String) -> String? {
    guard let uuid = UUID(storedText: text) else { return nil }
    if UUIDText.encode(uuid).hasSameBytes(as: text) { return "UUIDText" }
    return LowercaseUUIDText.encode(uuid).hasSameBytes(as: text) ? "LowercaseUUIDText" : nil
  }

  /// Returns the error for a text of this UUID that the column's representation does not write.
  fileprivate func otherForm(of text: String) -> OtherStoredForm {
    let representation = UUID.representation(of: text)
    let isUpper = UUIDText.encode(self).hasSameBytes(as: text)
    let letters =
      representation == nil
      ? "upper and lower case at once" : isUpper ? "upper case" : "lower case"
    return OtherStoredForm(
      "the stored UUID is TEXT in \(letters)", representation: representation)
  }
}

/// Represents a UUID by TEXT of 36 characters, in upper case like `UUID.uuidString`.
///
/// ```swift
/// @Column(as: UUIDText.self) var id: UUID      // E621E1F8-C36C-495A-93FC-0C247A3E6E5F
/// ```
///
/// Conditions and keys compare with this text. A text in lower case is refused, because no
/// condition would find its row: use ``LowercaseUUIDText`` for such columns. A column that contains
/// both needs a custom ``ColumnConversion`` and `COLLATE NOCASE`.
public enum UUIDText: ColumnConversion {
  @_documentation(visibility: internal)
  public static var representationName: String { "uuidText" }

  public static func encode(_ value: UUID) -> String { value.uuidString }

  public static func decode(_ stored: String) throws -> UUID {
    try UUID(storedText: stored, written: encode)
  }
}

/// Represents a UUID by TEXT of 36 characters, in lower case, as most other languages write it.
///
/// ```swift
/// @Column(as: LowercaseUUIDText.self) var id: UUID      // e621e1f8-c36c-495a-93fc-0c247a3e6e5f
/// ```
///
/// A text in upper case is refused; use ``UUIDText`` for such columns.
public enum LowercaseUUIDText: ColumnConversion {
  @_documentation(visibility: internal)
  public static var representationName: String { "lowercaseUUIDText" }

  public static func encode(_ value: UUID) -> String { value.uuidString.loweredInASCII }

  public static func decode(_ stored: String) throws -> UUID {
    try UUID(storedText: stored, written: encode)
  }
}

private struct InvalidUUIDText: Error, CustomStringConvertible {
  var description: String { "the text is not a UUID" }
}
