internal import CPlatform

/// Counts the memory of the large values that each thread has read.
///
/// The rows that are read ahead are limited by their number, and by the bytes of their large
/// values. Only texts and BLOBs above a certain size are counted, in the code that copies them, so
/// that small values cost nothing. The reader has the thread to itself until the rows are read: it
/// compares the sum of its thread with the sum at its beginning.
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

  /// The thread-specific key of the sum; nil if the system has none left, so that nothing is
  /// counted.
  private static let place: pthread_key_t? = {
    var key = pthread_key_t()
    let code = pthread_key_create(&key) { sum in
      // On some platforms, the parameter is optional.
      let sum: UnsafeMutableRawPointer? = sum
      sum?.deallocate()
    }
    return code == 0 ? key : nil
  }()

  /// The sum if nothing is counted.
  // Safe: it is initialized once, like all static properties, and nothing writes to it afterwards.
  private nonisolated(unsafe) static let zero = newSum()

  /// The number of bytes of large values that this thread has read so far.
  @usableFromInline
  static var sum: UnsafePointer<Int> {
    guard let place else { return UnsafePointer(zero) }
    if let known = pthread_getspecific(place) {
      return UnsafePointer(known.assumingMemoryBound(to: Int.self))
    }
    let sum = newSum()
    if pthread_setspecific(place, sum) == 0 { return UnsafePointer(sum) }
    sum.deallocate()
    return UnsafePointer(zero)
  }

  private static func newSum() -> UnsafeMutablePointer<Int> {
    let sum = UnsafeMutablePointer<Int>.allocate(capacity: 1)
    sum.initialize(to: 0)
    return sum
  }

  /// Counts a value of at least ``leastCount`` bytes, if the thread has a sum.
  @usableFromInline
  @inline(never)
  static func count(_ bytes: Int) {
    guard let place, let sum = pthread_getspecific(place) else { return }
    sum.assumingMemoryBound(to: Int.self).pointee &+= bytes
  }
}
