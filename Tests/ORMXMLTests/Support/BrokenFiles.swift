import ORMXML

/// Files that are broken in one place each: a kind of fault in each of ten tables.
struct BrokenFile: Sendable {
  let name: String
  let text: String
  let line: Int
  let reason: XMLSchemaError.Reason
  /// Whether the XSD, or XML itself, refuses it, too; SQL and names without case are beyond those.
  let isKnownToXSD: Bool
}

extension BrokenFile {
  /// A fault: what it does to a line of a table.
  struct Fault: Sendable {
    let name: String
    let reason: XMLSchemaError.Reason
    var isKnownToXSD = true
    /// Which of the table's lines it changes, from 0, and what it makes of it.
    let line: Int
    /// Where the error is, seen from the changed line.
    var distance = 0
    let change: @Sendable (String) -> String
  }

  static let all: [BrokenFile] = faults.flatMap { fault in
    (0..<10).map { number in
      var lines = ["<database>"]
      var line = 0
      for other in 0..<10 {
        var table = table(other)
        if other == number {
          line = lines.count + fault.line + fault.distance + 1
          table[fault.line] = fault.change(table[fault.line])
        }
        lines += table
      }
      lines.append("</database>")
      return BrokenFile(
        name: "\(fault.name), table \(number)", text: lines.joined(separator: "\n"), line: line,
        reason: fault.reason, isKnownToXSD: fault.isKnownToXSD)
    }
  }

  /// One that nothing is wrong with.
  static let intact =
    (["<database>"] + (0..<10).flatMap(table) + ["</database>"]).joined(separator: "\n")

  private static func table(_ number: Int) -> [String] {
    [
      "  <table name=\"table\(number)\">",
      "    <column name=\"id\" type=\"int\" primary=\"1\"/>",
      "    <column name=\"title\" type=\"varchar(36)\" default=\"None\" quote_default=\"1\"/>",
      "    <column name=\"year\"",
      "      type=\"int\"",
      "      unique=\"0\"/>",
      "    <constraint>UNIQUE (title, year)</constraint>",
      "  </table>",
    ]
  }

  private static func replace(_ text: String, _ other: String) -> @Sendable (String) -> String {
    { $0.replacing(text, with: other) }
  }

  private static let faults: [Fault] = [
    Fault(name: "a table without a name", reason: .missingAttribute, line: 0) { _ in "<table>" },
    Fault(name: "an empty name", reason: .missingAttribute, line: 0) { _ in "<table name=''>" },
    Fault(
      name: "an attribute of a table with a mistake", reason: .unknownAttribute, line: 0,
      change: replace("name", "Name")),
    Fault(
      name: "a tag that does not end", reason: .notWellFormed, line: 0, change: replace(">", "")),
    Fault(
      name: "a table that is not one", reason: .unexpectedElement, line: 0,
      change: replace(">", "><table name='x'/>")),
    Fault(
      name: "text in a table", reason: .unexpectedText, line: 0, change: replace(">", ">text")),
    Fault(
      name: "no quotes", reason: .notWellFormed, line: 1, change: replace("\"id\"", "id")),
    Fault(
      name: "a quote that does not end", reason: .notWellFormed, line: 1,
      change: replace("\"int\"", "\"int")),
    Fault(
      name: "a column without a type", reason: .missingAttribute, line: 1,
      change: replace(" type=\"int\"", "")),
    Fault(
      name: "neither yes nor no", reason: .invalidAttribute, line: 1,
      change: replace("\"1\"", "\"maybe\"")),
    Fault(
      name: "an element of another case", reason: .unexpectedElement, line: 1,
      change: replace("column", "Column")),
    Fault(
      name: "an attribute twice", reason: .notWellFormed, line: 1,
      change: replace("primary", "name")),
    Fault(
      name: "an entity that nothing declares", reason: .notWellFormed, line: 2,
      change: replace("None", "&nbsp;")),
    Fault(
      name: "a character that can't be", reason: .notWellFormed, line: 2,
      change: replace("None", "&#1;")),
    Fault(
      name: "an attribute in a line of its own", reason: .unknownAttribute, line: 5,
      change: replace("unique", "uniqe")),
    Fault(
      name: "a value in a line of its own", reason: .invalidAttribute, line: 5,
      change: replace("\"0\"", "\"2x\"")),
    Fault(
      name: "a constraint that is none", reason: .invalidSQL, isKnownToXSD: false, line: 6,
      change: replace("UNIQUE", "UNIQE")),
    Fault(
      name: "a column that is not there", reason: .invalidSQL, isKnownToXSD: false, line: 6,
      change: replace("year", "yaer")),
    Fault(
      name: "an element that is not closed", reason: .notWellFormed, line: 6, distance: 1,
      change: replace("</constraint>", "")),
    Fault(
      name: "a column there twice", reason: .duplicate, isKnownToXSD: false, line: 2,
      change: replace("\"title\"", "\"ID\"")),
    Fault(
      name: "constraints in a type", reason: .invalidAttribute, isKnownToXSD: false, line: 4,
      change: replace("int", "int not null")),
    Fault(
      name: "a default that is no value", reason: .invalidAttribute, isKnownToXSD: false, line: 5,
      change: replace("unique=\"0\"", "default=\"(1\"")),
  ]
}
