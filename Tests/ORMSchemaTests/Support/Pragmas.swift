import ORMCore
import ORMSchema

/// The output of SQLite's pragmas for all tables and indexes, to compare schemas with.
struct Pragmas: Equatable {
  let lines: [String]

  init(_ engine: Engine) throws {
    var lines: [String] = []
    let tables = try engine.rows(
      """
      SELECT name, type, ncol, wr, strict FROM pragma_table_list
      WHERE schema = 'main' AND type IN ('table', 'view', 'virtual') AND name NOT LIKE 'sqlite|_%' ESCAPE '|'
      ORDER BY name
      """)
    for table in tables {
      lines.append("table \(table.words)")
      let name = table[0] ?? ""
      for var column in try engine.rows("SELECT * FROM pragma_table_xinfo(\(name.literal))") {
        column[4] = column[4]?.meaning
        lines.append("\(name) column \(column.words)")
        if table[1]?.utf8.elementsEqual("table".utf8) == true {
          lines.append("\(name) \(engine.metadata(name, column[1] ?? ""))")
        }
      }
      for key in try engine.rows("SELECT * FROM pragma_foreign_key_list(\(name.literal))") {
        lines.append("\(name) reference \(key.dropFirst().words)")
      }
      for index in try engine.rows("SELECT * FROM pragma_index_list(\(name.literal)) ORDER BY name")
      {
        lines.append("\(name) index \(index.dropFirst().words)")
        let columns = try engine.rows(
          "SELECT * FROM pragma_index_xinfo(\((index[1] ?? "").literal))")
        lines += columns.map { "\(index[1] ?? "") \($0.words)" }
      }
    }
    // Foreign keys are in the order of their creation, which has no meaning.
    self.lines = lines.sorted()
  }

  static func == (left: Self, right: Self) -> Bool {
    left.lines.count == right.lines.count
      && zip(left.lines, right.lines).allSatisfy { $0.utf8.elementsEqual($1.utf8) }
  }

  /// The lines that only one of the two has.
  func difference(from other: Self) -> [String] {
    lines.difference(from: other.lines, by: { $0.utf8.elementsEqual($1.utf8) }).map { "\($0)" }
  }
}

extension Collection<String?> {
  fileprivate var words: String { map { $0 ?? "NULL" }.joined(separator: "|") }
}

extension String {
  fileprivate var literal: String { "'" + replacing("'", with: "''") + "'" }

  /// The default without comments around it, and a name, which is a text there, as that text.
  fileprivate var meaning: String {
    let tokens = SQLTokens(self).drop { $0.isBlank }.reversed().drop { $0.isBlank }.reversed()
    guard tokens.count == 1, let token = tokens.first else {
      return tokens.map { String($0.text) }.joined()
    }
    let isName = token.kind == .quotedName || token.kind == .word && !token.isLiteralWord
    return isName ? token.unquoted.literal : String(token.text)
  }
}
