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

/// Takes the parameters of one statement and keeps them in order.
@usableFromInline
package struct ValueCollector: ParameterWriter, ~Copyable {
  /// The values by position, from 0; what was not written is NULL.
  @usableFromInline package var values: [SQLValue]

  @inlinable package init(capacity: Int = 0) {
    values = Array(repeating: .null, count: capacity)
    // As many as most tables have columns: without it, the array grows by the fourth value.
    if capacity == 0 { values.reserveCapacity(16) }
  }

  @inlinable
  mutating func set(_ value: consuming SQLValue, at position: Int) {
    // Values come in their order.
    if values.count == position - 1 { return values.append(value) }
    while values.count < position { values.append(.null) }
    values[position - 1] = value
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
