public import CSQLite

/// The parameters of a prepared statement, bound in place.
///
/// A code that SQLite gives for a parameter (a text over its limit, say) is kept, and
/// looked at once, before the statement runs.
@frozen
public struct SQLiteParameters: ParameterWriter, ~Copyable {
  @usableFromInline let handle: OpaquePointer
  @usableFromInline let arena: ParameterArena
  /// How many parameters come before position 1: those of the rows before this one.
  @usableFromInline var offset: Int32
  /// The first code that was not `SQLITE_OK`.
  @usableFromInline var code: Int32

  @inlinable
  init(handle: OpaquePointer, arena: ParameterArena, offset: Int32 = 0) {
    self.handle = handle
    self.arena = arena
    self.offset = offset
    self.code = SQLITE_OK
  }

  @inlinable
  mutating func note(_ result: Int32) {
    if result != SQLITE_OK && code == SQLITE_OK { code = result }
  }

  @inlinable
  public mutating func bindNull(at position: Int) {
    note(sqlite3_bind_null(handle, offset &+ Int32(truncatingIfNeeded: position)))
  }

  @inlinable
  public mutating func bind(_ value: Int64, at position: Int) {
    note(sqlite3_bind_int64(handle, offset &+ Int32(truncatingIfNeeded: position), value))
  }

  @inlinable
  public mutating func bind(_ value: Double, at position: Int) {
    note(sqlite3_bind_double(handle, offset &+ Int32(truncatingIfNeeded: position), value))
  }

  @inlinable
  public mutating func bind(_ value: String, at position: Int) {
    var value = value
    let position = offset &+ Int32(truncatingIfNeeded: position)
    let result = value.withUTF8 { utf8 in
      sqlite3_bind_text64(
        handle, position,
        arena.store(UnsafeRawBufferPointer(utf8)).assumingMemoryBound(to: CChar.self),
        UInt64(truncatingIfNeeded: utf8.count), nil, UInt8(SQLITE_UTF8))
    }
    note(result)
  }

  @inlinable
  public mutating func bind(bytes: UnsafeRawBufferPointer, at position: Int) {
    // The arena's address is never NULL, which SQLite would take for an SQL NULL.
    note(
      sqlite3_bind_blob64(
        handle, offset &+ Int32(truncatingIfNeeded: position), arena.store(bytes),
        UInt64(truncatingIfNeeded: bytes.count), nil))
  }
}
