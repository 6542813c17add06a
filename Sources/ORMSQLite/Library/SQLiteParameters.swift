public import CSQLite
import ORMCore

/// The parameters of a prepared statement, bound in place.
///
/// A code that SQLite gives for a parameter (a text over its limit, say) is kept, and
/// looked at once, before the statement runs.
@_documentation(visibility: internal)
@frozen
public struct SQLiteParameters: ParameterWriter, ~Copyable {
  @usableFromInline let handle: OpaquePointer
  /// The statement's. It is there for as long as the statement binds these, and to count this
  /// reference as well would take a hundredth of an insert.
  @usableFromInline let arena: Unmanaged<ParameterArena>
  /// How many parameters come before position 1: those of the rows before this one.
  @usableFromInline var offset: Int32
  /// The last position that the statement has. A key behind it is one that the database gives.
  @usableFromInline let lastPosition: Int
  /// The first code that was not `SQLITE_OK`.
  @usableFromInline var code: Int32

  @inlinable
  init(
    handle: OpaquePointer, arena: ParameterArena, offset: Int32 = 0, lastPosition: Int = .max
  ) {
    self.handle = handle
    self.arena = Unmanaged.passUnretained(arena)
    self.offset = offset
    self.lastPosition = lastPosition
    self.code = SQLITE_OK
  }

  @inlinable
  @inline(__always)
  func store(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawPointer {
    arena._withUnsafeGuaranteedRef { $0.store(bytes) }
  }

  @inlinable
  mutating func note(_ result: Int32) {
    if result != SQLITE_OK && code == SQLITE_OK { code = result }
  }

  @inlinable
  public mutating func bindNull(at position: Int) {
    if position > lastPosition { return }
    note(orm_sqlite3_bind_null(handle, offset &+ Int32(truncatingIfNeeded: position)))
  }

  @inlinable
  public mutating func bind(_ value: Int64, at position: Int) {
    note(orm_sqlite3_bind_int64(handle, offset &+ Int32(truncatingIfNeeded: position), value))
  }

  @inlinable
  public mutating func bind(_ value: Double, at position: Int) {
    note(orm_sqlite3_bind_double(handle, offset &+ Int32(truncatingIfNeeded: position), value))
  }

  @inlinable
  public mutating func bind(_ value: String, at position: Int) {
    let isBound: Void? = value.utf8.withContiguousStorageIfAvailable { utf8 in
      bind(utf8: UnsafeRawBufferPointer(utf8), at: position)
    }
    if isBound == nil { bindCopy(of: value, at: position) }
  }

  @inlinable
  public mutating func bind(bytes: UnsafeRawBufferPointer, at position: Int) {
    // The arena's address is never NULL, which SQLite would take for an SQL NULL.
    let address = store(bytes)
    let position = offset &+ Int32(truncatingIfNeeded: position)
    // The form for lengths of 64 bits takes more instructions.
    if let count = Int32(exactly: bytes.count) {
      note(orm_sqlite3_bind_blob(handle, position, address, count))
    } else {
      note(sqlite3_bind_blob64(handle, position, address, UInt64(bytes.count), nil))
    }
  }

  @inlinable
  @inline(__always)
  mutating func bind(utf8: UnsafeRawBufferPointer, at position: Int) {
    let address = store(utf8).assumingMemoryBound(to: CChar.self)
    let position = offset &+ Int32(truncatingIfNeeded: position)
    if let count = Int32(exactly: utf8.count) {
      note(orm_sqlite3_bind_text(handle, position, address, count))
    } else {
      let count = UInt64(utf8.count)
      note(sqlite3_bind_text64(handle, position, address, count, nil, UInt8(SQLITE_UTF8)))
    }
  }

  /// Binds a string of another encoding than UTF-8, as Objective-C's are.
  @usableFromInline
  @inline(never)
  mutating func bindCopy(of value: String, at position: Int) {
    var value = value
    value.withUTF8 { bind(utf8: UnsafeRawBufferPointer($0), at: position) }
  }
}
