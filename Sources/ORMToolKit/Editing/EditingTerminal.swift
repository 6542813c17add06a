#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The terminal of a ``LineEditor``: reads keys, and shows the edited text.
///
/// The terminal is in raw mode only while a text is edited, so that statements between two texts
/// run with the usual mode.
struct EditingTerminal {
  enum Outcome {
    case text(String)
    /// Ctrl-C.
    case dropped
    /// Ctrl-D, or the terminal is gone.
    case left
    /// A signal ends the program.
    case ended
  }

  let style: Style
  /// The descriptor that becomes readable when a signal has arrived.
  private let signals: Int32
  private let usual: termios
  private var reader = KeyReader()
  /// The keys that were typed ahead.
  private var typed: [TypedKey] = []
  /// The cells of each row on the screen, and the position of the cursor.
  private var shown: (rows: [Int], cursorRow: Int, cursorColumn: Int) = ([], 0, 0)

  /// - Returns: nil if the standard streams are not a terminal with cursor movement.
  init?(signals: Int32) {
    var mode = termios()
    guard isatty(0) == 1, isatty(1) == 1, tcgetattr(0, &mode) == 0,
      let kind = Terminal.variable("TERM"), !kind.utf8.elementsEqual("dumb".utf8)
    else { return nil }
    usual = mode
    self.signals = signals
    style = Style(isTerminal: true, environment: Terminal.variable)
  }

  /// Edits a text until it is complete.
  mutating func read(
    _ editor: inout LineEditor, prompt: EditorView.Prompt,
    colours: (EditedText) -> [EditorView.Span]
  ) throws -> Outcome {
    editor.reset()
    shown = ([], 0, 0)
    take()
    defer { giveBack() }
    try draw(editor, prompt, colours)
    while true {
      let keys = typed.isEmpty ? try nextKeys() : typed
      typed = []
      if SessionSignals.endedBy != nil { return .ended }
      // An incomplete paste changes nothing yet.
      guard let keys else { continue }
      for (place, key) in keys.enumerated() {
        let action = editor.handle(key)
        if let outcome = try obey(action, &editor, prompt, colours) {
          typed = Array(keys[(place + 1)...])
          return outcome
        }
      }
      // If there is more input, only the last state is drawn.
      if !hasInput { try draw(editor, prompt, colours) }
    }
  }

  private mutating func obey(
    _ action: LineEditor.Action, _ editor: inout LineEditor, _ prompt: EditorView.Prompt,
    _ colours: (EditedText) -> [EditorView.Span]
  ) throws -> Outcome? {
    switch action {
    case .nothing, .redraw: return nil
    case .beep:
      try write("\u{7}")
      return nil
    case .clearScreen:
      try write("\u{1b}[H\u{1b}[2J")
      shown = ([], 0, 0)
      return nil
    case .suspend:
      try leave(editor, prompt, colours)
      suspend()
      shown = ([], 0, 0)
      return nil
    case .submit:
      try leave(editor, prompt, colours)
      return .text(editor.text.text)
    case .drop:
      try leave(editor, prompt, colours, behind: "^C")
      return .dropped
    case .leave:
      try leave(editor, prompt, colours)
      return .left
    }
  }

  // MARK: - Keys

  /// Waits for keys, or for a signal.
  ///
  /// - Returns: nil if nothing has changed; no keys if the text has to be drawn again.
  private mutating func nextKeys() throws -> [TypedKey]? {
    var places = [
      pollfd(fd: 0, events: Int16(POLLIN), revents: 0),
      pollfd(fd: signals, events: Int16(POLLIN), revents: 0),
    ]
    // An escape without a sequence within 50 ms is the escape key.
    let count = poll(&places, 2, reader.isWaiting ? 50 : -1)
    if count == 0 { return some(reader.keysAfterPause()) }
    if count < 0, errno != EINTR { return [.hangUp] }
    if places[1].revents != 0 || count < 0 {
      var bytes = Array(repeating: UInt8(0), count: 64)
      while Terminal.read(signals, into: &bytes) > 0 {
        if bytes.contains(UInt8(truncatingIfNeeded: SIGTSTP)) { return [.suspend] }
      }
      if SessionSignals.isInterrupted {
        SessionSignals.clear()
        return [.interrupt]
      }
      // After a suspension, the terminal is in its usual mode again, and its size may have changed.
      take()
      return []
    }
    var bytes = Array(repeating: UInt8(0), count: 1 << 16)
    let length = Terminal.read(0, into: &bytes)
    if length < 0, errno == EINTR || errno == EAGAIN { return nil }
    guard length > 0 else { return [.hangUp] }
    return some(reader.keys(bytes[..<length]))
  }

  private var hasInput: Bool {
    var place = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
    return poll(&place, 1, 0) > 0
  }

  private func some(_ keys: [TypedKey]) -> [TypedKey]? { keys.isEmpty ? nil : keys }

  // MARK: - The terminal's mode

  /// Switches to raw mode: keys arrive one by one, none of them is a signal, and pasted text is
  /// between two marks.
  private func take() {
    var mode = usual
    cfmakeraw(&mode)
    tcsetattr(0, TCSADRAIN, &mode)
    for number in [SIGWINCH, SIGCONT, SIGTSTP] { SessionSignals.note(number) }
    try? write("\u{1b}[?2004h")
  }

  private func giveBack() {
    try? write("\u{1b}[?2004l")
    var mode = usual
    tcsetattr(0, TCSADRAIN, &mode)
    for number in [SIGWINCH, SIGCONT, SIGTSTP] { signal(number, SIG_DFL) }
  }

  private func suspend() {
    giveBack()
    kill(0, SIGTSTP)
    take()
  }

  // MARK: - Showing

  private func write(_ text: String) throws { try Terminal.write(Array(text.utf8), to: 1) }

  private func view(
    _ editor: LineEditor, _ prompt: EditorView.Prompt, _ colours: (EditedText) -> [EditorView.Span]
  ) -> EditorView {
    let (width, height) = Terminal.size(.output)
    return EditorView(
      editor.text.bytes, cursor: editor.text.cursor, editor.prompt(prompt),
      spans: style.hasColours ? colours(editor.text) : [], offered: editor.offered, width: width,
      height: height)
  }

  private mutating func draw(
    _ editor: LineEditor, _ prompt: EditorView.Prompt, _ colours: (EditedText) -> [EditorView.Span]
  ) throws {
    let view = view(editor, prompt, colours)
    var bytes = Array((back() + "\r\u{1b}[J").utf8)
    for (place, row) in view.rows.enumerated() {
      if place > 0 { bytes += [0x0d, 0x0a] }
      bytes += row.text
    }
    let up = view.rows.count - 1 - view.cursorRow
    let right = view.cursorColumn
    bytes += Array(
      ((up > 0 ? "\u{1b}[\(up)A" : "") + "\r" + (right > 0 ? "\u{1b}[\(right)C" : "")).utf8)
    shown = (view.rows.map(\.cells), view.cursorRow, right)
    try Terminal.write(bytes, to: 1)
  }

  /// Shows the text a last time, and moves to the line after it.
  private mutating func leave(
    _ editor: LineEditor, _ prompt: EditorView.Prompt,
    _ colours: (EditedText) -> [EditorView.Span], behind words: String = ""
  ) throws {
    var editor = editor
    editor.end()
    try draw(editor, prompt, colours)
    try write(words + "\r\n")
    shown = ([], 0, 0)
  }

  /// The escapes that move up to the first row on the screen. A terminal that has become narrower
  /// shows a row as several.
  private func back() -> String {
    let width = max(1, Terminal.size(.output).width)
    var rows = 0
    for cells in shown.rows.prefix(shown.cursorRow) { rows += max(1, (cells + width - 1) / width) }
    rows += shown.cursorColumn / width
    return rows > 0 ? "\u{1b}[\(rows)A" : ""
  }
}
