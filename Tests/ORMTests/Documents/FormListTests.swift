import Foundation
import Testing

/// The guides' lists of the forms in SQLite's documentation.
@Suite("The guides' lists of SQLite forms")
struct FormListTests {
  @Test(
    "Each form has a Swift spelling and a test, or a reason why there is none",
    arguments: [("Views", 7), ("DeclaringTriggers", 25), ("FullText", 50), ("RTrees", 15)])
  func isSpelled(guide: String, count: Int) throws {
    let forms = try Document(Guide.page(guide)).table(["Form", "Swift", "Test"])
    #expect(forms.count >= count)
    for form in forms {
      try #require(form.count == 3, "\(form)")
      let (spelling, test) = (form[1], form[2])
      if spelling.hasPrefix("none: ") {
        #expect(spelling.count > 20 && test == "-", "\(form)")
        continue
      }
      let isTested = Self.tests.contains("\"\(test)\"")
      #expect(isTested, "\(form[0]): no test \"\(test)\"")
      let member = spelling.prefix { !"(:<".contains($0) }.split(separator: ".").last ?? ""
      let isDeclared = Self.declarations.contains(String(member))
      #expect(isDeclared, "\(form[0]): \(member)")
    }
  }

  /// The text of all tests.
  private static let tests = text(of: "Tests/ORMTests")

  /// The names that the library declares.
  private static let declarations = Set(
    (text(of: "Sources/ORMCore") + text(of: "Sources/ORMSQLite"))
      .matches(of: /\b(?:func|var|let|struct|protocol|case|init) ?`?(\w*)/).map { String($0.1) })

  private static func text(of folder: String) -> String {
    let url = Document.repository.appending(path: folder)
    let files = FileManager.default.enumerator(at: url, includingPropertiesForKeys: nil)
    var text = ""
    while let file = files?.nextObject() as? URL {
      guard file.pathExtension == "swift" else { continue }
      text += (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    }
    return text
  }
}
