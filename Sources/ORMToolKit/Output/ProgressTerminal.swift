import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The line of the terminal in which the program shows its progress, on standard error.
final class ProgressTerminal: Sendable {
  private let style: Style
  /// The number of cells of the line on the screen.
  private let shown = Mutex(0)

  /// - Returns: nil if standard error is not a terminal with cursor movement.
  init?() {
    guard Terminal.isTerminal(.error),
      let kind = Terminal.variable("TERM"), !kind.utf8.elementsEqual("dumb".utf8)
    else { return nil }
    style = Style(isTerminal: true, environment: Terminal.variable)
  }

  /// Replaces the line.
  func show(_ line: ProgressLine) {
    let width = Terminal.width(.error)
    // The last cell stays free: some terminals go to the next line after it.
    let text = line.text(width: width - 1, style)
    let cells = SafeText.width(line.text(width: width - 1))
    shown.withLock { shown in
      write(Self.back(over: shown, width) + text)
      shown = cells
    }
  }

  /// Removes the line.
  func clear() {
    shown.withLock { shown in
      if shown > 0 { write(Self.back(over: shown, Terminal.width(.error))) }
      shown = 0
    }
  }

  /// The escapes that move to the beginning of a line of this number of cells, and delete it. A
  /// terminal that has become narrower shows the line as several.
  static func back(over cells: Int, _ width: Int) -> String {
    let lines = max(0, cells - 1) / max(1, width)
    return (lines > 0 ? "\u{1b}[\(lines)A" : "") + "\r\u{1b}[J"
  }

  private func write(_ text: String) {
    try? Terminal.write(Array(text.utf8), to: Terminal.Stream.error.rawValue)
  }
}
