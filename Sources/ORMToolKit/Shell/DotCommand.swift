import ORMCore

/// A command of the shell, which begins with a dot.
struct DotCommand {
  /// The commands, with their arguments and descriptions.
  static let all: [(name: String, arguments: String, words: String)] = [
    ("bind", "[NAME=VALUE]", "sets a parameter, or lists the parameters that are set"),
    ("changes", "on|off", "shows how many rows a statement has changed"),
    ("bail", "on|off", "stops a script at its first error"),
    ("databases", "", "lists the database and the attached databases"),
    ("explain", "SQL", "shows the query plan of a statement as a tree"),
    ("format", "table|csv|json|jsonl|markdown|vertical", "sets how rows are written"),
    ("help", "", "shows this list"),
    ("indexes", "[TABLE]", "lists all indexes, or the indexes of a table"),
    ("output", "[FILE]", "writes rows into a file; without FILE, into the shell again"),
    ("quit", "", "exits the shell; so does Ctrl-D"),
    ("read", "FILE", "runs the statements of a file"),
    ("schema", "[NAME]", "shows the SQL of all objects, or of a table, its indexes and triggers"),
    ("shadow", "on|off", "also lists the shadow tables, in which virtual tables keep data"),
    ("tables", "[PART]", "lists all tables and views, or the ones with PART in their names"),
    ("timer", "on|off", "shows how long a statement takes"),
    ("unbind", "[NAME]", "unsets a parameter, or all of them"),
  ]

  /// The names of these commands in other shells.
  private static let others = [
    "mode": "format", "exit": "quit", "q": "quit", "indices": "indexes", "timing": "timer",
    "parameter": "bind", "h": "help",
  ]

  /// The commands of `sqlite3` that the shell lacks, and their replacements.
  private static let elsewhere = [
    "dump": "orm export-schema and orm export", "import": "orm import", "backup": "orm backup",
    "save": "orm backup", "recover": "orm recover", "open": "another orm shell",
    "clone": "orm compact --into", "lint": "orm check", "expert": "orm check",
    "fullschema": ".schema", "once": ".output FILE", "dbinfo": "orm inspect",
    "headers": "no command instead: columns are always shown with their names",
  ]

  let name: String
  /// The argument after the name, without blanks around it.
  let rest: String

  /// - Returns: nil if the line is not a command.
  /// - Throws: ``ToolError`` if there is no such command.
  init?(_ line: String) throws {
    let bytes = line.utf8.drop(while: \.isSpace)
    if bytes.first != UInt8(ascii: ".") {
      guard let word = Self.plainWord(line) else { return nil }
      (name, rest) = (word, "")
      return
    }
    let word = bytes.dropFirst().prefix { !$0.isSpace }
    let given = String(Substring(word)).loweredInASCII
    var behind = bytes[word.endIndex...].drop(while: \.isSpace)
    while let last = behind.last, last.isSpace { behind.removeLast() }
    rest = String(Substring(behind))
    let names = Self.all.map(\.name)
    let known = Self.others.first { $0.key.hasSameBytes(as: given) }?.value ?? given
    if let name = names.first(where: { $0.hasSameBytes(as: known) }) {
      self.name = name
      return
    }
    // An unambiguous beginning of a name is accepted.
    let begun = names.filter { !given.isEmpty && $0.starts(withBytes: given) }
    if begun.count == 1, let name = begun.first {
      self.name = name
      return
    }
    if let words = Self.elsewhere.first(where: { $0.key.hasSameBytes(as: given) })?.value {
      throw ToolError.use("there is no command .\(given) here; use \(words)")
    }
    throw ToolError.use(
      Suggestion.unknown("command", ".\(given)", of: names.map { ".\($0)" })
        + "; .help lists the commands")
  }

  /// The dot command for `exit`, `quit` or `help` without a dot.
  static func plainWord(_ line: String) -> String? {
    var bytes = line.utf8.drop(while: \.isSpace)
    while let last = bytes.last, last.isSpace || last == UInt8(ascii: ";") { bytes.removeLast() }
    let word = String(Substring(bytes))
    if word.isSameName(as: "exit") || word.isSameName(as: "quit") { return "quit" }
    return word.isSameName(as: "help") ? "help" : nil
  }

  /// Whether a text is empty or a command, which needs no semicolon.
  static func isOne(_ text: [UInt8]) -> Bool {
    let start = text.drop(while: \.isSpace)
    if start.isEmpty || start.first == UInt8(ascii: ".") { return true }
    return start.count < 16 && plainWord(String(decoding: start, as: UTF8.self)) != nil
  }

  /// The argument without quotes around it, and with `~/` replaced by the home folder.
  static func path(_ text: String) -> String {
    let bytes = Array(text.utf8)
    if let quote = bytes.first, quote == 0x22 || quote == 0x27, bytes.count > 1, bytes.last == quote
    {
      return String(decoding: bytes[1..<(bytes.count - 1)], as: UTF8.self)
    }
    guard text.starts(withBytes: "~/"), let home = Terminal.variable("HOME") else { return text }
    return home + String(decoding: bytes.dropFirst(), as: UTF8.self)
  }

  /// The name without its quotes.
  static func name(_ text: String) -> String {
    var tokens = SQLTokens(text)
    guard let token = tokens.next(), tokens.next() == nil,
      token.kind == .quotedName || token.kind == .string
    else { return text }
    return token.unquoted
  }
}
