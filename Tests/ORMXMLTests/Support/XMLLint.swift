import Foundation
import Testing

/// The validator of libxml2, which knows nothing of this library.
enum XMLLint {
  static let skipped: Comment = "skipped: xmllint is not installed (apt-get install libxml2-utils)"

  private static let path = [
    "/usr/bin/xmllint", "/usr/local/bin/xmllint", "/opt/homebrew/bin/xmllint",
  ]
  .first { FileManager.default.isExecutableFile(atPath: $0) }

  static var isInstalled: Bool { path != nil }

  /// The schema that ships with the package.
  static let schema = (1...4).reduce(URL(filePath: #filePath)) { url, _ in
    url.deletingLastPathComponent()
  }.appending(path: "Sources/ORMXML/orm-database.xsd")

  /// Which of the texts the schema takes, in their order.
  static func validates(_ texts: [String]) throws -> [Bool] {
    try run(["--noout", "--nonet", "--schema", schema.path], texts) { output, file in
      output.contains("\(file) validates\n")
    }
  }

  /// Which of the texts are XML, in their order.
  static func isWellFormed(_ texts: [Data]) throws -> [Bool] {
    try run(["--noout", "--nonet"], texts) { output, file in !output.contains("\(file):") }
  }

  static func run(
    _ arguments: [String], _ texts: [String], _ isAccepted: (String, String) -> Bool
  ) throws -> [Bool] {
    try run(arguments, texts.map { Data($0.utf8) }, isAccepted)
  }

  private static func run(
    _ arguments: [String], _ texts: [Data], _ isAccepted: (String, String) -> Bool
  ) throws -> [Bool] {
    let folder = try TemporaryFolder()
    let files = texts.indices.map { folder.file("\($0).xml") }
    for (text, file) in zip(texts, files) { try text.write(to: URL(filePath: file)) }
    let output = try ShellCommand.errorOutput(of: [try #require(path)] + arguments + files)
    let lines = String(decoding: output, as: UTF8.self)
    return files.map { isAccepted(lines, $0) }
  }
}
