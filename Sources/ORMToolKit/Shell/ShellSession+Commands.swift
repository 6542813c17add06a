import ORMCore
import ORMSQLite
import ORMSchema

extension ShellSession {
  /// Runs a command.
  ///
  /// - Throws: ``ClosedPipe``. Other errors are reported.
  func run(command line: String, at script: Place? = nil) throws {
    forgetInterruption()
    do {
      guard options.takesCommands else { throw ToolError.use("a dump has no shell commands") }
      guard let command = try DotCommand(line) else { return }
      try run(command)
    } catch let error as ClosedPipe {
      throw error
    } catch {
      try report(error, at: script)
    }
    try output.flush()
  }

  private func run(_ command: DotCommand) throws {
    switch command.name {
    case "help": try help()
    case "quit": isOver = true
    case "tables": try tables(DotCommand.name(command.rest))
    case "indexes": try indexes(of: DotCommand.name(command.rest))
    case "schema": try schema(of: DotCommand.name(command.rest))
    case "databases": try run(Array("PRAGMA database_list".utf8))
    case "explain":
      guard !command.rest.isEmpty else { throw ToolError.use(".explain takes a statement") }
      let before = format
      format = .table
      defer { format = before }
      try run(Array("EXPLAIN QUERY PLAN \(command.rest)".utf8))
    case "format":
      guard let new = QueryFormat(rawValue: command.rest.loweredInASCII) else {
        throw ToolError.use(
          "the format is \(format.rawValue); .format takes "
            + QueryFormat.allCases.map(\.rawValue).joined(separator: ", "))
      }
      format = new
    case "timer": showsTime = try isOn(command, showsTime)
    case "changes": showsChanges = try isOn(command, showsChanges)
    case "shadow": showsShadows = try isOn(command, showsShadows)
    case "bail": stopsAtErrors = try isOn(command, stopsAtErrors)
    case "bind": try bind(command.rest)
    case "unbind": try unbind(command.rest)
    case "output": try open(DotCommand.path(command.rest))
    case "read": try read(DotCommand.path(command.rest))
    default: throw ToolError.use("there is no command .\(command.name)")
    }
  }

  private func isOn(_ command: DotCommand, _ now: Bool) throws -> Bool {
    if command.rest.isSameName(as: "on") { return true }
    if command.rest.isSameName(as: "off") { return false }
    throw ToolError.use(".\(command.name) is \(now ? "on" : "off"); it takes on or off")
  }

  private func help() throws {
    let heads = DotCommand.all.map { ".\($0.name) \($0.arguments)" }
    let width = heads.reduce(0) { max($0, $1.utf8.count < 24 ? $1.utf8.count : 0) } + 2
    for (head, command) in zip(heads, DotCommand.all) {
      let isWide = head.utf8.count + 2 > width
      try output.line(isWide ? head : TextTable.padded(head, width, .left) + command.words)
      if isWide { try output.line(String(repeating: " ", count: width) + command.words) }
    }
  }

  // MARK: - Listing objects

  /// The objects of these types with a part in their names.
  private func named(_ part: String, _ kinds: [String]) throws -> [Schema.Entry] {
    let shadows = try hiddenTables()
    return try SourceFacts.entries(on: handle).filter { entry in
      !shadows.contains(SQLName(entry.table)) && kinds.contains(name: entry.type)
        && (part.isEmpty || entry.name.loweredInASCII.contains(bytes: part.loweredInASCII))
        && (!part.isEmpty || !entry.name.loweredInASCII.starts(withBytes: "sqlite_"))
    }
  }

  /// The tables that are not listed: shadow tables of virtual tables.
  private func hiddenTables() throws -> Set<SQLName> {
    try showsShadows ? [] : SourceFacts.shadowTables(on: handle)
  }

  private func list(_ names: [String]) throws {
    let names = names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    if output.isTerminal {
      for line in WordColumns.lines(names, width: Terminal.size(.output).width) {
        try output.line(line)
      }
    } else {
      for name in names { try output.line(SafeText.line(name)) }
    }
  }

  private func tables(_ part: String) throws {
    try list(try named(part, ["table", "view"]).map(\.name))
  }

  private func indexes(of table: String) throws {
    let all = try SourceFacts.entries(on: handle)
    if !table.isEmpty { try check(table, in: all) }
    let shadows = try hiddenTables()
    try list(
      all.filter {
        $0.type.isSameName(as: "index")
          && (table.isEmpty
            ? !shadows.contains(SQLName($0.table)) : $0.table.isSameName(as: table))
      }.map(\.name))
  }

  private func schema(of name: String) throws {
    let all = try SourceFacts.entries(on: handle)
    if !name.isEmpty { try check(name, in: all) }
    let shadows = try hiddenTables()
    for entry in all {
      guard let sql = entry.sql else { continue }
      let isWanted =
        name.isEmpty
        ? !entry.name.loweredInASCII.starts(withBytes: "sqlite_")
          && !shadows.contains(SQLName(entry.table))
        : entry.name.isSameName(as: name) || entry.table.isSameName(as: name)
      guard isWanted else { continue }
      if output.isTerminal {
        for line in sql.utf8.split(separator: 0x0a, omittingEmptySubsequences: false).dropLast() {
          try output.line(SafeText.line(String(Substring(line))))
        }
        let last = sql.utf8.split(separator: 0x0a, omittingEmptySubsequences: false).last
        try output.line(SafeText.line(last.map { String(Substring($0)) } ?? "") + ";")
      } else {
        try output.line(sql + ";")
      }
    }
  }

  private func check(_ name: String, in all: [Schema.Entry]) throws {
    guard all.contains(where: { $0.name.isSameName(as: name) || $0.table.isSameName(as: name) })
    else { throw ToolError.use(Suggestion.unknown("table", name, of: all.map(\.name))) }
  }

  // MARK: - Parameters

  private func bind(_ argument: String) throws {
    if argument.isEmpty {
      for (name, value) in parameters { try output.line(SafeText.line("\(name)=\(value.literal)")) }
      return
    }
    guard let place = argument.utf8.firstIndex(of: 0x3d), place != argument.startIndex else {
      throw ToolError.use(".bind takes NAME=VALUE")
    }
    let name = Self.plain(String(argument[..<place]))
    let value = SQLValue(argument: String(argument[argument.utf8.index(after: place)...]))
    parameters.removeAll { $0.name.hasSameBytes(as: name) }
    parameters.append((name, value))
  }

  private func unbind(_ argument: String) throws {
    let name = Self.plain(argument)
    guard argument.isEmpty || parameters.contains(where: { $0.name.hasSameBytes(as: name) }) else {
      throw ToolError.use("no parameter \(name) has a value")
    }
    parameters.removeAll { argument.isEmpty || $0.name.hasSameBytes(as: name) }
  }

  /// The parameter's name without the prefix and without blanks around it.
  private static func plain(_ name: String) -> String {
    let signs: [UInt8] = [UInt8(ascii: ":"), UInt8(ascii: "@"), UInt8(ascii: "$")]
    var bytes = name.utf8.drop(while: \.isSpace)
    while let last = bytes.last, last.isSpace { bytes.removeLast() }
    if let first = bytes.first, signs.contains(first) { bytes.removeFirst() }
    return String(Substring(bytes))
  }

  // MARK: - Files

  private func open(_ path: String) throws {
    try closeFile()
    guard !path.isEmpty else { return }
    let written = try WrittenFile(path, besides: options.path)
    file = (path, written, written.output)
  }

  private func read(_ path: String) throws {
    guard !path.isEmpty else { throw ToolError.use(".read takes a file") }
    guard depth < 16 else {
      throw ToolError.use("\(path): .read is nested too deeply; do the files read each other?")
    }
    depth += 1
    defer { depth -= 1 }
    var script = try Script(path)
    try script.run(on: self)
  }

  // MARK: - Plans

  /// Writes the rows of `EXPLAIN QUERY PLAN` as a tree.
  func writePlan(
    _ statement: borrowing DynamicStatement, since start: ContinuousClock.Instant
  ) throws -> Int {
    var steps: [(number: Int64, parent: Int64, words: String)] = []
    while try statement.step() {
      steps.append((statement.integer(0), statement.integer(1), statement.value(3).shown()))
    }
    func write(_ parent: Int64, behind margin: String, _ depth: Int) throws {
      let parts = steps.filter { $0.parent == parent }
      for (place, step) in parts.enumerated() {
        let isLast = place == parts.count - 1
        try output.line(margin + (isLast ? "└─ " : "├─ ") + SafeText.line(step.words))
        // A table that only looks like a plan may have a cycle.
        guard depth < 100 else { continue }
        try write(step.number, behind: margin + (isLast ? "   " : "│  "), depth + 1)
      }
    }
    try write(0, behind: "", 0)
    return steps.count
  }
}
