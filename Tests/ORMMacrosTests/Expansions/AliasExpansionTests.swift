import Testing

@Suite("Types that have another name in the struct")
struct AliasExpansionTests {
  /// What is printed for a table whose key is declared so, in a struct with these aliases.
  private func printed(_ key: String, _ aliases: String = "") -> String {
    // The lines of the properties are in what is printed.
    let source = "@Table struct Artist {\n  let id: \(key)\n  var name: String\n\(aliases)\n}"
    let expansion = expand(source)
    #expect(expansion.diagnostics.isEmpty)
    let lines = expansion.source.split(separator: "\n")
      .drop { !$0.hasPrefix("nonisolated extension") }
    return lines.joined(separator: "\n")
  }

  @Test("a key whose type is an integer by another name comes from the database")
  func integer() {
    let expected = printed("Int")
    #expect(expected.contains("struct Draft"))
    #expect(printed("ID", "typealias ID = Int") == expected)
    #expect(printed("Self.ID", "typealias ID = Int") == expected)
    #expect(printed("Artist.ID", "typealias ID = (Int)") == expected)
    #expect(printed("ID", "typealias ID = Number; typealias Number = Int") == expected)
    #expect(printed("ID?", "typealias ID = Int") == printed("Int?"))
    #expect(printed("ID", "typealias ID = Int?") == printed("Int?"))
    #expect(printed("ID", "typealias ID = String") == printed("String"))
  }

  @Test("a type that is not known by its own name keeps the other one")
  func unknown() {
    let expected = printed("ID")
    #expect(!expected.contains("struct Draft"))
    #expect(printed("ID", "typealias ID = ArtistID") == expected)
    #expect(printed("ID", "typealias ID<T> = Int") == expected)
    #expect(printed("Other.ID", "typealias ID = Int") == printed("Other.ID"))
    #expect(printed("ID", "typealias ID = Number; typealias Number = ID") == expected)
  }
}
