/// A row can't be written as one of a collection; thrown before anything is written.
// Characters: an error's words
public struct SyncError: Error, Sendable, Hashable {
  /// Why it can't.
  public enum Reason: Sendable, Hashable {
    /// The row refers to another one than that whose collection it was to be in, or to none; or it
    /// does so in the database.
    case otherParent
    /// The same row was given twice.
    case repeated
  }

  /// The table that the row belongs to.
  public var table: String
  /// The key of the row, column by column; empty if it has none yet. The error's text shows a key
  /// of integers and no other.
  public var key: [SQLValue]
  public var reason: Reason
  /// Where in the program it was made, if that is known; see ``Configuration/callSites``.
  public var callSite: String? { site.text }

  private var site = CallSite.current

  /// The error of the row of this table with this key.
  public init(table: String, key: [SQLValue], reason: Reason) {
    self.table = table
    self.key = key
    self.reason = reason
  }
}

@_documentation(visibility: internal)
extension SyncError: CustomStringConvertible {
  public var description: String {
    // A key of another kind may say who it is.
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
      case .otherParent: "refers to another row than the one whose collection is written"
      case .repeated: "was given twice"
      }
    return "\"\(table)\": \(row) \(problem)" + site.suffix
  }
}
