/// A stored value can't be decoded as the expected Swift type.
///
/// The error does not contain the value, so that private data stays out of logs. It contains the
/// row's ``key``, but its description shows the key only if it consists of integers.
public struct RowDecodingError: Error, Sendable, Hashable {  // Characters: an error's words
  /// The reason why the value can't be read.
  public enum Reason: Sendable, Hashable {  // Characters: an error's words
    /// The value does not have the expected storage class, or is NULL though the type is not
    /// optional.
    case storageClass(expected: String, found: StorageClass)
    /// The number does not fit into `type`.
    case overflow(type: String)
    /// The value has the right storage class but is not a valid `type`: an unknown raw value of an
    /// enum, a UUID of 15 bytes, text that is not UTF-8.
    case invalid(type: String, description: String)
    /// The result has no such column.
    case missingColumn
    /// The result has several columns with this name.
    case ambiguousColumn
  }

  /// The table, if the row was read from one.
  public var table: String?
  /// The column's name in the result.
  public var column: String
  /// The reason why the value can't be read.
  public var reason: Reason
  /// The key of the row, column by column, if it came from a table with a key that could be read.
  public var key: [SQLValue]?
  /// The place in the program that caused the error, if it is known; see
  /// ``Configuration/callSites``.
  public var callSite: String? { site.text }

  private var site = CallSite.current

  /// Creates the error for a value in this column.
  public init(
    table: String? = nil, column: String, reason: Reason, key: [SQLValue]? = nil
  ) {
    self.table = table
    self.column = column
    self.reason = RedactedColumns.contains(column) ? reason.redacted : reason
    self.key = key
  }

  /// This error without the message of a conversion.
  package var redacted: RowDecodingError {
    var error = self
    error.reason = reason.redacted
    return error
  }
}

@_documentation(visibility: internal)
extension RowDecodingError: CustomStringConvertible {
  public var description: String { words + site.suffix }

  private var words: String {
    var place = table.map { "\"\($0)\".\"\(column)\"" } ?? "column \"\(column)\""
    // A key of another type may be personal data.
    let numbers = (key ?? []).compactMap {
      if case .integer(let number) = $0 { number } else { nil }
    }
    if let key, key.count == numbers.count {
      place += " of the row \(numbers.map(String.init).joined(separator: ", "))"
    }
    return "\(place): \(reason.words)"
  }
}

extension RowDecodingError.Reason {
  /// The reason without the message of a conversion, which can contain the value.
  fileprivate var redacted: Self {
    guard case .invalid(let type, _) = self else { return self }
    return .invalid(type: type, description: RedactedColumns.text)
  }

  package var words: String {
    switch self {
    case .storageClass(let expected, let found): "expected \(expected), found \(found)"
    case .overflow(let type): "the stored number does not fit into \(type)"
    case .invalid(let type, let description): "not a valid \(type): \(description)"
    case .missingColumn: "the result has no such column"
    case .ambiguousColumn:
      "the result has several columns of this name; name one of them with AS"
    }
  }
}
