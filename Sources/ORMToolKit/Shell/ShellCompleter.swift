import ORMCore

/// Completes the word before the cursor: with names of tables, and of columns of the tables that
/// the statement names, and then with keywords.
struct ShellCompleter {
  /// The tables and views.
  var tables: () -> [String]
  /// The columns of a table.
  var columns: (String) -> [String]
  /// The paths of files that begin with a text.
  var files: (String) -> [String]

  /// - Returns: nil if there are no candidates.
  func complete(_ edited: EditedText) -> Completion? {
    let before = Array(edited.bytes[..<edited.cursor])
    // Tokenizing a longer text would take too long.
    guard edited.bytes.count <= 1 << 20 else { return nil }
    let start = before.drop(while: \.isSpace)
    if start.first == UInt8(ascii: ".") { return completeCommand(before, from: start.startIndex) }
    return completeSQL(before, from: 0, rest: edited.bytes[edited.cursor...])
  }

  private static func completion(_ range: Range<Int>, _ candidates: [String]) -> Completion? {
    candidates.isEmpty ? nil : Completion(range, candidates)
  }

  // MARK: - Commands

  private func completeCommand(_ before: [UInt8], from start: Int) -> Completion? {
    guard let blank = before[start...].firstIndex(where: \.isSpace) else {
      let given = String(decoding: before[start...], as: UTF8.self).loweredInASCII
      return Self.completion(
        start..<before.count,
        DotCommand.all.map { ".\($0.name)" }.filter { $0.starts(withBytes: given) })
    }
    guard
      let command = try? DotCommand(String(decoding: before[start..<blank], as: UTF8.self))
    else { return nil }
    let first = before[blank...].firstIndex { !$0.isSpace } ?? before.count
    let given = String(decoding: before[first...], as: UTF8.self)
    switch command.name {
    case "explain": return completeSQL(before, from: first, rest: [])
    case "tables", "indexes", "schema":
      return Self.completion(first..<before.count, names(tables(), beginning: given))
    case "format":
      let formats = QueryFormat.allCases.map(\.rawValue)
      return Self.completion(
        first..<before.count, formats.filter { $0.starts(withBytes: given.loweredInASCII) })
    case "timer", "changes", "bail", "shadow":
      return Self.completion(
        first..<before.count, ["on", "off"].filter { $0.starts(withBytes: given.loweredInASCII) })
    case "read", "output": return completePath(given, first..<before.count)
    default: return nil
    }
  }

  private func completePath(_ given: String, _ range: Range<Int>) -> Completion? {
    let hasQuote = given.utf8.first == 0x22 || given.utf8.first == 0x27
    let found = files(hasQuote ? String(decoding: given.utf8.dropFirst(), as: UTF8.self) : given)
    guard let first = found.first else { return nil }
    let shown = found.map { path in
      let isFolder = path.utf8.last == 0x2f
      let last = path.utf8.split(separator: 0x2f).last.map { String(Substring($0)) } ?? path
      return isFolder ? last + "/" : last
    }
    let ending = found.count == 1 && first.utf8.last == 0x2f ? "" : " "
    let quoted = found.map { hasQuote ? "\"\($0)" + (ending.isEmpty ? "" : "\"") : $0 }
    return Completion(range, quoted, shown: shown, ending: ending)
  }

  // MARK: - SQL

  private func completeSQL(
    _ before: [UInt8], from start: Int, rest: ArraySlice<UInt8>
  ) -> Completion? {
    var parts = Self.tokens(before[start...])
    if let end = parts.lastIndex(where: { $0.isSymbol(";") }) { parts.removeFirst(end + 1) }
    var given = ""
    var isQuoted = false
    var range = before.count..<before.count
    if let last = parts.last {
      switch last.kind {
      case .word:
        given = String(last.text)
        range = (before.count - given.utf8.count)..<before.count
        parts.removeLast()
      case .invalid where [0x22, 0x60, 0x5b].contains(last.text.utf8.first):
        range = (before.count - last.text.utf8.count)..<before.count
        given = String(decoding: last.text.utf8.dropFirst(), as: UTF8.self)
        isQuoted = true
        parts.removeLast()
      case .space, .symbol: break
      case .comment where last.text.utf8.last == UInt8(ascii: "/"): break
      default: return nil
      }
    }
    parts.removeAll(where: \.isBlank)
    let known = tables()
    let sources = Self.sources(in: parts + Self.statement(rest), known)
    var candidates: [String]
    if let qualifier = Self.qualifier(parts) {
      candidates = names(columns(of: qualifier, sources, known), beginning: given, isQuoted)
    } else {
      candidates = plain(parts, given, isQuoted, known, sources)
    }
    var seen: Set<SQLName> = []
    candidates = candidates.filter { seen.insert(SQLName($0)).inserted }
    return Self.completion(range, candidates)
  }

  private func plain(
    _ parts: [SQLToken], _ given: String, _ isQuoted: Bool, _ known: [String], _ sources: [Source]
  ) -> [String] {
    if Self.expectsTable(parts) {
      let found = names(known, beginning: given, isQuoted)
      let words = ["SELECT", "IF", "VALUES"].filter { _ in !given.isEmpty && !isQuoted }
      return found + Self.words(words, beginning: given)
    }
    if parts.isEmpty, !isQuoted { return Self.words(Keywords.first, beginning: given) }
    var found = sources.flatMap { columns($0.table) }
    found += sources.compactMap(\.alias) + sources.map(\.table)
    // If no table is named yet, columns of all tables are candidates, unless there are too many
    // tables.
    if sources.isEmpty, known.count <= 200, !given.isEmpty { found += known.flatMap(columns) }
    found = names(found, beginning: given, isQuoted)
    if !given.isEmpty { found += names(known, beginning: given, isQuoted) }
    return found + (given.isEmpty || isQuoted ? [] : Self.words(Keywords.all, beginning: given))
  }

  /// The names that begin with a text, in their SQL form.
  private func names(_ all: [String], beginning given: String, _ isQuoted: Bool = false) -> [String]
  {
    let given = given.loweredInASCII
    return all.filter { $0.loweredInASCII.starts(withBytes: given) }
      .map { isQuoted ? $0.quotedIdentifier : $0.asName }
  }

  /// The keywords that begin with a text, in its case.
  private static func words(_ all: [String], beginning given: String) -> [String] {
    let isLower = given.utf8.contains { (0x61...0x7a).contains($0) }
    let start = given.raisedInASCII
    return all.filter { $0.starts(withBytes: start) }.map { isLower ? $0.loweredInASCII : $0 }
  }

  // MARK: - Names in a statement

  private struct Source {
    let table: String
    let alias: String?
  }

  private static func tokens(_ bytes: ArraySlice<UInt8>) -> [SQLToken] {
    Array(SQLTokens(String(decoding: bytes, as: UTF8.self)))
  }

  /// The tokens up to the end of the statement.
  private static func statement(_ bytes: ArraySlice<UInt8>) -> [SQLToken] {
    tokens(bytes).prefix { !$0.isSymbol(";") }.filter { !$0.isBlank }
  }

  /// The tables that the statement names, each with its alias.
  private static func sources(in parts: [SQLToken], _ known: [String]) -> [Source] {
    var sources: [Source] = []
    for (place, part) in parts.enumerated() where part.isName {
      guard let index = known.firstIndex(ofName: part.unquoted) else { continue }
      var next = place + 1
      if next < parts.count, parts[next].isKeyword("AS") { next += 1 }
      let alias = next < parts.count && parts[next].isName ? parts[next] : nil
      let isAlias = alias.map { $0.kind == .quotedName || !Keywords.contains($0.unquoted) } ?? false
      sources.append(Source(table: known[index], alias: isAlias ? alias?.unquoted : nil))
    }
    return sources
  }

  /// The name before the dot at the end of the parts.
  private static func qualifier(_ parts: [SQLToken]) -> String? {
    guard let dot = parts.last, dot.isSymbol("."), let name = parts.dropLast().last, name.isName
    else { return nil }
    return name.unquoted
  }

  private func columns(of qualifier: String, _ sources: [Source], _ known: [String]) -> [String] {
    if let source = sources.first(where: { $0.alias?.isSameName(as: qualifier) ?? false }) {
      return columns(source.table)
    }
    if let index = known.firstIndex(ofName: qualifier) { return columns(known[index]) }
    return qualifier.isSameName(as: "main") ? known : []
  }

  /// Whether the name of a table comes next.
  private static func expectsTable(_ parts: [SQLToken]) -> Bool {
    guard let last = parts.last else { return false }
    if last.isKeyword("FROM") || last.isKeyword("JOIN") || last.isKeyword("INTO")
      || last.isKeyword("UPDATE") || last.isKeyword("TABLE") || last.isKeyword("VIEW")
      || last.isKeyword("REFERENCES") || last.isKeyword("ANALYZE")
    {
      return true
    }
    // `FROM a, b`: the last keyword before the comma decides.
    guard last.isSymbol(",") else { return false }
    let word = parts.last {
      $0.kind == .word && Keywords.contains($0.unquoted) && !$0.isKeyword("AS")
    }
    return word?.isKeyword("FROM") ?? false
  }
}

extension SQLToken {
  fileprivate var isName: Bool { kind == .word || kind == .quotedName }
}
