#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The standard streams of the program.
package enum Terminal {
  package enum Stream: Int32, Sendable {
    case output = 1
    case error = 2
  }

  package static func isTerminal(_ stream: Stream) -> Bool { isatty(stream.rawValue) == 1 }

  /// The number of cells in a line of the terminal; 80 if it is not known.
  static func width(_ stream: Stream) -> Int { size(stream).width }

  /// The number of cells in a line of the terminal, and its number of lines; 80 and 24 if they are
  /// not known.
  static func size(_ stream: Stream) -> (width: Int, height: Int) {
    var size = winsize()
    guard ioctl(stream.rawValue, UInt(TIOCGWINSZ), &size) == 0 else { return (80, 24) }
    return (
      size.ws_col > 0 ? Int(size.ws_col) : 80, size.ws_row > 0 ? Int(size.ws_row) : 24
    )
  }

  /// The value of an environment variable.
  package static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// Creates an output to a stream.
  package static func output(_ stream: Stream) -> ByteOutput {
    let isTerminal = isTerminal(stream)
    return ByteOutput(
      isTerminal: isTerminal, style: Style(isTerminal: isTerminal, environment: variable),
      width: { isTerminal ? width(stream) : nil }
    ) { try write($0, to: stream.rawValue) }
  }

  /// Makes a closed pipe a write error, which does not end the program.
  package static func ignoreClosedPipes() { signal(SIGPIPE, SIG_IGN) }

  /// Writes all bytes.
  ///
  /// - Throws: ``ClosedPipe`` if the reader is gone; ``ToolError`` if the bytes can't be written.
  static func write(_ bytes: [UInt8], to descriptor: Int32) throws {
    try bytes.withUnsafeBytes { bytes in
      var place = 0
      while place < bytes.count {
        let rest = UnsafeRawBufferPointer(rebasing: bytes[place...])
        guard let start = rest.baseAddress else { return }
        #if canImport(Darwin)
          let count = Darwin.write(descriptor, start, rest.count)
        #elseif canImport(Musl)
          let count = Musl.write(descriptor, start, rest.count)
        #else
          let count = Glibc.write(descriptor, start, rest.count)
        #endif
        if count >= 0 {
          place += count
        } else if errno == EPIPE {
          throw ClosedPipe()
        } else if errno != EINTR && errno != EAGAIN {
          throw ToolError.data("the output can't be written: \(String(cString: strerror(errno)))")
        }
      }
    }
  }
}
