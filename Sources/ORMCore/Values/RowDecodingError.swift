/// A stored value that is not what the Swift type expects.
///
/// The value itself is not part of the error, so that private data stays out of logs. The row's
/// ``key`` is, and its text shows a key of integers and no other.
public struct RowDecodingError: Error, Sendable, Hashable {  // Characters: an error's words
  /// What is wrong with the value.
  public enum Reason: Sendable, Hashable {  // Characters: an error's words
    /// The value is stored in another storage class, or is NULL where a value is needed.
    case storageClass(expected: String, found: StorageClass)
    /// The number does not fit into `type`.
    case overflow(type: String)
    /// The value has the right storage class but no meaning as `type`: an enum's unknown raw
    /// value, a UUID of 15 bytes, text that is not UTF-8.
    case invalid(type: String, description: String)
    /// The result has no such column.
    case missingColumn
    /// The result has several columns of this name, and which of them is meant can't be known.
    case ambiguousColumn
  }

  /// The table, where the row came from one.
  public var table: String?
  /// The column's name in the result.
  public var column: String
  /// What is wrong with the value.
  public var reason: Reason
  /// The key of the row, column by column, if it came from a table with a key that could be read.
  public var key: [SQLValue]?
  /// Where in the program it was made, if that is known; see ``Configuration/callSites``.
  public var callSite: String? { site.text }

  private var site = CallSite.current

  /// The error of a value in this column.
  public init(
    table: String? = nil, column: String, reason: Reason, key: [SQLValue]? = nil
  ) {
    self.table = table
    self.column = column
    self.reason = reason
    self.key = key
  }
}

@_documentation(visibility: internal)
extension RowDecodingError: CustomStringConvertible {
  public var description: String { words + site.suffix }

  private var words: String {
    var place = table.map { "\"\($0)\".\"\(column)\"" } ?? "column \"\(column)\""
    // A key of another kind may say who it is.
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
