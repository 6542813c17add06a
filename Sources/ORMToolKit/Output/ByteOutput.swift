import Synchronization

/// The output of a command, which is buffered and written in large pieces.
package final class ByteOutput: Sendable {
  private let buffer = Mutex<[UInt8]>([])
  private let sink: @Sendable ([UInt8]) throws -> Void

  /// Whether the output goes to a terminal, so that control characters in values have to be
  /// escaped.
  package let isTerminal: Bool
  package let style: Style
  private let cells: @Sendable () -> Int?

  /// The number of cells in a line of the terminal; nil if lines may have any length.
  package var width: Int? { cells() }

  /// - Parameters:
  ///   - width: Returns the number of cells in a line of the terminal, which may change.
  ///   - sink: Writes the next piece.
  package init(
    isTerminal: Bool = false, style: Style = .plain,
    width: @escaping @Sendable () -> Int? = { nil },
    to sink: @escaping @Sendable ([UInt8]) throws -> Void
  ) {
    self.isTerminal = isTerminal
    cells = width
    self.style = style
    self.sink = sink
  }

  /// Writes bytes.
  ///
  /// - Throws: The errors of the sink, such as ``ClosedPipe`` if the reader is gone.
  package func write(_ bytes: [UInt8]) throws {
    let full = buffer.withLock { buffer -> [UInt8]? in
      buffer.append(contentsOf: bytes)
      return buffer.count >= 1 << 16 ? Self.take(&buffer) : nil
    }
    if let full { try sink(full) }
  }

  package func write(_ text: String) throws { try write(Array(text.utf8)) }

  package func line(_ text: String = "") throws { try write(text + "\n") }

  /// Writes a note as a line, unless it is nil.
  func note(_ words: String?) throws {
    guard let words else { return }
    try line(style.dim(SafeText.line(words)))
    try flush()
  }

  /// Writes the buffered bytes to the sink.
  package func flush() throws {
    let rest = buffer.withLock { Self.take(&$0) }
    if !rest.isEmpty { try sink(rest) }
  }

  private static func take(_ buffer: inout [UInt8]) -> [UInt8] {
    var taken: [UInt8] = []
    taken.reserveCapacity(buffer.count)
    swap(&taken, &buffer)
    return taken
  }
}

/// The reader of the output is gone. The program ends without an error message.
package struct ClosedPipe: Error {
  package init() {}
}
