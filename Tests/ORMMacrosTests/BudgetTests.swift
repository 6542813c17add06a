import Testing

@Suite("Size limits of an expansion")
struct BudgetTests {
  @Test("A keyed struct of five columns expands to at most 80 lines and 3 types")
  func fiveColumns() {
    let declaration = """
      struct Album {
        let id: Int
        let title: String
        var artistID: Int
        var released: Date?
        var plays = 0
      }
      """
    let expanded = expand("@Table \(declaration)").source
    let generated = expanded.dropFirst(declaration.count)
    let lines = generated.split(separator: "\n").filter { !$0.allSatisfy(\.isWhitespace) }
    #expect(expanded.hasPrefix(declaration))
    #expect(lines.count <= 80)
    let types = lines.filter { line in
      ["struct ", "enum ", "class ", "extension "].contains { line.contains($0) }
    }
    #expect(types.count <= 3)
  }

  @Test("Except for the SQL, no line of an expansion grows with the number of columns")
  func wideTable() {
    let properties = (1...200).map { "  var column\($0): Int" }.joined(separator: "\n")
    let generated = expand("@Table struct Wide {\n\(properties)\n}").source
    let statements = generated.split(separator: "\n").filter { !$0.contains("SQL: String") }
    #expect(statements.allSatisfy { $0.count < 100 })
  }
}
