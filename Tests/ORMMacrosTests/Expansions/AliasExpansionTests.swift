import Testing

@Suite("Types with an alias in the struct")
struct AliasExpansionTests {
  /// The expansion of a table with a key of this type, in a struct with these aliases.
  private func printed(_ key: String, _ aliases: String = "") -> String {
    // The expansion contains the line numbers of the properties.
    let source = "@Table struct Artist {\n  let id: \(key)\n  var name: String\n\(aliases)\n}"
    let expansion = expand(source)
    #expect(expansion.diagnostics.isEmpty)
    let lines = expansion.source.split(separator: "\n")
      .drop { !$0.hasPrefix("nonisolated extension") }
    return lines.joined(separator: "\n")
  }

  @Test("The database generates a key whose type is an alias of an integer")
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

  @Test("An alias that can't be resolved is kept as it is written")
  func unknown() {
    let expected = printed("ID")
    #expect(!expected.contains("struct Draft"))
    #expect(printed("ID", "typealias ID = ArtistID") == expected)
    #expect(printed("ID", "typealias ID<T> = Int") == expected)
    #expect(printed("Other.ID", "typealias ID = Int") == printed("Other.ID"))
    #expect(printed("ID", "typealias ID = Number; typealias Number = ID") == expected)
  }
}
