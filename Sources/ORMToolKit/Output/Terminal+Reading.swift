#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

extension Terminal {
  /// Reads available bytes into a buffer, by the system's `read`.
  ///
  /// - Returns: The number of bytes; 0 at the end, and less than 0 with `errno` after an error.
  static func read(_ descriptor: Int32, into bytes: inout [UInt8]) -> Int {
    let count = bytes.count
    return bytes.withUnsafeMutableBytes { bytes in
      guard let start = bytes.baseAddress else { return 0 }
      #if canImport(Darwin)
        return Darwin.read(descriptor, start, count)
      #elseif canImport(Musl)
        return Musl.read(descriptor, start, count)
      #else
        return Glibc.read(descriptor, start, count)
      #endif
    }
  }
}
