/// A Swift value that SQLite cannot store without changing it.
///
/// Thrown before any SQL runs. The value itself is not part of the error.
public struct ValueEncodingError: Error, Sendable, Hashable {  // Characters: an error's words
  /// Why the value can't be stored.
  public enum Reason: Sendable, Hashable {  // Characters: an error's words
    /// The number is outside of what a 64-bit signed INTEGER holds.
    case overflow
    /// SQLite has no NaN: it would store NULL.
    case notANumber
    /// A conversion refused the value.
    case invalid(description: String)
  }

  /// The table, where the value was on its way into one.
  public var table: String?
  /// The column, if known.
  public var column: String?
  /// The Swift type of the value.
  public var type: String
  /// Why the value can't be stored.
  public var reason: Reason
  /// Where in the program it was made, if that is known; see ``Configuration/callSites``.
  public var callSite: String? { site.text }

  private var site = CallSite.current

  /// The error of a value of this type.
  public init(table: String? = nil, column: String? = nil, type: String, reason: Reason) {
    self.table = table
    self.column = column
    self.type = type
    self.reason = reason
  }

  /// This error, or, if the value went into a query before a database was called, this error with
  /// the place of the call.
  var located: ValueEncodingError {
    guard !site.isKnown else { return self }
    var error = self
    error.site = .current
    return error
  }
}

@_documentation(visibility: internal)
extension ValueEncodingError: CustomStringConvertible {
  public var description: String { words + site.suffix }

  private var words: String {
    let place = [table, column].compactMap { $0.map { "\"\($0)\"" } }.joined(separator: ".")
    let prefix = place.isEmpty ? "" : "\(place): "
    switch reason {
    case .overflow: return "\(prefix)the \(type) does not fit into a 64-bit signed INTEGER"
    case .notANumber: return "\(prefix)a \(type) that is NaN can't be stored"
    case .invalid(let description):
      return "\(prefix)the \(type) can't be stored: \(description)"
    }
  }
}

// MARK: - The errors of the types here, made out of line

extension ValueEncodingError {
  @usableFromInline
  @inline(never)
  static func overflow(_ type: Any.Type) -> ValueEncodingError {
    ValueEncodingError(type: "\(type)", reason: .overflow)
  }

  @usableFromInline
  @inline(never)
  static func notANumber(_ type: Any.Type) -> ValueEncodingError {
    ValueEncodingError(type: "\(type)", reason: .notANumber)
  }

  @usableFromInline
  @inline(never)
  static func invalid(_ type: Any.Type, _ description: String) -> ValueEncodingError {
    ValueEncodingError(type: "\(type)", reason: .invalid(description: description))
  }

  /// A value whose type can't read what it writes.
  @usableFromInline
  @inline(never)
  static func unreadable(_ type: Any.Type) -> ValueEncodingError {
    invalid(type, "what is stored for it can't be read as this type")
  }

  /// What a conversion threw, as the error of a value.
  @usableFromInline
  @inline(never)
  static func failure(_ type: Any.Type, _ error: any Error) -> ValueEncodingError {
    if let error = error as? ValueEncodingError { return error }
    return invalid(type, String(describing: error))
  }
}
