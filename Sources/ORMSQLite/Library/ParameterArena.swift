import ORMCore

/// The memory that holds text and BLOB parameters while their statement runs.
///
/// SQLite can read a parameter in place, which costs a third less than copying each, but a short
/// Swift string has no lasting address. So the bytes are copied one after the other into memory
/// that the connection keeps and reuses.
@usableFromInline
final class ParameterArena {
  /// The size in bytes of an arena that has outgrown its first size. A connection that only looks
  /// up rows, or is closed soon, never needs as much.
  @usableFromInline static let wholeSize = 1 << 18
  private static let firstSize = 512

  // Each access ends before the next begins, in the few lines below, and only the connection's
  // actor gets here; checking that at run time would cost as much as the copying.
  @exclusivity(unchecked) @usableFromInline private(set) var start: UnsafeMutableRawPointer
  @exclusivity(unchecked) @usableFromInline private(set) var size = firstSize
  @exclusivity(unchecked) @usableFromInline var next: UnsafeMutableRawPointer
  @exclusivity(unchecked) @usableFromInline var available: Int
  /// The additional pieces of memory, until the next reset: memory that was handed out must not
  /// move.
  @exclusivity(unchecked) @usableFromInline var extensions: [UnsafeMutableRawPointer] = []
  /// The beginning of the unchecked bytes in the last piece.
  @exclusivity(unchecked) @usableFromInline var unchecked: UnsafeMutableRawPointer
  /// The unchecked bytes in all pieces but the last.
  @exclusivity(unchecked) private var uncheckedBefore: [UnsafeRawBufferPointer] = []

  init() {
    start = UnsafeMutableRawPointer.allocate(byteCount: Self.firstSize, alignment: 16)
    next = start
    unchecked = start
    available = Self.firstSize
  }

  deinit {
    for piece in extensions { piece.deallocate() }
    start.deallocate()
  }

  /// Copies `bytes` into memory that is valid until ``reset()``.
  @inlinable
  @inline(__always)
  func store(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawPointer {
    let count = bytes.count
    if count > available { extend(by: count) }
    let place = next
    if let source = bytes.baseAddress { place.copyMemory(from: source, byteCount: count) }
    next = place + count
    available -= count
    return UnsafeRawPointer(place)
  }

  /// Returns the bytes that were stored since the last call, or since the last reset: a statement
  /// that inserts many rows binds them one by one, and each check searches the new row only.
  func takeUnchecked() -> [UnsafeRawBufferPointer] {
    let taken =
      uncheckedBefore + [UnsafeRawBufferPointer(start: unchecked, count: next - unchecked)]
    uncheckedBefore.removeAll()
    unchecked = next
    return taken
  }

  /// Whether the next reset frees memory that pointers point to.
  @inlinable var isExtended: Bool { !extensions.isEmpty }

  /// Reuses the memory. Pointers into the arena are invalid afterwards.
  @inlinable
  func reset() {
    if isExtended { releaseExtensions() }
    next = start
    unchecked = start
    available = size
  }

  @usableFromInline
  @inline(never)
  func extend(by count: Int) {
    uncheckedBefore = takeUnchecked()
    let size = max(count, Self.wholeSize)
    next = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    unchecked = next
    available = size
    extensions.append(next)
  }

  @usableFromInline
  @inline(never)
  func releaseExtensions() {
    for piece in extensions { piece.deallocate() }
    extensions.removeAll()
    uncheckedBefore.removeAll()
    guard size < Self.wholeSize else { return }
    start.deallocate()
    start = UnsafeMutableRawPointer.allocate(byteCount: Self.wholeSize, alignment: 16)
    size = Self.wholeSize
  }
}
