import ORMCore

/// The memory that holds text and BLOB parameters while their statement runs.
///
/// SQLite can read a parameter in place, which costs a third less than having it make a copy of
/// each, but a short Swift string has no address that lasts. So the bytes go one after the other
/// into memory that the connection keeps and uses again.
@usableFromInline
final class ParameterArena {
  @usableFromInline static let size = 1 << 18

  // Each access is over before the next begins, in the few lines below, and only the connection's
  // actor gets here; checking that at run time would cost as much as the copying.
  @usableFromInline let start: UnsafeMutableRawPointer
  @exclusivity(unchecked) @usableFromInline var next: UnsafeMutableRawPointer
  @exclusivity(unchecked) @usableFromInline var available: Int
  /// What did not fit, until the next reset: a pointer that was handed out must not move.
  @exclusivity(unchecked) @usableFromInline var extensions: [UnsafeMutableRawPointer] = []

  init() {
    start = UnsafeMutableRawPointer.allocate(byteCount: Self.size, alignment: 16)
    next = start
    available = Self.size
  }

  deinit {
    releaseExtensions()
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

  /// Whether the next reset gives memory back that pointers point to.
  @inlinable var isExtended: Bool { !extensions.isEmpty }

  /// Starts over. Pointers into the arena mean nothing from here on.
  @inlinable
  func reset() {
    if isExtended { releaseExtensions() }
    next = start
    available = Self.size
  }

  @usableFromInline
  @inline(never)
  func extend(by count: Int) {
    let size = max(count, Self.size)
    next = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    available = size
    extensions.append(next)
  }

  @usableFromInline
  @inline(never)
  func releaseExtensions() {
    for chunk in extensions { chunk.deallocate() }
    extensions.removeAll()
  }
}
