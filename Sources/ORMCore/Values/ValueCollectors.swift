/// Takes one parameter and keeps it.
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

/// Takes the parameters of one statement, or of one row behind the other, and keeps them in order.
@usableFromInline
package struct ValueCollector: ParameterWriter, ~Copyable {
  /// The values by position, from 0; what was not written is NULL.
  @usableFromInline package var values: [SQLValue]
  /// Where the row begins.
  @usableFromInline var start = 0

  @inlinable package init(capacity: Int = 0) {
    values = Array(repeating: .null, count: capacity)
    // As many as most tables have columns: without it, the array grows by the fourth value.
    if capacity == 0 { values.reserveCapacity(16) }
  }

  /// One with room for the values of several rows.
  @inlinable
  init(room: Int) {
    values = []
    values.reserveCapacity(room)
  }

  @inlinable
  mutating func set(_ value: consuming SQLValue, at position: Int) {
    // Values come in their order.
    if values.count == start + position - 1 { return values.append(value) }
    while values.count < start + position { values.append(.null) }
    values[start + position - 1] = value
  }

  /// Ends a row, which has as many values as it is wide; those that come then are the next one's.
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
