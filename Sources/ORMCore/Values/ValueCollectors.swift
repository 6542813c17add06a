/// A parameter writer that collects one value.
@usableFromInline
struct SingleValue: ParameterWriter, ~Copyable {
  @usableFromInline var value = SQLValue.null

  @inlinable init() {}

  @inlinable mutating func bindNull(at position: Int) { value = .null }
  @inlinable mutating func bind(_ value: Int64, at position: Int) { self.value = .integer(value) }
  @inlinable mutating func bind(_ value: Double, at position: Int) { self.value = .real(value) }
  @inlinable mutating func bind(_ value: String, at position: Int) { self.value = .text(value) }
  @inlinable package mutating func bind(bytes: UnsafeRawBufferPointer, at position: Int) {
    value = .blob(Array(bytes))
  }
}

/// A parameter writer that collects the values of one statement, or of several rows, row after row.
@usableFromInline
package struct ValueCollector: ParameterWriter, ~Copyable {
  /// The values by position, from 0; values that were not written are NULL.
  @usableFromInline package var values: [SQLValue]
  /// The position at which the current row begins.
  @usableFromInline var start = 0

  @inlinable package init(capacity: Int = 0) {
    values = Array(repeating: .null, count: capacity)
    // Enough for the columns of most tables; otherwise the array would be reallocated at the fourth
    // value.
    if capacity == 0 { values.reserveCapacity(16) }
  }

  /// Creates a collector with reserved capacity for the values of several rows.
  @inlinable
  init(room: Int) {
    values = []
    values.reserveCapacity(room)
  }

  @inlinable
  mutating func set(_ value: consuming SQLValue, at position: Int) {
    // Values usually come in order.
    if values.count == start + position - 1 { return values.append(value) }
    while values.count < start + position { values.append(.null) }
    values[start + position - 1] = value
  }

  /// Ends a row of `width` values; the values that follow belong to the next row.
  @inlinable
  mutating func endRow(width: Int) {
    start += width
    while values.count < start { values.append(.null) }
  }

  @inlinable package mutating func bindNull(at position: Int) { set(.null, at: position) }
  @inlinable package mutating func bind(_ value: Int64, at position: Int) {
    set(.integer(value), at: position)
  }
  @inlinable package mutating func bind(_ value: Double, at position: Int) {
    set(.real(value), at: position)
  }
  @inlinable package mutating func bind(_ value: String, at position: Int) {
    set(.text(value), at: position)
  }
  @inlinable package mutating func bind(bytes: UnsafeRawBufferPointer, at position: Int) {
    set(.blob(Array(bytes)), at: position)
  }
}
