import ORMCore
import ORMSQLite

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// `orm shell`: runs statements that a user types, or that come from a pipe.
package struct Shell: Sendable {
  private let path: String
  private let writes: Bool
  private let format: QueryFormat
  private let forms: DeclaredForms

  package init(
    _ path: String, writes: Bool, format: QueryFormat,
    forms: DeclaredForms = DeclaredForms(as: nil, findsJSON: true)
  ) {
    self.path = path
    self.writes = writes
    self.format = format
    self.forms = forms
  }

  /// Runs the shell until it ends.
  ///
  /// - Throws: ``ShellFailure`` with the exit code, if it is not 0; ``ToolError`` and
  ///   ``DatabaseError`` if the file can't be opened; ``ClosedPipe``.
  package func run() async throws {
    let (code, signal) = try await work()
    if let signal { SessionSignals.end(by: signal) }
    if code != 0 { throw ShellFailure(code: code) }
  }

  private func work() async throws -> (Int32, Int32?) {
    var file: DatabaseFile
    if let data = try await DataFile.open(path, Progress()) {
      guard !writes else { throw ToolError.use("--write is for databases, not for data files") }
      file = data
    } else {
      file = try DatabaseFile(path, writes: writes)
      // A file that is not a database is reported now, rather than at the first statement.
      try await file.reading { _ = try $0.number("PRAGMA schema_version") }
    }
    return try await file.running(statements: { statements in
      let isInteractive = isatty(0) == 1 && isatty(1) == 1
      let session = ShellSession(
        ShellSession.Options(
          path: path, writes: writes, format: format, forms: forms, isInteractive: isInteractive),
        on: statements, to: Terminal.output(.output), errors: Terminal.output(.error))
      let signals = try SessionSignals.listen(stopping: statements.handle)
      defer { SessionSignals.ignore() }
      do {
        if var terminal = EditingTerminal(signals: signals) {
          try talk(session, &terminal)
        } else {
          var script = Script(standardInput: isInteractive, signals: signals)
          try script.run(on: session)
        }
      } catch {
        // The output is gone, but an open transaction still has to be rolled back.
        _ = try? session.end()
        throw error
      }
      try session.end()
      return (isInteractive ? 0 : session.code, SessionSignals.endedBy)
    })
  }

  // MARK: - Interactive use

  private func talk(_ session: ShellSession, _ terminal: inout EditingTerminal) throws {
    let file = try history(session)
    var editor = LineEditor(
      history: History(file?.entries ?? []),
      isWhole: { Self.isWhole($0) },
      complete: { session.completer.complete($0) })
    let access = writes ? "" : ", read-only without --write"
    try session.say("\(path)\(access): .help lists the commands, Ctrl-D exits")
    while !session.isOver {
      let mark = session.isInTransaction ? "orm*> " : "orm> "
      let rest = session.isInTransaction ? " ...> " : "...> "
      let outcome = try terminal.read(
        &editor, prompt: EditorView.Prompt(mark, rest: rest, style: terminal.style),
        colours: ShellColours.spans)
      switch outcome {
      case .dropped: continue
      case .left, .ended: return
      case .text(let text):
        if editor.history.takes(text) {
          editor.history.add(text)
          try? file?.file.append(text)
        }
        if DotCommand.isOne(Array(text.utf8)) {
          try session.run(command: text)
        } else {
          try session.run(Array(text.utf8))
        }
        if SessionSignals.endedBy != nil { return }
      }
    }
  }

  /// Whether Enter runs the text.
  static func isWhole(_ edited: EditedText) -> Bool {
    if DotCommand.isOne(edited.bytes) { return true }
    var scanner = StatementScanner()
    var place = 0
    while let end = scanner.end(in: edited.bytes[place...]) { place = end }
    return scanner.isWhole
  }

  private func history(
    _ session: ShellSession
  ) throws -> (file: HistoryFile, entries: [String])? {
    guard let file = HistoryFile(environment: Terminal.variable) else { return nil }
    do {
      return (file, try file.read())
    } catch let error as ToolError {
      try session.say("the history can't be saved: \(error)")
      return nil
    }
  }
}

extension ShellSession {
  /// Completes the current names of the database.
  var completer: ShellCompleter {
    ShellCompleter(
      tables: { [handle, showsShadows] in
        var names = (try? SourceFacts.names(on: handle)) ?? []
        if showsShadows {
          names += ((try? SourceFacts.shadowTables(on: handle)) ?? []).map(\.text)
        }
        return names.filter { !$0.loweredInASCII.starts(withBytes: "sqlite_") }
          .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      },
      columns: { [handle] table in
        ((try? SourceFacts(table, on: handle)) ?? nil)?.columns.map(\.name) ?? []
      },
      files: FileNames.beginning)
  }
}
