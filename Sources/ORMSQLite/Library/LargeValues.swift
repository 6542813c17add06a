internal import CPlatform

/// The memory of the large values that a thread reads while it reads rows ahead.
///
/// Rows that are read ahead are bounded by their number, and by the bytes of their values if these
/// are large. Only a text or a BLOB of some size is counted, in the code that copies it, so that
/// small values cost nothing. Who reads ahead has the thread to itself until the rows are read.
@usableFromInline
enum LargeValues {
  /// The least bytes of a value that is counted: reading it takes far longer than counting it.
  @usableFromInline static var leastCount: Int { 4096 }
  /// The bytes of large values after which no further row is read ahead; no number of bytes is if
  /// all rows are read.
  ///
  /// - Parameter count: The number of rows that are read at most.
  @inlinable
  static func most(in count: Int) -> Int { count == .max ? .max : 1 << 20 }

  /// Where a thread keeps the sum; nil if the system has no place left, and nothing is counted.
  private static let place: pthread_key_t? = {
    var key = pthread_key_t()
    return pthread_key_create(&key, nil) == 0 ? key : nil
  }()

  /// Calls `body` with the bytes of the large values that this thread has read since then.
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

  /// - Returns: what counted until now, for ``end(_:)``.
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
