import Foundation
import ORMReading
import Testing

@Suite("Packages with unusual or hostile contents")
struct HostileTests {
  private static let album = "@Table struct Album { let id: Int }"

  @Test("A missing folder, manifest or target is an error")
  func absent() throws {
    #expect(throws: SourcePackageError.noFolder("/no/such/folder")) {
      try SourcePackage(at: "/no/such/folder")
    }
    let package = try TemporaryPackage(["Sources/App/App.swift": Self.album])
    #expect(throws: SourcePackageError.noTarget("Shop", known: ["App"])) {
      try SourcePackage(at: package.path).schema(of: "Shop")
    }
    try FileManager.default.removeItem(atPath: "\(package.path)/Package.swift")
    #expect(throws: SourcePackageError.noManifest(package.path)) {
      try SourcePackage(at: package.path)
    }
  }

  @Test("Two targets with the same name are an error")
  func names() throws {
    let package = try TemporaryPackage([
      "Package.swift": """
      let package = Package(name: "App", targets: [
        .target(name: "App", path: "A"), .target(name: "App", path: "B"),
      ])
      """, "A/A.swift": Self.album, "B/B.swift": Self.album,
    ])
    #expect(throws: SourcePackageError.repeatedTarget("App")) { try package.read() }
  }

  @Test("Sources without tables report whether they import ORM")
  func noTables() throws {
    for (source, imports) in [
      ("import ORM\n", true), ("@preconcurrency import ORM", true), ("let x = 1", false),
    ] {
      let read = try TemporaryPackage.read(source)
      #expect(read.declarations.isEmpty && read.problems.isEmpty)
      #expect(read.importsORM == imports, "\(source)")
    }
  }

  @Test("Circular links, broken links, a pipe and a folder with a file's name are skipped")
  func links() throws {
    let package = try TemporaryPackage(["Sources/App/A/App.swift": Self.album])
    try package.link("Sources/App/A/again", to: "..")
    try package.link("Sources/App/B", to: "A")
    try package.link("Sources/App/self.swift", to: "self.swift")
    try package.link("Sources/App/gone.swift", to: "/no/such/file")
    try FileManager.default.createDirectory(
      atPath: "\(package.path)/Sources/App/Folder.swift", withIntermediateDirectories: true)
    mkfifo("\(package.path)/Sources/App/pipe.swift", 0o600)
    let read = try package.read()
    #expect(read.words == [])
    #expect(read.schema.tables.map(\.name) == ["album"])
  }

  @Test("Files that are not UTF-8, or are too large, are reported, and all others are read")
  func unreadable() throws {
    let package = try TemporaryPackage(["Sources/App/App.swift": Self.album])
    try package.write(Data([0xFF, 0xFE, 0x40]), to: "Sources/App/Bytes.swift")
    var large = Data("@Table struct Large { let id: Int }\n".utf8)
    large.append(Data(repeating: 0x20, count: 50 << 20))
    try package.write(large, to: "Sources/App/Large.swift")
    let read = try package.read()
    #expect(
      read.words == [
        "Bytes.swift:1:1: the file is not UTF-8",
        "Large.swift:1:1: the file can't be read, or is larger than 32 MB",
      ])
    #expect(read.schema.tables.map(\.name) == ["album"])
  }

  @Test("Incomplete code does not hide complete declarations")
  func unfinished() throws {
    let package = try TemporaryPackage([
      "Sources/App/A.swift":
        "@Table struct Album { let id: Int }\n@Table struct Song { let id: Int",
      "Sources/App/B.swift": "@Table struct Note { let id: Int }\nlet text = \"\n",
      "Sources/App/C.swift": "}}}} @Table struct ((( @Embeddable #if",
    ])
    let read = try package.read()
    #expect(read.schema.tables.map(\.name) == ["album", "note"])
    #expect(
      Set(read.problems.map { $0.place.file.suffix(7) }) == ["A.swift", "B.swift", "C.swift"])
    #expect(
      read.problems.contains {
        $0.subject == "Song" && $0.kind == .syntax("the declaration is incomplete")
      })
  }

  @Test("Links out of the package are reported, and not followed")
  func linksOut() throws {
    let other = try TemporaryPackage(["Secret/Song.swift": "@Table struct Song { let id: Int }"])
    let name = other.path.split(separator: "/").last ?? ""
    let package = try TemporaryPackage([
      "Package.swift": """
      let package = Package(name: "App", targets: [
        .target(name: "App"), .target(name: "Out", path: "../\(name)/Secret"),
      ])
      """, "Sources/App/A/App.swift": Self.album,
      "Shared/Note.swift": "@Table struct Note { let id: Int }",
    ])
    try package.link("Sources/App/Folder", to: "\(other.path)/Secret")
    try package.link("Sources/App/Song.swift", to: "\(other.path)/Secret/Song.swift")
    try package.link("Sources/App/notes.txt", to: "\(other.path)/Secret/Song.swift")
    // A link inside the package is followed.
    try package.link("Sources/App/Shared", to: "../../Shared")
    let read = try package.read()
    #expect(read.schema.tables.map(\.name) == ["album", "note"])
    let words = "the file is a link out of the package, so it is not read"
    #expect(read.words == ["Folder:1:1: \(words)", "Song.swift:1:1: \(words)"])
    let out = try package.read("Out")
    #expect(out.schema.tables == [] && out.problems.count == 1)
    // The package itself may be reached by a link.
    let link = try TemporaryPackage([:])
    try link.link("way", to: package.path)
    let linked = try SourcePackage(at: "\(link.path)/way").schema(of: "App")
    #expect(linked.schema.tables.map(\.name) == ["album", "note"])
  }

  @Test(
    "Deeply nested code does not crash, and problems are reported only for its file",
    arguments: [
      ("#if A\n", Self.album, "\n#endif", 5_000),
      ("#if A\n", "let text = \"", "\n#endif", 5_000),
      ("enum E { ", Self.album, " }", 20_000),
      ("let x = (", "1", ")", 100_000),
      ("let x = [", "1", "]", 100_000),
      ("let x = { ", "1", " }", 20_000),
      ("let x = -", "1", "", 100_000),
      ("let x = \"\\(", "1", ")\"", 5_000),
      ("func f() { if x { } else ", "{ }", " }", 1),
      ("/*", "", "*/", 100_000),
    ])
  func nested(start: String, middle: String, end: String, count: Int) throws {
    func repeated(_ text: String) -> String { String(repeating: text, count: count) }
    let package = try TemporaryPackage(["Sources/App/App.swift": Self.album])
    // The name of a macro makes the parser read the whole file.
    try package.write(
      "@Table struct Song { let id: Int }\n\(repeated(start))\(middle)\(repeated(end))\n"
        + "extension Song: DatabaseTable {}", to: "Sources/App/Deep.swift")
    let read = try package.read()
    #expect(read.schema.tables.contains { $0.name == "album" })
    #expect(read.problems.allSatisfy { $0.place.file.hasSuffix("Deep.swift") })
  }

  @Test(
    "Long chains without brackets do not crash",
    arguments: [
      ("let x = a", ".b"), ("let x = a", "()"), ("let x = a", "!"), ("let x: Int", "?"),
      ("let x: A", ".B"), ("let x = a", "[0]"), ("let x = 1", " | 1"), ("let x = a", " { }"),
      ("let x: A", " -> A"), ("let x = a", " ? b : c"), ("let x = ", "try "),
      ("func f() { if a { }", " else if b { }"), ("let x: ", "some "), ("let x = \\A", ".b"),
      ("let x = a", " as A"), ("let x = ", "await "), ("@Table struct S ", "@A "),
      ("let x: [", "["),
    ])
  func chains(start: String, link: String) throws {
    let package = try TemporaryPackage(["Sources/App/App.swift": Self.album])
    try package.write(
      "@Table struct Song { let id: Int }\nextension Song {\n"
        + start + String(repeating: link, count: 30_000) + "\n}", to: "Sources/App/Deep.swift")
    let read = try package.read()
    #expect(read.schema.tables.contains { $0.name == "album" })
  }

  @Test("10,000 files are read, and code that is nested too deeply is reported")
  func many() throws {
    let package = try TemporaryPackage(["Sources/App/App.swift": Self.album])
    for number in 0..<10_000 {
      try package.write(
        Data("let x\(number) = 1\n".utf8), to: "Sources/App/F\(number % 100)/\(number).swift")
    }
    let deep = String(repeating: "enum E { ", count: 2_000) + Self.album
    try package.write(deep + String(repeating: "}", count: 2_000), to: "Sources/App/Deep.swift")
    let read = try package.read()
    #expect(read.schema.tables.map(\.name) == ["album"])
    // The parser stops at a depth, and reports it.
    #expect(read.problems.allSatisfy { $0.place.file.hasSuffix("Deep.swift") })
    #expect(!read.problems.isEmpty)
  }

  @Test("Types that refer to themselves are reported, and the reading ends")
  func circles() throws {
    let read = try TemporaryPackage.read(
      """
      typealias A = B
      typealias B = A
      typealias C = C.Inner
      struct R: RawRepresentable, ColumnValue { let rawValue: R }
      @Embeddable struct G { @Embedded var g: H }
      @Embeddable struct H { @Embedded var g: G }
      @Table struct T {
        let id: Int; var a: A; var c: C; var r: R; @Embedded var g: G
        @Column(references: A.self) var p: Int
      }
      """)
    #expect(read.schema.tables == [])
    #expect(read.problems.count == 5)
  }
}

@Suite("The cache of read sources")
struct ReadingCacheTests {
  @Test("The cache returns what the sources contain now, whatever is in its file")
  func changes() throws {
    let package = try TemporaryPackage([
      "Sources/App/A.swift": "@Table struct Album { let id: Int; var kind: Kind }",
      "Sources/App/B.swift": "enum Kind: String, ColumnValue { case a }",
    ])
    let path = "\(package.path)/cache"
    func read() throws -> (columns: [String]?, isSame: Bool) {
      var cache = ReadingCache(at: path)
      let read = try SourcePackage(at: package.path).schema(of: "App", cache: &cache)
      let before = try? Data(contentsOf: URL(filePath: path))
      try cache.save()
      let after = try Data(contentsOf: URL(filePath: path))
      return (read.schema.tables.first?.columns.map(\.type), before == after)
    }
    func expect(_ columns: [String], isSame: Bool) throws {
      let found = try read()
      #expect(found.columns == columns)
      #expect(found.isSame == isSame)
    }
    try expect(["INTEGER", "TEXT"], isSame: false)
    try expect(["INTEGER", "TEXT"], isSame: true)
    // The file has the same length as before.
    try package.write("enum Kind: Double, ColumnValue { case a }", to: "Sources/App/B.swift")
    try expect(["INTEGER", "REAL"], isSame: false)
    try expect(["INTEGER", "REAL"], isSame: true)
    try package.write("no cache", to: "cache")
    try expect(["INTEGER", "REAL"], isSame: false)
  }

  @Test("The cache is not used for other flags")
  func flags() throws {
    let package = try TemporaryPackage([
      "Sources/App/A.swift": """
      #if NEW
        @Table struct New { let id: Int }
      #else
        @Table struct Old { let id: Int }
      #endif
      """
    ])
    var cache = ReadingCache()
    for (isNew, name) in [(true, "new"), (false, "old"), (true, "new")] {
      let read = try SourcePackage(at: package.path).schema(
        of: "App", options: ReadingOptions(flags: ["NEW": isNew]), cache: &cache)
      #expect(read.schema.tables.map(\.name) == [name])
    }
  }
}
