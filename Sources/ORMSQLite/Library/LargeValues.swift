internal import CPlatform

/// The memory of the large values that a thread reads while it reads rows ahead.
///
/// The rows that are read ahead are limited by their number, and by the bytes of their large
/// values. Only texts and BLOBs above a certain size are counted, in the code that copies them, so
/// that small values cost nothing. The reader has the thread to itself until the rows are read.
@usableFromInline
enum LargeValues {
  /// The minimum size of a counted value, in bytes: reading it takes far longer than counting it.
  @usableFromInline static var leastCount: Int { 4096 }
  /// Returns the number of bytes of large values after which no further row is read ahead; without
  /// a limit if all rows are read.
  ///
  /// - Parameter count: The maximum number of rows to read.
  @inlinable
  static func most(in count: Int) -> Int { count == .max ? .max : 1 << 20 }

  /// The thread-specific key of the sum; nil if the system has none left, and nothing is counted.
  private static let place: pthread_key_t? = {
    var key = pthread_key_t()
    return pthread_key_create(&key, nil) == 0 ? key : nil
  }()

  /// Calls `body` with a pointer to the number of bytes of large values that this thread reads
  /// during the call.
  @inlinable
  static func counting<Result>(
    _ body: (UnsafePointer<Int>) throws -> Result
  ) rethrows -> Result {
    var sum = 0
    return try withUnsafeMutablePointer(to: &sum) { sum in
      let outer = begin(sum)
      defer { end(outer) }
      return try body(UnsafePointer(sum))
    }
  }

  /// - Returns: The previous sum, for ``end(_:)``.
  @usableFromInline
  static func begin(_ sum: UnsafeMutablePointer<Int>) -> UnsafeMutableRawPointer? {
    guard let place else { return nil }
    let outer = pthread_getspecific(place)
    pthread_setspecific(place, sum)
    return outer
  }

  @usableFromInline
  static func end(_ outer: UnsafeMutableRawPointer?) {
    if let place { pthread_setspecific(place, outer) }
  }

  /// Counts a value of at least ``leastCount`` bytes.
  @usableFromInline
  @inline(never)
  static func count(_ bytes: Int) {
    guard let place, let sum = pthread_getspecific(place) else { return }
    sum.assumingMemoryBound(to: Int.self).pointee += bytes
  }
}
