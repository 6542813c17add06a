#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Stored as a BLOB of its 16 bytes; TEXT of 36 characters is read too, in either letter case.
///
/// A predicate compares with the BLOB. For a column of texts, see ``UUIDText``.
extension UUID: ColumnValue {
  @inlinable public static var columnType: ColumnType { .blob }

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
}

/// Represents a UUID by TEXT of 36 characters, in upper case as `UUID.uuidString` has it.
///
/// ```swift
/// @Column(as: UUIDText.self) var id: UUID      // E621E1F8-C36C-495A-93FC-0C247A3E6E5F
/// ```
///
/// Either letter case is read. What is compared is the text as it is written here, so a column that
/// others fill in lower case is best declared `COLLATE NOCASE`.
public enum UUIDText: ColumnConversion {
  public static func encode(_ value: UUID) -> String { value.uuidString }

  public static func decode(_ stored: String) throws -> UUID {
    guard let uuid = UUID(storedText: stored) else { throw InvalidUUIDText() }
    return uuid
  }
}

private struct InvalidUUIDText: Error, CustomStringConvertible {
  var description: String { "the text is not a UUID" }
}
