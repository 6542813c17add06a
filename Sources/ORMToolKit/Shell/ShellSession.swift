import ORMCore
import ORMSQLite

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Runs the statements and commands of a shell on one connection, independently of their input.
final class ShellSession {
  /// The options of a shell.
  struct Options {
    let path: String
    var writes = false
    var format = QueryFormat.table
    /// The forms in which values are shown.
    var forms = DeclaredForms(as: nil, findsJSON: true)
    /// Whether lines that begin with a dot are commands.
    var takesCommands = true
    /// Whether a user reads the messages on a terminal.
    var isInteractive = false
  }

  /// The place of a statement in a script.
  struct Place {
    /// Nil for the standard input.
    let file: String?
    let line: Int

    var words: String { file.map { "\($0):\(line): " } ?? "line \(line): " }
  }

  let statements: Statements
  let options: Options
  let terminal: ByteOutput
  let errors: ByteOutput

  var format: QueryFormat
  var showsTime = false
  var showsChanges: Bool
  var stopsAtErrors = false
  /// Whether the shadow tables of virtual tables are listed.
  var showsShadows = false
  var parameters: [(name: String, value: SQLValue)] = []
  /// The file that rows are written into.
  var file: (path: String, written: WrittenFile, output: ByteOutput)?
  /// The number of nested `.read` commands.
  var depth = 0
  /// Whether a command has ended the shell.
  var isOver = false
  /// The exit code: 3 if a statement has failed, 2 after a wrong command, 130 after Ctrl-C, 0
  /// otherwise.
  private(set) var code: Int32 = 0
  /// Whether the note about unknown collations was written.
  private var hasNamedCollations = false

  init(
    _ options: Options, on statements: Statements, to terminal: ByteOutput, errors: ByteOutput
  ) {
    self.options = options
    self.statements = statements
    self.terminal = terminal
    self.errors = errors
    format = options.format
    showsChanges = options.isInteractive
  }

  var handle: OpaquePointer { statements.handle }
  var output: ByteOutput { file?.output ?? terminal }
  var isInTransaction: Bool { DynamicStatement.isInTransaction(on: handle) }

  // MARK: - Statements

  /// Runs the statements of a text. If one fails, the error is reported, and the following ones do
  /// not run.
  ///
  /// - Throws: ``ClosedPipe``, and other errors of the output.
  func run(_ sql: [UInt8], at script: Place? = nil) throws {
    forgetInterruption()
    var place = 0
    while place < sql.count {
      let start = place
      let wasInTransaction = isInTransaction
      do {
        if sql.contains(0) {
          throw ToolError.use("the statement has a NUL, after which SQLite reads nothing")
        }
        if SessionSignals.isInterrupted { throw Interrupted() }
        guard try runNext(sql, &place) else { break }
      } catch let error as ClosedPipe {
        throw error
      } catch {
        try report(error, in: sql, from: start, at: script)
        if wasInTransaction, !isInTransaction {
          try say("the transaction was rolled back")
        }
        break
      }
    }
    try output.flush()
  }

  /// - Returns: false if there is no further statement.
  private func runNext(_ sql: [UInt8], _ place: inout Int) throws -> Bool {
    let start = ContinuousClock.now
    var tried = start
    var statement: DynamicStatement?
    while true {
      let before = place
      do {
        statement = try statements.next(sql, at: &place)
        break
      } catch let error as DatabaseError where error.code == .busy {
        place = before
        try wait(since: tried, error)
      }
    }
    guard let statement = consume statement else { return false }
    guard options.writes || statement.isReadOnly else {
      throw ToolError.use("the statement writes: orm shell --write allows it")
    }
    try bind(statement)
    tried = .now
    let changes = try count(of: "total_changes")
    let columns = statement.columnNames
    var rows = 0
    if columns.isEmpty {
      while try step(statement, since: tried, hasRows: false) {}
    } else if format == .table, columns.haveSameBytes(as: ["id", "parent", "notused", "detail"]) {
      rows = try writePlan(statement, since: tried)
    } else {
      rows = try write(statement, since: tried)
    }
    try reportDone(rows, columns.isEmpty, changes, since: start)
    return true
  }

  private func write(
    _ statement: borrowing DynamicStatement, since start: ContinuousClock.Instant
  ) throws -> Int {
    var writer = try format.writer(of: statement, options.forms, on: handle, to: output)
    var rows = 0
    do {
      while try step(statement, since: start, hasRows: rows > 0) {
        try writer.write(statement)
        rows += 1
        if SessionSignals.isInterrupted { throw Interrupted() }
      }
    } catch let error as ClosedPipe {
      throw error
    } catch {
      // The rows so far are shown.
      if rows > 0, options.isInteractive { try writer.end() }
      throw error
    }
    try writer.end()
    return rows
  }

  /// Steps to the next row. If the database is locked, waits here instead of in SQLite, so that
  /// Ctrl-C ends the wait.
  private func step(
    _ statement: borrowing DynamicStatement, since start: ContinuousClock.Instant, hasRows: Bool
  ) throws -> Bool {
    while true {
      do {
        return try statement.step()
      } catch let error as DatabaseError where error.code == .busy && !hasRows {
        try wait(since: start, error)
        statement.reset()
      } catch let error as DatabaseError where error.code == .interrupted {
        throw SessionSignals.isInterrupted ? Interrupted() : error
      }
    }
  }

  private func wait(since start: ContinuousClock.Instant, _ error: DatabaseError) throws {
    if SessionSignals.isInterrupted { throw Interrupted() }
    // A transaction that has read an older state could never continue, so it does not wait.
    guard start.duration(to: .now) < .seconds(5), !isInTransaction else { throw error }
    usleep(10_000)
  }

  private func bind(_ statement: borrowing DynamicStatement) throws {
    for position in 0..<statement.parameterCount {
      let name = statement.parameterName(at: position + 1)
      let plain = name.map { String(decoding: $0.utf8.dropFirst(), as: UTF8.self) }
      let wanted = plain ?? "\(position + 1)"
      guard let found = parameters.first(where: { $0.name.hasSameBytes(as: wanted) }) else {
        throw ToolError.use(
          "the parameter \(name ?? "?\(position + 1)") has no value: set it with .bind \(wanted)=…")
      }
      try statement.bind(found.value, at: position + 1)
    }
  }

  // MARK: - Messages

  private func count(of function: String) throws -> Int {
    try Questions(handle).number("SELECT \(function)()") ?? 0
  }

  private func reportDone(
    _ rows: Int, _ isSilent: Bool, _ before: Int, since start: ContinuousClock.Instant
  ) throws {
    var parts: [String] = []
    if showsChanges {
      let changes = try count(of: "total_changes") - before
      let words = changes == 1 ? "1 row changed" : "\(changes.grouped) rows changed"
      if changes > 0 { parts.append(words) }
    }
    if showsTime {
      let milliseconds = start.duration(to: .now) / .milliseconds(1)
      if !isSilent { parts.append(rows == 1 ? "1 row" : "\(rows.grouped) rows") }
      parts.append(Self.time(milliseconds))
    }
    if !parts.isEmpty { try say(parts.joined(separator: ", ")) }
    if !hasNamedCollations, let note = statements.note {
      hasNamedCollations = true
      try say(note)
    }
  }

  /// `0.153 ms`, `12.4 ms`, `3.52 s`.
  static func time(_ milliseconds: Double) -> String {
    let (value, unit) = milliseconds < 1000 ? (milliseconds, "ms") : (milliseconds / 1000, "s")
    let digits = value < 1 ? 3 : value < 10 ? 2 : 1
    let scale = digits == 3 ? 1000.0 : digits == 2 ? 100 : 10
    let all = Int((value * scale).rounded())
    let fraction = String(all % Int(scale))
    let zeros = String(repeating: "0", count: digits - fraction.utf8.count)
    return "\((all / Int(scale)).grouped).\(zeros)\(fraction) \(unit)"
  }

  /// Writes a message: to the terminal, or to the errors if the shell is not interactive.
  func say(_ words: String) throws {
    try output.flush()
    let place = options.isInteractive ? terminal : errors
    try place.line(place.style.dim(SafeText.line(words)))
    try place.flush()
  }

  /// Reports an error.
  func report(
    _ error: any Error, in sql: [UInt8] = [], from start: Int = 0, at script: Place? = nil
  ) throws {
    try output.flush()
    var words = "\(error)"
    var lines: [String] = []
    switch error {
    case is Interrupted:
      words = "interrupted"
      note(130)
    case let error as ToolError: note(error.kind == .use ? 2 : 3)
    case var error as DatabaseError:
      if let place = StatementMark.place(of: error, in: sql, from: start, on: handle) {
        lines = StatementMark.lines(sql, at: place, width: Terminal.size(.error).width)
      }
      error.sql = nil
      words = error.description
      note(3)
    default:
      guard let ending = Ending(error) else { throw error }
      words = ending.words ?? words
      note(3)
    }
    let start = SafeText.line(script?.words ?? "") + errors.style.red("error:")
    try errors.line(start + " " + SafeText.line(words))
    for line in lines { try errors.line(line) }
    try errors.flush()
  }

  /// Clears an earlier Ctrl-C if the shell is interactive. In a script, Ctrl-C ends the script.
  func forgetInterruption() { if options.isInteractive { SessionSignals.clear() } }

  /// Ctrl-C was pressed while nothing ran.
  func noteInterruption() { note(130) }

  /// Keeps the highest code: that of a failed statement over that of a wrong command.
  private func note(_ new: Int32) { code = max(code, new) }

  /// Closes the output file and rolls back an open transaction, which it reports.
  func end() throws {
    try closeFile()
    guard isInTransaction else { return }
    try say("the open transaction was rolled back")
    if !options.isInteractive { note(3) }
    try DynamicStatement("ROLLBACK", on: handle).run()
  }

  /// Closes the output file, which appears under its name then.
  func closeFile() throws {
    guard let (_, written, output) = file else { return }
    file = nil
    do {
      try output.flush()
      try written.finish()
    } catch {
      written.discard()
      throw error
    }
  }
}
