import ORMCore
import ORMSQLite

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// What a shell does with statements and commands, on one connection: it knows no keys.
final class ShellSession {
  /// How a shell is begun with.
  struct Options {
    let path: String
    var writes = false
    var format = QueryFormat.table
    /// The forms in which values are shown.
    var forms = DeclaredForms(as: nil, findsJSON: true)
    /// Whether lines that begin with a dot are commands.
    var takesCommands = true
    /// Whether a person reads what is said beside rows.
    var isInteractive = false
  }

  /// Where a statement of a script is.
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
  /// Whether the tables in which virtual tables keep their data are listed.
  var showsShadows = false
  var parameters: [(name: String, value: SQLValue)] = []
  /// The file that rows are written into.
  var file: (path: String, written: WrittenFile, output: ByteOutput)?
  /// How many files are being read, each by a command of the one before.
  var depth = 0
  /// Whether a command has said that the shell ends.
  var isOver = false
  /// 3 if a statement has failed, 2 if a command was wrong, 0 otherwise.
  private(set) var code: Int32 = 0
  /// Whether the collations that are not known were named.
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

  /// Runs the statements of a text. What one of them has met is said, and the others of the text do
  /// not run.
  ///
  /// - Throws: ``ClosedPipe``, and what else is of the output and not of a statement.
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
      // What there was up to then is shown.
      if rows > 0, options.isInteractive { try writer.end() }
      throw error
    }
    try writer.end()
    return rows
  }

  /// Moves on, and waits for who has locked the database: not as SQLite would wait, but so that
  /// Ctrl-C ends it.
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
    // Who has read in a transaction that somebody else has written since waits in vain.
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
          "the parameter \(name ?? "?\(position + 1)") has no value: .bind \(wanted)=… gives one")
      }
      try statement.bind(found.value, at: position + 1)
    }
  }

  // MARK: - What is said

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

  /// Says something beside the rows.
  func say(_ words: String) throws {
    try output.flush()
    let place = options.isInteractive ? terminal : errors
    try place.line(place.style.dim(SafeText.line(words)))
    try place.flush()
  }

  /// Says what went wrong.
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

  /// What was interrupted before is over for a person; a script ends with it.
  func forgetInterruption() { if options.isInteractive { SessionSignals.clear() } }

  /// Ctrl-C was pressed while nothing ran.
  func noteInterruption() { note(130) }

  /// Keeps the worst that has happened: a failed statement before a wrong command.
  private func note(_ new: Int32) { code = max(code, new) }

  /// Ends what is open, and says what is lost.
  func end() throws {
    try closeFile()
    guard isInTransaction else { return }
    try say("the transaction that was open is rolled back")
    if !options.isInteractive { note(3) }
    try DynamicStatement("ROLLBACK", on: handle).run()
  }

  /// Gives the file that rows were written into its name.
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
