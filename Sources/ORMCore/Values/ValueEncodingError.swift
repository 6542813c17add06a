/// A Swift value can't be stored without changing it.
///
/// The error is thrown before any SQL runs. It does not contain the value.
public struct ValueEncodingError: Error, Sendable, Hashable {  // Characters: an error's words
  /// Why the value can't be stored.
  public enum Reason: Sendable, Hashable {  // Characters: an error's words
    /// The number does not fit in a 64-bit signed INTEGER.
    case overflow
    /// The number is NaN, which SQLite would store as NULL.
    case notANumber
    /// A conversion refused the value.
    case invalid(description: String)
  }

  /// The table, if the value was to be written to one.
  public var table: String?
  /// The column, if known.
  public var column: String? {
    didSet { redact() }
  }
  /// The Swift type of the value.
  public var type: String
  /// Why the value can't be stored.
  public var reason: Reason
  /// The place in the program that caused the error, if it is known; see
  /// ``Configuration/callSites``.
  public var callSite: String? { site.text }

  private var site = CallSite.current

  /// Creates the error for a value of this type.
  public init(table: String? = nil, column: String? = nil, type: String, reason: Reason) {
    self.table = table
    self.column = column
    self.type = type
    self.reason = reason
    redact()
  }

  /// Removes the message of a conversion, which can contain the value, if the column is redacted.
  ///
  /// An initializer that delegates calls it: the observer of ``column`` does not run there.
  mutating func redact() {
    if let column, RedactedColumns.contains(column) { self = redacted }
  }

  /// This error without the message of a conversion.
  package var redacted: ValueEncodingError {
    guard case .invalid(let description) = reason,
      !description.hasSameBytes(as: Self.incomparableJSON)
    else { return self }
    var error = self
    error.reason = .invalid(description: RedactedColumns.text)
    return error
  }

  /// This error, with the place of the current call if it has none: the value may have been put
  /// into a query before a database was called.
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

  /// Returns the error for a comparison with a whole JSON value.
  static func incomparableJSON(_ type: Any.Type) -> ValueEncodingError {
    invalid(type, incomparableJSON)
  }

  private static let incomparableJSON =
    "equal JSON values can have different texts, so a comparison would miss rows; compare a "
    + "value in the JSON, or its text with isStored(as:)"

  /// Returns the error for a value whose type can't read its stored form.
  @usableFromInline
  @inline(never)
  static func unreadable(_ type: Any.Type) -> ValueEncodingError {
    invalid(type, "its stored form can't be read back as this type")
  }

  /// Returns an error that a conversion threw as the error of a value.
  @usableFromInline
  @inline(never)
  static func failure(_ type: Any.Type, _ error: any Error) -> ValueEncodingError {
    if let error = error as? ValueEncodingError { return error }
    return invalid(type, String(describing: error))
  }
}
