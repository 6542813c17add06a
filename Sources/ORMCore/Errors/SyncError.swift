/// `sync` can't write a row as one of the parent's rows. Thrown before anything is written.
// Characters: an error's words
public struct SyncError: Error, Sendable, Hashable {
  /// The reason why the row can't be synced.
  public enum Reason: Sendable, Hashable {
    /// The row, or the stored row with the same key, does not refer to the parent.
    case otherParent
    /// The same row was passed twice.
    case repeated
  }

  /// The table of the row.
  public var table: String
  /// The key of the row, column by column; empty if the row has no key yet. The error's description
  /// shows the key only if it consists of integers.
  public var key: [SQLValue]
  /// Why the row can't be synced.
  public var reason: Reason
  /// The place in the program that caused the error, if it is known; see
  /// ``Configuration/callSites``.
  public var callSite: String? { site.text }

  private var site = CallSite.current

  /// Creates the error for the row of this table with this key.
  public init(table: String, key: [SQLValue], reason: Reason) {
    self.table = table
    self.key = key
    self.reason = reason
  }
}

@_documentation(visibility: internal)
extension SyncError: CustomStringConvertible {
  public var description: String {
    // A key of another type may be personal data.
    let numbers = key.compactMap { if case .integer(let number) = $0 { number } else { nil } }
    let row =
      if key.isEmpty {
        "a row without a key"
      } else if key.count == numbers.count {
        "the row \(numbers.map(String.init).joined(separator: ", "))"
      } else {
        "a row"
      }
    let problem =
      switch reason {
      case .otherParent:
        "does not refer to the parent whose rows are synced; pass only rows of this parent"
      case .repeated: "was passed twice; pass each row once"
      }
    return "\"\(table)\": \(row) \(problem)" + site.suffix
  }
}
