import Foundation
import SwiftParser
import SwiftSyntax
import Synchronization
import Testing

/// The expected texts that a run with `ORM_RECORD=1` writes into the tests' files.
enum Recording {
  static let isOn = ProcessInfo.processInfo.environment["ORM_RECORD"] == "1"

  /// The files of this run. Each is parsed once, since the lines that the compiler knows are those
  /// before the first text is recorded.
  private static let files = Mutex<[String: RecordedFile]>([:])

  /// Writes the text into the file, as the second argument of the call in this line.
  static func record(_ text: String, in path: String, at location: Testing.SourceLocation) {
    files.withLock { files in
      do {
        var file = try files[path] ?? RecordedFile(String(contentsOfFile: path, encoding: .utf8))
        guard file.record(text, line: location.line) else {
          Issue.record("no literal that can be recorded", sourceLocation: location)
          return
        }
        files[path] = file
        try file.text.write(toFile: path, atomically: true, encoding: .utf8)
      } catch {
        Issue.record(error, sourceLocation: location)
      }
    }
  }
}

/// A test's file in which expected texts are replaced.
struct RecordedFile {
  private let source: String
  private let tree: SourceFileSyntax
  /// The new literals by the bytes of the old ones.
  private var literals: [Range<Int>: String] = [:]

  init(_ source: String) {
    self.source = source
    tree = Parser.parse(source: source)
  }

  /// The file with the recorded texts.
  var text: String {
    var bytes = Array(source.utf8)
    for (range, literal) in literals.sorted(by: { $0.key.lowerBound > $1.key.lowerBound }) {
      bytes.replaceSubrange(range, with: literal.utf8)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Replaces the expected text of the call that begins in this line of the original file.
  ///
  /// - Returns: Whether the call's second argument is a literal without interpolation.
  mutating func record(_ text: String, line: Int) -> Bool {
    guard let old = expectedLiteral(line: line), old.representedLiteralValue != nil else {
      return false
    }
    let range = old.positionAfterSkippingLeadingTrivia..<old.endPositionBeforeTrailingTrivia
    let before = source.utf8.prefix(range.lowerBound.utf8Offset)
    let line = before.suffix(from: before.lastIndex(of: UInt8(ascii: "\n")) ?? before.startIndex)
    let spaces = line.drop { $0 == UInt8(ascii: "\n") }.prefix { $0 == UInt8(ascii: " ") }
    literals[range.lowerBound.utf8Offset..<range.upperBound.utf8Offset] =
      Self.literal(text, indentation: String(repeating: " ", count: spaces.count))
    return true
  }

  /// The text that the call in this line of the original file expects; nil if it is not a literal.
  func expectedText(line: Int) -> String? { expectedLiteral(line: line)?.representedLiteralValue }

  private func expectedLiteral(line: Int) -> StringLiteralExprSyntax? {
    let lines = SourceLocationConverter(fileName: "", tree: tree)
    var next = [Syntax(tree)]
    while let node = next.popLast() {
      if let call = node.as(FunctionCallExprSyntax.self), call.arguments.count > 1,
        lines.location(for: call.positionAfterSkippingLeadingTrivia).line == line,
        let expected = call.arguments.dropFirst().first, expected.label == nil
      {
        return expected.expression.as(StringLiteralExprSyntax.self)
      }
      next += node.children(viewMode: .sourceAccurate).reversed()
    }
    return nil
  }

  /// A literal of several lines, with as many `#` as its quotes and backslashes need.
  private static func literal(_ text: String, indentation: String) -> String {
    guard !text.isEmpty else { return #""""# }
    var pounds = ""
    while text.contains(#"""""# + pounds) || text.contains(#"\"# + pounds) { pounds += "#" }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : indentation + $0 }
    return ([pounds + #"""""#] + lines + [indentation + #"""""# + pounds])
      .joined(separator: "\n")
  }
}
