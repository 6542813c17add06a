import Foundation
import ORM
import Testing

@testable import ORMCore
@testable import ORMSQLite

/// Pairs of texts that are equal in Swift, but not in SQLite.
private let twins = [
  ("caf\u{E9}", "cafe\u{301}"), ("\u{212A}", "K"), ("\u{37E}", ";"),
  ("a\u{323}\u{307}", "a\u{307}\u{323}"), ("\u{1E9B}\u{323}", "\u{17F}\u{323}\u{307}"),
]

@Suite("Texts that differ only in the encoding of a letter")
struct SameBytesTests {
  @Test(
    "Texts with different encodings of a letter are equal in Swift, not in the library",
    arguments: twins)
  func values(_ left: String, _ right: String) {
    #expect(left == right)
    #expect(!left.hasSameBytes(as: right))
    #expect(SQLValue.text(left) != SQLValue.text(right))
    #expect(Set([SQLValue.text(left), .text(right), .text(left)]).count == 2)
    #expect(ExactText(left) != ExactText(right))
    #expect(Statement(sql: left) != Statement(sql: right))
    #expect(
      Statement(sql: "", arguments: [.text(left)]) != Statement(sql: "", arguments: [.text(right)]))
    #expect(
      Row(columnNames: [left], values: [1]) != Row(columnNames: [right], values: [1]))
    #expect(JSONStep.key(left) != JSONStep.key(right))
    #expect(MatchPattern(rawValue: left) != MatchPattern(rawValue: right))
  }

  @Test("Query nodes and schemas with differently encoded texts are not equal", arguments: twins)
  func trees(_ left: String, _ right: String) {
    let nodes: [(String) -> SQLNode] = [
      { .column(qualifier: nil, name: $0) }, { .column(qualifier: $0, name: "a") },
      { .value(.text($0)) }, { .literal($0) }, { .function($0, []) },
      { .raw(SQL(parts: [.text($0)])) }, { .raw(SQL(parts: [.identifier($0)])) },
      { .inList(.always, [.text($0)]) }, { .collate(.always, Collation(rawValue: $0)) },
      { .cast(.always, .named($0)) },
      { .call(FunctionCall(name: $0, arguments: [])) },
      { .call(FunctionCall(name: "sum", arguments: [], window: .named($0))) },
      { .not(.value(.text($0))) }, { .row([.literal($0)]) },
      { .choice(base: nil, [], otherwise: .literal($0)) },
      {
        .subquery(
          SelectNode(SelectCore([], from: [SourceNode(table: .table($0), qualifier: "")])))
      },
      {
        .exists(
          SelectNode(SelectCore([], from: [SourceNode(table: .table("a"), qualifier: $0)])))
      },
      { .inSelect(.always, SelectNode(SelectCore([ResultColumn(.always, as: $0)]))) },
    ]
    for node in nodes {
      #expect(node(left) != node(right))
      #expect(node(left) == node(left))
      #expect(Set([node(left), node(right), node(left)]).count == 2)
    }
    #expect(TableSchema(left) != TableSchema(right))
    #expect(
      ColumnSchema(left, type: .text, isNullable: true)
        != ColumnSchema(right, type: .text, isNullable: true))
    #expect(IndexSchema("a", columns: [left]) != IndexSchema("a", columns: [right]))
    #expect(
      ForeignKey(columns: [left], parentTable: "a", parentColumns: ["b"])
        != ForeignKey(columns: [right], parentTable: "a", parentColumns: ["b"]))
    #expect(
      ConstraintViolation(kind: .check, columns: [left])
        != ConstraintViolation(kind: .check, columns: [right]))
  }

  @Test("Prefixes and parts of a text are found by their bytes")
  func finding() {
    // In Swift, a combining mark belongs to the letter before it.
    #expect("SCAN \u{301}a".starts(withBytes: "SCAN ") && !"SCAN \u{301}a".hasPrefix("SCAN "))
    #expect("a--\u{301}".contains(bytes: "--") && !"caf\u{E9}".contains(bytes: "e"))
  }
}

@Suite("Text that is put into SQL")
struct TextInSQLTests {
  @Test(
    "A literal and an identifier are quoted correctly, whatever follows or precedes a quote",
    arguments: ["\u{600}", "\u{301}", "\u{200D}", "\r", "\u{1F1E6}", "\0", "a", "\\", "\u{37E}"])
  func quotes(_ beside: String) async throws {
    let db = try Database.inMemory()
    for quote in ["'", "\"", "`", "]"] {
      for text in [beside + quote, quote + beside, beside + quote + beside + quote + quote] {
        let literal = SQLValue.text(text).literal
        let value = try await db.value(String.self, sql: "SELECT \(raw: literal)")
        #expect(value.utf8.elementsEqual(text.utf8))
        if text.utf8.contains(0) { continue }
        let row = try await db.first(Row.self, sql: "SELECT 1 AS \(identifier: text)")
        #expect(row?.columnNames[0].utf8.elementsEqual(text.utf8) == true)
      }
    }
  }

  @Test("A passphrase with a quote can't inject SQL")
  func passphrase() throws {
    let folder = try TemporaryFolder()
    var configuration = Configuration()
    for mark in ["\u{600}", "\u{301}", "\u{110BD}"] {
      let evil = folder.file("evil.db")
      configuration.prepareConnection = {
        try $0.key("p\(mark)'; ATTACH '\(evil)' AS e; CREATE TABLE e.pwned (x); --")
      }
      #expect(throws: DatabaseError.self) {
        _ = try Database(folder.file("key.db"), configuration: configuration)
      }
      #expect(!FileManager.default.fileExists(atPath: evil))
    }
  }

  @Test("Only an ASCII semicolon ends raw SQL, not a Greek question mark")
  func semicolon() throws {
    let query = SQLQuery<Row1>("SELECT 1 AS \u{37E};")
    #expect(
      try query.statement() == Statement(sql: "SELECT \"\u{37E}\" FROM (SELECT 1 AS \u{37E})"))
  }

  @Test("A comment at the end of a trigger's statement does not hide the END after it")
  func comment() async throws {
    let trigger = Trigger("t", after: .insert(Song.self)) { _ in
      Statement(sql: "SELECT 1 --\u{301}")
    }
    #expect(try trigger.createSQL(ifNotExists: false).hasSuffix("--\u{301}\n; END"))
  }

  @Test("Typed words are split at white space, even if a combining mark is next to it")
  func words() {
    #expect(
      MatchPattern.allTokens(in: "a \u{301}b\u{600} c").query == "\"a\" \"\u{301}b\u{600}\" \"c\"")
  }

  @Test("A JSON key is written without quotes only if it is an ASCII name")
  func jsonKeys() throws {
    #expect([JSONStep.key("\u{212A}")].node == .value(.text("$.\"\u{212A}\"")))
    #expect([JSONStep.key("K_1")].node == .value(.text("$.K_1")))
    #expect([JSONStep.key("1K")].node == .value(.text("$.\"1K\"")))
    #expect([JSONStep.key("")].node != .value(.text("$.")))
  }
}

@Selection private struct Row1 {
  @Column("\u{37E}") var one: Int
}
