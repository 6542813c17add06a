import Foundation

/// A page of documentation, as its tests read it.
struct Document: Sendable {
  /// A row of a table, by its cells without the code marks.
  typealias Row = [String]

  let lines: [String]

  /// The repository, three folders above this one.
  static let repository = (1...4).reduce(URL(filePath: #filePath)) { url, _ in
    url.deletingLastPathComponent()
  }

  init(lines: [String]) { self.lines = lines }

  /// The text of all files of Swift in a folder and those in it.
  static func sources(in folder: String) throws -> String {
    let folder = repository.appending(path: folder)
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    var text = ""
    while let file = files?.nextObject() as? URL {
      if file.pathExtension == "swift" { text += try String(contentsOf: file, encoding: .utf8) }
    }
    return text
  }

  init(_ path: String) throws {
    lines = try String(contentsOf: Self.repository.appending(path: path), encoding: .utf8)
      .components(separatedBy: "\n")
  }

  /// The lines of each Swift block, without indentation and empty ones.
  ///
  /// A manifest is left out: it is for a different package.
  var swiftBlocks: [[String]] {
    var blocks: [[String]] = []
    var open: [String]?
    for line in lines {
      if line == "```swift" {
        open = []
      } else if line.hasPrefix("```") {
        if let block = open, !block.contains("import PackageDescription") { blocks.append(block) }
        open = nil
      } else {
        open?.append(line)
      }
    }
    return blocks.map(Self.trimmed)
  }

  /// The rows of the table with this head.
  func table(_ head: Row) -> [Row] { tables(head, limit: 1) }

  /// The rows of the tables with this head, one table after the other.
  func tables(_ head: Row, limit: Int = .max) -> [Row] {
    let rows = lines.map { line -> Row? in
      guard line.hasPrefix("| ") else { return nil }
      return line.dropFirst(2).dropLast(2).components(separatedBy: " | ").map {
        $0.hasPrefix("`") && $0.hasSuffix("`") ? String($0.dropFirst().dropLast()) : $0
      }
    }
    let starts = rows.indices.filter { rows[$0] == head }.prefix(limit)
    return starts.flatMap { rows[($0 + 2)...].prefix { $0 != nil }.compactMap(\.self) }
  }

  /// The SQL that comments in Swift blocks quote: `// SELECT …`, with what follows it on lines that
  /// begin further in.
  var quotedSQL: [String] {
    let keyword =
      /^(SELECT|WITH|INSERT|UPDATE|DELETE|CREATE|BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE|VACUUM|PRAGMA)\b/
    var quoted: [String] = []
    for line in swiftBlocks.joined() {
      guard let comment = line.range(of: "// ") else { continue }
      let text = String(line[comment.upperBound...])
      if text.firstMatch(of: keyword) != nil {
        quoted.append(text)
      } else if text.hasPrefix("  "), let last = quoted.indices.last {
        quoted[last] += " " + text.trimmingCharacters(in: .whitespaces)
      }
    }
    return quoted
  }

  static func trimmed(_ lines: [String]) -> [String] {
    lines.map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
  }
}

/// Whether the text is the quoted one, in which `…` stands for anything.
func matches(_ text: String, quoted: String) -> Bool {
  let parts = quoted.components(separatedBy: "…")
  guard let first = parts.first, let last = parts.last, text.hasPrefix(first) else { return false }
  if parts.count == 1 { return text == quoted }
  var rest = text.dropFirst(first.count)
  for part in parts.dropFirst().dropLast() {
    guard let range = rest.range(of: part) else { return false }
    rest = rest[range.upperBound...]
  }
  return rest.hasSuffix(last)
}
