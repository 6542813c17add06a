import ORMReading
import Testing

@Suite("Conditions of #if")
struct ConditionTests {
  private static let source = """
    #if DEBUG
      @Table struct Note { let id: Int }
    #else
      @Table struct Note { let id: Int; var text: String }
    #endif
    #if FEATURE
      func both() {}
      @Table struct Same { let id: Int; var computed: Int { 1 } }
    #else
      @Table struct Same { let id: Int }
    #endif
    @Table struct Song {
      let id: Int
      var kind: Kind
      var other: Other
      #if DEBUG
        func same() {}
      #endif
    }
    #if DEBUG
      enum Kind: String, ColumnValue { case a }
      enum Other: Int, ColumnValue { case a }
    #else
      enum Kind: String, ColumnValue { case b }
      enum Other: String, ColumnValue { case a }
    #endif
    """

  @Test("Unknown conditions are tried both ways, and differences are reported")
  func unknown() throws {
    let read = try TemporaryPackage.read(Self.source)
    #expect(read.schema.tables.map(\.name) == ["same"])
    #expect(
      read.words == [
        "App.swift:2:17: Note: its declaration depends on DEBUG, which is not known",
        "App.swift:4:17: Note: its declaration depends on DEBUG, which is not known",
        "App.swift:15:7: Song.other: 'Other' depends on DEBUG, which is not known",
      ])
  }

  @Test("A given flag decides a condition")
  func given() throws {
    for isDebug in [true, false] {
      let options = ReadingOptions(flags: ["DEBUG": isDebug])
      let read = try TemporaryPackage.read(Self.source, options: options)
      #expect(read.words == [])
      #expect(read.schema.table("note")?.columns.count == (isDebug ? 1 : 2))
      #expect(read.schema.table("song")?.columns.last?.type == (isDebug ? "INTEGER" : "TEXT"))
    }
  }

  @Test("Systems and versions are evaluated, and && binds more tightly than ||")
  func known() throws {
    let source = """
      #if os(Linux) || os(macOS) && NEVER
        @Table struct First { let id: Int }
      #endif
      #if !os(Linux) && compiler(>=5.9)
        @Table struct Second { let id: Int }
      #elseif swift(>=5) && (compiler(<5.5) || os(Linux))
        @Table struct Third { let id: Int }
      #endif
      """
    let read = try TemporaryPackage.read(source, options: ReadingOptions(system: "Linux"))
    #expect(read.words == [])
    #expect(read.schema.tables.map(\.name) == ["first", "third"])
    let other = try TemporaryPackage.read(
      source, options: ReadingOptions(flags: ["NEVER": false], system: "macOS"))
    #expect(other.schema.tables.map(\.name) == ["second"])
  }

  @Test("Flags that the manifest defines are set, unless they are for one configuration")
  func defined() throws {
    let package = try TemporaryPackage([
      "Package.swift": """
      let package = Package(name: "App", targets: [
        .target(name: "App", swiftSettings: [
          .define("NEW"), .define("OLD", .when(configuration: .debug)),
        ])
      ])
      """,
      "Sources/App/App.swift": """
      #if NEW
        @Table struct New { let id: Int }
      #endif
      #if OLD
        @Table struct Old { let id: Int }
      #endif
      """,
    ])
    let read = try package.read()
    #expect(read.schema.tables.map(\.name) == ["new"])
    #expect(
      read.words == ["App.swift:5:17: Old: its declaration depends on OLD, which is not known"])
  }
}
