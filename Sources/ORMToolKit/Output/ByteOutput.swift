import Synchronization

/// Where a command's output goes: it is collected, and handed on in large pieces.
package final class ByteOutput: Sendable {
  private let buffer = Mutex<[UInt8]>([])
  private let sink: @Sendable ([UInt8]) throws -> Void

  /// Whether a person reads it on a terminal, so that no value may be written as it is.
  package let isTerminal: Bool
  package let style: Style
  private let cells: @Sendable () -> Int?

  /// The number of cells in a line of the terminal; nil if lines may have any length.
  package var width: Int? { cells() }

  /// - Parameters:
  ///   - width: Returns the number of cells in a line of the terminal, which may change.
  ///   - sink: Takes the next piece.
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
  /// - Throws: what the sink throws: ``ClosedPipe`` if nobody reads any more.
  package func write(_ bytes: [UInt8]) throws {
    let full = buffer.withLock { buffer -> [UInt8]? in
      buffer.append(contentsOf: bytes)
      return buffer.count >= 1 << 16 ? Self.take(&buffer) : nil
    }
    if let full { try sink(full) }
  }

  package func write(_ text: String) throws { try write(Array(text.utf8)) }

  package func line(_ text: String = "") throws { try write(text + "\n") }

  /// Writes a line about what a command has done, if there is something to say.
  func note(_ words: String?) throws {
    guard let words else { return }
    try line(style.dim(SafeText.line(words)))
    try flush()
  }

  /// Hands on what was collected.
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

/// Nobody reads the output any more: what is said by ending quietly.
package struct ClosedPipe: Error {
  package init() {}
}
