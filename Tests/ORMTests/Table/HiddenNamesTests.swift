import Foundation
import Testing

/// The user's module can declare any names, and generated code must compile among them.
@Suite("Declarations among conflicting names", .enabled(if: TypeChecker.canRun))
struct HiddenNamesTests {
  @Test("Declarations compile in a module whose types hide standard and library types")
  func besideTypes() throws {
    #expect(
      try errors(
        """
        struct String {}; struct Int {}; struct Int64 {}; struct Bool {}; struct Void {}
        enum Optional {}; struct Array {}; struct Dictionary {}; struct Set {}
        protocol Copyable {}; struct Sendable {}
        struct Row {}; struct Parameters {}; struct Root {}; struct Part1 {}; struct Parts {}
        struct Columns {}; struct Draft {}; struct Key {}; struct Target {}
        struct ColumnTypes {}; struct InitialValues {}; struct SelectedResult {}
        struct OuterScope {}; struct Column1 {}; struct Schema {}; struct Statement {}
        struct TableSchema {}; struct TableSource {}; struct StoredValue {}
        struct StoredRepresentation {}; struct RowReader {}; struct ParameterWriter {}
        struct Selection {}; struct DatabaseTable {}; protocol KeyedTable {}
        protocol TableOrView {}; protocol Embeddable {}; struct NestedSelection {}
        struct QueryFilled {}; struct WholeRow {}; struct OuterColumns {}; struct SQLNode {}
        enum Genre: Swift.String, ColumnValue { case jazz }

        @Table struct Album {
          let id: Swift.Int
          var title: Swift.String
          var note: Swift.String?
          var genre: Genre
          var released: Date?
          @Column(lazy: true) var image: Lazy<Data>
          @Column(default: .database("1")) var plays: Swift.Int?
        }
        @Table struct Track {
          var id: Swift.Int?
          var title: Swift.String = "x"
          var isLive: Swift.Bool = true
          var size: Swift.Double
        }
        // These properties have no type annotations.
        @Table struct Play {
          var id: Swift.Int?
          var count = 0
          var title = "x"
          var rate = 1.5
          var isOn = true
          @Column(queryOnly: true) var rank = 0
        }
        @Table struct Listing {
          @Column(primaryKey: true) var shelf: Swift.Int
          @Column(primaryKey: true) var place: Swift.String
          @Column(references: Album.self) var albumID: Swift.Int
          @Column(as: JSON.self) var tags: [Swift.String]
          @Embedded var home: Address
          @Embedded var work: Address?
        }
        @ORM.Embeddable struct Address { var city: Swift.String; var zip: Swift.String? }
        @ORM.Selection struct Line { let title: Swift.String; let n: Swift.Int; let genre: Genre }
        @ORM.Selection struct Shelf { @Embedded let album: Album; let all: [Album]; var n = 0 }
        @Table public struct Band {
          public let id: Swift.Int
          public var name: Swift.String = "x"
          public var founded: Date = .now
          public var plays = 0
        }
        """) == [])
  }

  @Test("Declarations compile if their nested types hide standard and library types")
  func besideNestedTypes() throws {
    #expect(
      try errors(
        """
        @Table struct Album { let id: Int; var released: Date?; struct Album {} }
        @Table struct Song {
          let id: Swift.Int
          var title: Swift.String
          var released: Date?
          enum Int {}; enum Int64 {}; enum String {}; enum Bool {}; enum Row {}; enum Parameters {}
          enum TableSchema {}; enum Target {}; enum SelectedResult {}; enum OuterScope {}
        }
        @Embeddable struct Address { var since: Date?; enum Row {}; enum Root {}; enum Int {} }
        """) == [])
  }

  #if compiler(>=6.3)
    @Test("Declarations compile next to types with the names of modules")
    func besideModules() throws {
      #expect(
        try errors(
          """
          enum Swift {}
          enum HiddenNames {}
          enum Genre: String, ColumnValue { case jazz }
          @Table struct Album { let id: Int; var released: Date?; var genre: Genre; enum ORM {} }
          @Table struct Track {
            let id: Int
            var plays = 0
            @Column(as: JSON.self) var tags: [String]
            @Column(lazy: true) var image: Lazy<Data>
            enum Swift {}
            enum ORM {}
          }
          @Embeddable struct Address { var since: Date?; var genre: Genre; enum ORM {} }
          @Selection struct Line { var since: Date?; var genre: Genre; enum ORM {} }
          @Selection struct Shelf { @Embedded let album: Album; var all: [Album]; enum ORM {} }
          @Table struct Draft { let id: Int; var since: Date? }
          """) == [])
    }
  #endif

  @Test("A table with the name of a generated type compiles")
  func asGeneratedType() throws {
    #expect(
      try errors(
        """
        public enum Genre: String, ColumnValue { case jazz }
        @Table struct Draft {
          let id: Int
          var text: String
          var kind: Self.Kind
          @Column(references: Self.self) var parentID: Int?
          enum Kind: String, ColumnValue { case note }
        }
        @Table struct Key {
          @Column(primaryKey: true) var a: Int
          @Column(primaryKey: true) var b: Int
          var since: Date?
        }
        @Table struct Columns { let id: Int; var since: Date? }
        @Table struct ColumnTypes { var id: Int?; var genre: Genre }
        @Table public struct InitialValues { public let id: Int; public var since: Date = .now }
        @Table struct SelectedResult { let id: Int; var since: Date? }
        @Table struct OuterScope { let id: Int; var since: Date? }
        @Table struct Row { let id: Int; var since: Date? }
        @Table struct Root { let id: Int; var since: Date? }
        @Table struct Parameters { let id: Int; var since: Date? }
        @Table struct Target { let id: Int; var since: Date? }
        @Table struct Reply {
          let id: Int
          @Column(references: HiddenNames.Draft.self) var draftID: Int
        }
        @Selection struct Page { @Embedded let draft: Draft; let all: [Draft]; let keys: [Key] }

        func use(_ db: Database) async throws {
          let draft: Draft = try await db.insert(Draft.Draft(text: "a", kind: .note))
          _ = try await db.fetch(Draft.where { $0.text == draft.text })
        }
        """) == [])
  }

  @Test("An @Embeddable or @Selection with the name of a generated type compiles")
  func asGeneratedTypeOfGroup() throws {
    for attribute in ["@Embeddable", "@Selection"] {
      let structs = ["Columns", "Root", "ColumnTypes", "Parameters", "Row", "SelectedResult"].map {
        "\(attribute) struct \($0) { var since: Date?; var genre: Genre }"
      }
      #expect(
        try errors(
          "enum Genre: String, ColumnValue { case jazz }\n" + structs.joined(separator: "\n")) == []
      )
    }
    #expect(
      try errors(
        """
        @Table struct Album { let id: Int }
        @Selection struct Parts { @Embedded let album: Album; var all: [Album] }
        @Selection struct Part1 { @Embedded let album: Album; var all: [Album] }
        """) == [])
  }

  @Test("Declarations compile inside a type with the name of a generated type")
  func inGeneratedType() throws {
    let outer = ["Draft", "Key", "Columns", "ColumnTypes", "Row", "Root", "Parameters"].map {
      """
      enum \($0) {
        @Table struct Item { let id: Int; var since: Date?; var genre: Genre }
        @Embeddable struct Group { var since: Date?; var genre: Genre }
        @Selection struct Line { var since: Date?; var genre: Genre }
      }
      """
    }
    #expect(
      try errors(
        """
        public enum Genre: String, ColumnValue { case jazz }
        \(outer.joined(separator: "\n"))
        public enum InitialValues {
          @Table public struct Item {
            public let id: Int
            public var since: Date = .now
            public var genre: Genre
          }
        }
        enum Music {
          enum Genre: String, ColumnValue, Codable { case jazz }
          @Table struct Album {
            let id: Int
            @Column(queryOnly: true) var genre: Genre?
            @Column(as: JSON.self) var all: [Genre]
          }
        }
        """) == [])
  }

  @Test("Declarations with properties of any name compile")
  func withProperties() throws {
    let keywords = [
      "Any", "Type", "Protocol", "_", "as", "associatedtype", "await", "case",
      "class", "default", "defer", "do", "enum", "func", "guard", "if", "import", "in", "init",
      "inout", "is", "let", "nil", "operator", "repeat", "return", "self", "static", "subscript",
      "super", "switch", "throws", "true", "try", "var", "where", "a b", "1st",
    ].map { "`\($0)`" }
    let ours = [
      "all", "asStored", "bind", "column", "columnCount", "columns", "count", "draft",
      "dynamicMember", "endScope", "hash", "index", "isStrict", "key", "mayBeAllNull", "nodes",
      "parameters", "path", "position", "positions", "prefix", "read", "results", "row", "rowID",
      "schema", "selectSQL", "source", "stored", "tableName", "tableSource", "value", "write",
    ]
    let names = keywords + ours
    func properties(_ word: String, _ type: String) -> String {
      names.map { "  \(word) \($0): \(type)" }.joined(separator: "\n")
    }
    let some = ["`self`", "`init`", "`class`", "`a b`", "draft", "write", "value", "row"]
    #expect(
      try errors(
        """
        @Table struct Exact { let id: Int;\n\(properties("var", "Int")) }
        @Table struct Inexact { var id: Int?;\n\(properties("var", "Date?")) }
        @Embeddable struct Group {\n\(properties("var", "Date?")) }
        @Selection struct Line {\n\(properties("let", "Date")) }
        @Table struct Pair {
          @Column(primaryKey: true) var `self`: Int
          @Column(primaryKey: true) var `1st`: Int
        }
        @Embeddable struct Small { var `self`: Int; var a: Int }
        @Table struct Grouped {
          let id: Int
          @Embedded(prefix: "a") var `self`: Small
          @Embedded(prefix: "b") var `class`: Small?
          @Embedded(prefix: "c") var row: Small
        }
        @Selection struct Shelf {
          @Embedded let `self`: Pair
          let `class`: [Pair]
          let parts: Int
          let `a b`: Int
        }
        @Table public struct Shown {
          public let id: Int
          \(some.map { "public var \($0): Date = .now" }.joined(separator: "; "))
        }
        @Table struct Omitted {
          let id: Int
          \(some.map { "@Column(default: .database(\"1\")) var \($0): Int" }
            .joined(separator: "; "))
          @Column(lazy: true) var `super`: Lazy<Data>
          @Column(queryOnly: true) var `try`: Int?
          @Column(queryOnly: true) var index: Int?
          @Column(queryOnly: true) var column: Int?
          @Column(references: `struct`.self) var `let`: Int
          #Index<Omitted>(\\.`let`, \\.`self`)
        }
        @Table struct `struct` { let id: Int; var since: Date?; var kind: `enum` }
        enum `enum`: String, ColumnValue { case `default` }
        @Embeddable struct `protocol` { var since: Date?; var kind: `enum` }
        @Table struct Escaped { let id: Int; @Embedded var `extension`: `protocol` }
        """) == [])
  }

  @Test("Column types that are qualified by their module compile")
  func byQualifiedNames() throws {
    #expect(
      try errors(
        """
        @Table struct Album {
          var id: Swift.Int?
          var title: Swift.String
          var released: Foundation.Date?
          @Column(as: ORM.UnixSeconds.self) var bought: Foundation.Date
        }
        """) == [])
  }

  /// The errors and warnings in a program that imports the library.
  private func errors(_ program: String) throws -> [String] {
    let folder = try TemporaryFolder()
    let file = folder.file("Program.swift")
    try "import Foundation\nimport ORM\n\(program)\n".write(
      toFile: file, atomically: true, encoding: .utf8)
    return try TypeChecker.output(of: [file], module: "HiddenNames", options: [])
      .components(separatedBy: "\n").filter { $0.contains("error: ") || $0.contains("warning: ") }
  }
}
