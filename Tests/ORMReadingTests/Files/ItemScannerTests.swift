import Foundation
import Testing

@testable import ORMReading

@Suite("Splitting of files at their declarations")
struct ItemScannerTests {
  private func items(_ source: String) -> [SourceItem] {
    Array(source.utf8).withUnsafeBufferPointer { ItemScanner.scan($0).items }
  }

  /// The texts of the items, and whether each may contain tables.
  private func parts(_ source: String) -> [String] {
    let bytes = Array(source.utf8)
    return items(source).map {
      let text = String(decoding: bytes[$0.start..<$0.end], as: UTF8.self)
      return ($0.isOfTables ? "table " : "") + text.trimmingCharacters(in: .whitespacesAndNewlines)
    }
  }

  @Test("A declaration includes its attributes, its #if and its continuation lines")
  func declarations() {
    let parts = parts(
      """
      import ORM
      @Table
      public struct Album<T>
        where T: Any
      {
        enum Genre {}
      }
      typealias Name =
        String
      #if A
        struct One {}
        struct Two {}
      #endif
      final class Other { let text = "@Table struct No {" } // @Table
      func f() -> Int { 1 }
      """)
    #expect(parts.count == 6)
    #expect(parts[1].hasPrefix("table @Table\npublic struct"))
    #expect(parts[2] == "typealias Name =\n  String")
    #expect(parts[3].hasSuffix("#endif"))
    #expect(parts[4] == "final class Other { let text = \"@Table struct No {\" } // @Table")
  }

  @Test("Strings, comments and regular expressions don't affect the split")
  func texts() {
    let source = ##"""
      let a = "}\("{\(1 / 2)}")\\"
      let b = #"\("#
      let c = """
        } " \(b) "" @Table
        """
      /* { /* } */ " */
      let d = [/[{"]/, #/ } / /#]
      let e = 4 / 2 // "
      struct `class` { let x = f(/}/) / 2 }
      """##
    let items = items(source)
    #expect(items.count == 6)
    #expect(items.last?.names == ["class"])
    #expect(items.filter(\.isOfTables) == [])
  }

  @Test("A file that can't be split reliably is one item")
  func unsure() {
    for source in ["let a = \"\nstruct A {}", "struct A {", "}", "/*", "#if A"] {
      let items = items(source)
      #expect(items.count == 1, "\(source)")
      #expect(items.first?.isOfTables == true, "\(source)")
    }
  }

  @Test("Splitting the files of this repository does not change the declarations that are read")
  func repository() throws {
    let folder = #filePath.dropLast("/ORMReadingTests/Files/ItemScannerTests.swift".count)
    let files = SourceFileFinder(excluded: [], included: [], root: String(folder))
      .files(in: String(folder)).files
    #expect(files.count > 300)
    let flags = BuildFlags(system: "Linux")
    var count = 0
    for path in files {
      let bytes = try #require(FileSystem.bytes(of: path, atMost: FileRecord.sizeLimit))
      var record = FileRecord(scanning: bytes, hash: 0)
      guard record.items.count > 1, record.items.contains(where: \.isOfTables) else { continue }
      let whole = bytes.withUnsafeBufferPointer {
        ItemReader($0, at: Spot(line: 1, column: 1), flags, hasLists: true).facts()
      }
      var types: [TypeFacts] = []
      var index = 0
      while index < record.items.count {
        types += record.read(index, of: { bytes }, flags).types
        index += 1
      }
      #expect(Set(types) == Set(whole.types), "\(path)")
      count += whole.types.count { $0.table != nil }
    }
    #expect(count > 200)
  }
}
