/// The unescaped bytes of one record.
final class UnescapedBytes {
  private(set) var bytes: UnsafeMutablePointer<UInt8>
  private(set) var count = 0
  private var capacity = 1 << 10

  init() { bytes = .allocate(capacity: capacity) }

  deinit { bytes.deallocate() }

  func removeAll() { count = 0 }

  /// Reserves space, so that this number of bytes can be appended without growing.
  func reserve(_ more: Int) {
    guard count + more > capacity else { return }
    let size = max(capacity * 2, count + more)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: size)
    larger.update(from: bytes, count: count)
    bytes.deallocate()
    bytes = larger
    capacity = size
  }

  func append(_ byte: UInt8) {
    reserve(1)
    bytes[count] = byte
    count += 1
  }
}
