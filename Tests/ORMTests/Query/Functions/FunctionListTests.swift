import Foundation
import ORM
import Testing

/// A function that the guides to functions and to JSON list.
private struct ListedFunction {
  let name: String
  /// The Swift spelling, or `none: ` and a reason.
  let spelling: String

  var reason: String? { spelling.hasPrefix("none: ") ? spelling : nil }

  /// The declaration's name.
  var member: String? {
    if spelling.hasPrefix("[") { return "subscript" }
    let name = spelling.replacing("SQLFunction.", with: "").prefix { $0.isLetter || $0.isNumber }
    return reason == nil ? String(name) : nil
  }

  static let heads = [
    "Core function", "Math function", "Date function", "Aggregate", "Window function",
    "Other function",
  ]

  static func all() throws -> [ListedFunction] {
    let guide = try Document("Sources/ORM/ORM.docc/Functions.md")
    let json = try Document("Sources/ORM/ORM.docc/QueryingJSON.md").table([
      "JSON function", "Swift",
    ])
    return (heads.flatMap { guide.table([$0, "Swift"]) } + json)
      .map { ListedFunction(name: $0[0], spelling: $0[1]) }
  }
}

/// The library that runs.
enum SQLiteLibrary {
  /// The 40 of 3.40.1.
  static var minorVersion: Int {
    get async throws {
      let version = try await Database.inMemory().value(String.self, sql: "SELECT sqlite_version()")
      let parts = version.components(separatedBy: ".")
      return try #require(Int(parts[1]))
    }
  }
}

@Suite("The guide's list of functions")
struct FunctionListTests {
  @Test("The guide lists every built-in function of the SQLite library")
  func isComplete() async throws {
    let listed = Set(try ListedFunction.all().map(\.name))
    let known = try await Self.functions()
    #expect(known.count > 110)
    let missing = known.subtracting(listed).sorted()
    #expect(missing.isEmpty, "\(missing)")
  }

  @Test("Each listed function has a declared Swift spelling, or a reason why it has none")
  func isSpelled() throws {
    let sources = Document.repository.appending(path: "Sources/ORMCore/Query")
    let files = try #require(
      FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
    var code = ""
    for case let file as URL in files where file.pathExtension == "swift" {
      code += try String(contentsOf: file, encoding: .utf8)
    }
    let functions = try ListedFunction.all()
    #expect(functions.count > 140)
    for function in functions {
      if let member = function.member {
        let declared = [
          "func \(member)(", "func \(member)<", "var \(member):", "public \(member)<",
        ]
        #expect(declared.contains { code.contains($0) }, "\(function.name): \(function.spelling)")
      } else {
        #expect(function.spelling.count > "none: ".count)
      }
    }
  }

  @Test("A function that is listed for a newer SQLite does not exist in an older library")
  func reasonsHold() async throws {
    let known = try await Self.functions()
    let version = try await SQLiteLibrary.minorVersion
    for function in try ListedFunction.all() {
      guard let needed = function.reason?.firstMatch(of: /SQLite 3\.(\d+)/)?.1 else { continue }
      #expect(version >= Int(needed)! || !known.contains(function.name), "\(function.name)")
    }
  }

  /// The library's own functions.
  private static func functions() async throws -> Set<String> {
    let names = try await Database.inMemory().fetch(
      String.self, sql: "SELECT DISTINCT name FROM pragma_function_list WHERE builtin")
    let rows = try await Database.inMemory().fetch(
      String.self, sql: "SELECT name FROM pragma_module_list WHERE name GLOB 'json*'")
    return Set(names + rows)
  }
}
