/// The parameters of one statement, written by position.
///
/// The code that `@Table` generates uses this protocol, so that one `bind(to:)` works with every
/// engine; it is specialized for a concrete writer. Positions start at 1, as in SQL.
public protocol ParameterWriter: ~Copyable {
  /// Binds NULL.
  mutating func bindNull(at position: Int)
  /// Binds an INTEGER.
  mutating func bind(_ value: Int64, at position: Int)
  /// Binds a REAL, which must not be NaN: SQLite would store NULL, so callers refuse NaN before.
  mutating func bind(_ value: Double, at position: Int)
  /// Binds the whole text, embedded NUL included.
  mutating func bind(_ value: String, at position: Int)
  /// Binds a BLOB; an empty buffer is an empty BLOB, not NULL.
  mutating func bind(bytes: UnsafeRawBufferPointer, at position: Int)
}

extension ParameterWriter where Self: ~Copyable {
  /// Binds a value in its stored form.
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
