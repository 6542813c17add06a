/// The parameters of one statement, written by position.
///
/// The code that `@Table` generates is written against this protocol, so that one `bind(to:)`
/// serves every engine; with a concrete writer it specialises away. Positions start at 1, as
/// SQL's parameters do.
public protocol ParameterWriter: ~Copyable {
  /// Binds NULL.
  mutating func bindNull(at position: Int)
  /// Binds an INTEGER.
  mutating func bind(_ value: Int64, at position: Int)
  /// Binds a number that is not NaN: SQLite would store NaN as NULL, so callers refuse it first.
  mutating func bind(_ value: Double, at position: Int)
  /// Binds the whole text, embedded NUL included.
  mutating func bind(_ value: String, at position: Int)
  /// Binds a BLOB; no bytes are an empty BLOB and not NULL.
  mutating func bind(bytes: UnsafeRawBufferPointer, at position: Int)
}

extension ParameterWriter where Self: ~Copyable {
  /// Binds a value that is already what SQLite stores.
  @usableFromInline
  package mutating func bind(_ value: SQLValue, at position: Int) {
    switch value {
    case .null: bindNull(at: position)
    case .integer(let value): bind(value, at: position)
    case .real(let value): bind(value, at: position)
    case .text(let value): bind(value, at: position)
    case .blob(let bytes): bytes.withUnsafeBytes { bind(bytes: $0, at: position) }
    }
  }
}
