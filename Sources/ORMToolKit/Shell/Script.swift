import ORMCore
import ORMSQLite

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Runs the statements and commands of a file or of standard input while it reads them: only one of
/// them is in memory at a time.
struct Script {
  /// The file's path; nil for the standard input.
  private let name: String?
  private let descriptor: Int32
  /// The descriptor that becomes readable when a signal has arrived, which ends the wait for input.
  private let signals: Int32?
  /// Whether to prompt for each line, on a terminal without cursor movement.
  private let prompts: Bool

  private var scanner = StatementScanner()
  /// The part of a statement or a command that was read so far.
  private var waiting: [UInt8] = []
  private var isCommand = false
  private var isAtLineStart = true
  private var line = 1
  /// The line in which the statement begins.
  private var firstLine = 1

  /// The maximum length of a statement, in bytes: SQLite's own limit.
  private static let longestStatement = 1_000_000_000

  /// - Throws: ``ToolError`` if the file can't be read.
  init(_ path: String) throws {
    name = path
    prompts = false
    signals = nil
    var facts = stat()
    descriptor = Self.descriptor(of: path)
    guard descriptor >= 0 else {
      throw ToolError.use("\(path) can't be read: \(String(cString: strerror(errno)))")
    }
    if fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFDIR {
      close(descriptor)
      throw ToolError.use("\(path) is a folder")
    }
  }

  private static func descriptor(of path: String) -> Int32 { open(path, O_RDONLY | O_CLOEXEC) }

  init(standardInput prompts: Bool, signals: Int32) {
    name = nil
    self.signals = signals
    descriptor = 0
    self.prompts = prompts
  }

  /// Runs the script to its end.
  ///
  /// - Throws: ``ClosedPipe``; ``ToolError`` if it can't be read completely.
  mutating func run(on session: ShellSession) throws {
    defer { if descriptor != 0 { close(descriptor) } }
    var bytes = Array(repeating: UInt8(0), count: 1 << 16)
    while !session.isOver {
      if prompts, isAtLineStart {
        try session.terminal.write(scanner.isBetweenStatements ? "orm> " : "...> ")
        try session.terminal.flush()
      }
      guard waitForMore() else {
        if try dropLine(session) { continue }
        session.noteInterruption()
        return
      }
      let count = Terminal.read(descriptor, into: &bytes)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else {
        let reason = String(cString: strerror(errno))
        throw ToolError.use("\(name ?? "the input") can't be read: \(reason)")
      }
      guard count > 0 else { break }
      let end = bytes[..<count].firstIndex(of: 0) ?? count
      try take(bytes[..<end], on: session)
      if mustStop(session) { return }
      guard end == count else {
        let error = ToolError.use("the script contains a NUL, after which SQLite reads nothing")
        return try session.report(error, at: ShellSession.Place(file: name, line: line))
      }
    }
    if !session.isOver, !waiting.isEmpty { try finish(on: session) }
  }

  /// - Returns: false if a signal arrived before there was input.
  private func waitForMore() -> Bool {
    guard let signals else { return true }
    var places = [
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: signals, events: Int16(POLLIN), revents: 0),
    ]
    while !SessionSignals.isInterrupted {
      let count = poll(&places, 2, -1)
      if count < 0, errno == EINTR { continue }
      // Drains the bytes of signals that were handled.
      var bytes = Array(repeating: UInt8(0), count: 64)
      if count > 0, places[1].revents != 0, Terminal.read(signals, into: &bytes) > 0 { continue }
      return true
    }
    return false
  }

  /// Discards the part of a statement that was typed, for Ctrl-C at a prompt.
  ///
  /// - Returns: false if the program has to end: there is no prompt, or another signal arrived.
  private mutating func dropLine(_ session: ShellSession) throws -> Bool {
    guard prompts, SessionSignals.endedBy == nil else { return false }
    session.forgetInterruption()
    (waiting, isCommand, isAtLineStart) = ([], false, true)
    scanner = StatementScanner()
    try session.terminal.write("\n")
    return true
  }

  private func mustStop(_ session: ShellSession) -> Bool {
    if SessionSignals.isInterrupted, !prompts || SessionSignals.endedBy != nil {
      session.noteInterruption()
      return true
    }
    return session.isOver || (session.stopsAtErrors && session.code != 0)
  }

  private mutating func take(_ bytes: ArraySlice<UInt8>, on session: ShellSession) throws {
    var place = bytes.startIndex
    while place < bytes.endIndex, !mustStop(session) {
      if isAtLineStart, scanner.isBetweenStatements, bytes[place] == UInt8(ascii: ".") {
        isCommand = true
        waiting = []
        firstLine = line
      }
      let end = bytes[place...].firstIndex(of: 0x0a).map { $0 + 1 } ?? bytes.endIndex
      if isCommand {
        waiting += bytes[place..<end]
        place = end
        isAtLineStart = bytes[place - 1] == 0x0a
        if isAtLineStart { try finish(on: session) }
      } else {
        if waiting.isEmpty { firstLine = line }
        let behind = scanner.end(in: bytes[place..<end])
        waiting += bytes[place..<(behind ?? end)]
        place = behind ?? end
        isAtLineStart = bytes[place - 1] == 0x0a
        if behind != nil { try finish(on: session) }
        guard waiting.count <= Self.longestStatement else {
          throw ToolError.use("line \(firstLine): the statement is longer than SQLite allows")
        }
      }
      if isAtLineStart { line += 1 }
    }
  }

  /// Runs the statement or the command that was read.
  private mutating func finish(on session: ShellSession) throws {
    let (text, wasCommand) = (waiting, isCommand)
    waiting = []
    isCommand = false
    let place = ShellSession.Place(file: name, line: firstLine + Self.blankLines(text))
    let shown = prompts ? nil : place
    if wasCommand {
      try session.run(command: String(decoding: text, as: UTF8.self), at: shown)
    } else {
      scanner = StatementScanner()
      try session.run(text, at: shown)
    }
  }

  /// The number of lines before the statement.
  private static func blankLines(_ text: [UInt8]) -> Int {
    var lines = 0
    for token in SQLTokens(String(decoding: text.prefix(1 << 16), as: UTF8.self)) {
      guard token.isBlank else { break }
      lines += token.text.utf8.count { $0 == 0x0a }
    }
    return lines
  }
}
