#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Stored as a BLOB of its 16 bytes; TEXT of 36 characters is read too, in either letter case.
///
/// A predicate compares with the BLOB. For a column of texts, see ``UUIDText``.
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
    return if let uuid { uuid } else { try readText(from: row, at: index) }
  }

  @inlinable
  public static func write<Parameters: ParameterWriter & ~Copyable>(
    _ value: UUID, to parameters: inout Parameters, at position: Int
  ) throws {
    withUnsafeBytes(of: value.uuid) { parameters.bind(bytes: $0, at: position) }
  }

  /// Reads what is not a BLOB of 16 bytes.
  @usableFromInline
  @inline(never)
  static func readText<Row: RowReader & ~Copyable>(
    from row: borrowing Row, at index: Int
  ) throws -> UUID {
    switch row.storageClass(at: index) {
    case .text:
      guard let uuid = UUID(storedText: try row.text(at: index)) else {
        throw row.failure(at: index, as: UUID.self, InvalidUUIDText())
      }
      return uuid
    case .blob: throw row.invalid(at: index, as: UUID.self, "a BLOB that is not 16 bytes long")
    default: throw row.mismatch(at: index, expected: "BLOB or TEXT")
    }
  }
}

extension UUID {
  /// Foundation's own parser ends at a NUL and takes what is before it.
  fileprivate init?(storedText text: String) {
    guard text.utf8.count == 36 else { return nil }
    self.init(uuidString: text)
  }

  /// The UUID of a text that is written as this representation writes it.
  ///
  /// - Throws: if it is written otherwise: it could be read, and no condition and no key would
  ///   find it.
  fileprivate init(
    storedText text: String, written write: (UUID) -> String, elseBy other: String
  ) throws {
    guard let uuid = UUID(storedText: text) else { throw InvalidUUIDText() }
    guard write(uuid).hasSameBytes(as: text) else {
      throw UUIDTextOfOtherCase(representation: other)
    }
    self = uuid
  }
}

/// Represents a UUID by TEXT of 36 characters, in upper case as `UUID.uuidString` has it.
///
/// ```swift
/// @Column(as: UUIDText.self) var id: UUID      // E621E1F8-C36C-495A-93FC-0C247A3E6E5F
/// ```
///
/// What is compared is the text as it is written here. A text in lower case is refused, as no
/// condition and no key would find its row: ``LowercaseUUIDText`` is for such columns. One in which
/// both occur needs a ``ColumnConversion`` of your own, and `COLLATE NOCASE`.
public enum UUIDText: ColumnConversion {
  @_documentation(visibility: internal)
  public static var representationName: String { "uuidText" }

  public static func encode(_ value: UUID) -> String { value.uuidString }

  public static func decode(_ stored: String) throws -> UUID {
    try UUID(storedText: stored, written: encode, elseBy: "LowercaseUUIDText")
  }
}

/// Represents a UUID by TEXT of 36 characters, in lower case as most other languages write it.
///
/// ```swift
/// @Column(as: LowercaseUUIDText.self) var id: UUID      // e621e1f8-c36c-495a-93fc-0c247a3e6e5f
/// ```
///
/// A text in upper case is refused, as by ``UUIDText`` one in lower case.
public enum LowercaseUUIDText: ColumnConversion {
  @_documentation(visibility: internal)
  public static var representationName: String { "lowercaseUUIDText" }

  public static func encode(_ value: UUID) -> String { value.uuidString.loweredInASCII }

  public static func decode(_ stored: String) throws -> UUID {
    try UUID(storedText: stored, written: encode, elseBy: "UUIDText")
  }
}

private struct UUIDTextOfOtherCase: Error, CustomStringConvertible {
  let representation: String

  var description: String {
    "the UUID is written in another letter case, in which nothing would find it; "
      + "represent the column by \(representation)"
  }
}

private struct InvalidUUIDText: Error, CustomStringConvertible {
  var description: String { "the text is not a UUID" }
}
