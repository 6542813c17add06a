import Foundation
import Testing

/// The programs that must not compile, and what the compiler says of them.
enum MustNotCompile {
  /// A program, and the errors and warnings that it quotes.
  struct Program: Sendable, CustomTestStringConvertible {
    let path: String
    let expectations: [(line: Int, text: String)]
    /// The warnings in a program that compiles.
    let warnings: [(line: Int, text: String)]

    /// The name, as a sentence has it: `Keys/FindByHalfAKey`.
    var testDescription: String {
      String(path.dropFirst(folder.path.count + 1).dropLast(".swift".count))
    }

    init(_ path: String) throws {
      self.path = path
      var expectations: [(line: Int, text: String)] = []
      var warnings: [(line: Int, text: String)] = []
      var waiting: [String] = []
      var waitingWarnings: [String] = []
      let text = try String(contentsOfFile: path, encoding: .utf8)
      for (index, line) in text.components(separatedBy: "\n").enumerated() {
        let line = line.trimmingCharacters(in: .whitespaces)
        if line.hasPrefix("// error: ") {
          waiting.append(String(line.dropFirst("// error: ".count)))
        } else if line.hasPrefix("// warning: ") {
          waitingWarnings.append(String(line.dropFirst("// warning: ".count)))
        } else {
          expectations += waiting.map { (index + 1, $0) }
          warnings += waitingWarnings.map { (index + 1, $0) }
          waiting = []
          waitingWarnings = []
        }
      }
      self.expectations = expectations
      self.warnings = warnings
    }
  }

  /// An error that the compiler reports.
  struct Failure: Sendable {
    let file: String
    let line: Int
    let message: String
    /// The file whose macro made the code with the error, where no one wrote that code.
    var expandedIn: String?
  }

  /// How long the compiler checked an expression, or a part of one.
  struct CheckingTime: Sendable {
    let file: String
    let line: Int
    let milliseconds: Double
  }

  static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(
    path: "Programs", directoryHint: .notDirectory)

  /// The programs, in the order of their names.
  static let programs: [Program] = sources.filter { !$0.hasSuffix("/Tables.swift") }
    .compactMap { try? Program($0) }

  static let sources: [String] =
    (FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? [])
    .filter { $0.hasSuffix(".swift") }.sorted().map { "\(folder.path)/\($0)" }

  /// What one run of the compiler over all programs prints.
  private static let output = Task { try compile() }

  /// The errors that it reports.
  static let errors = Task { failures("error", in: try await output.value) }

  /// The warnings that it reports.
  static let warnings = Task { failures("warning", in: try await output.value) }

  /// How long it checked each expression.
  static let times = Task { times(in: try await output.value) }

  /// How long the compiler may check one expression, in seconds of its own time, until it gives up and says so.
  static let limit = 2

  /// Type-checks the programs, as SwiftPM would compile them.
  private static func compile() throws -> String {
    try TypeChecker.output(
      of: sources, module: "MustNotCompile",
      options: [
        "-debug-time-expression-type-checking", "-solver-expression-time-threshold=\(limit)",
      ])
  }

  /// Reads the times of `milliseconds TAB path:line:column`, which are those of the processor: a busy machine
  /// does not change them.
  private static func times(in output: String) -> [CheckingTime] {
    let report = /([0-9.]+)ms\t(.+\.swift):(\d+):\d+/
    return output.components(separatedBy: "\n").compactMap { line in
      guard let match = line.wholeMatch(of: report), let line = Int(match.3),
        let milliseconds = Double(match.1)
      else { return nil }
      return CheckingTime(file: String(match.2), line: line, milliseconds: milliseconds)
    }
  }

  /// Reads the reports of a kind: the errors of `path:line:column: error: message`.
  private static func failures(_ kind: String, in output: String) -> [Failure] {
    let report = /(.+\.swift|<unknown>):(\d+)(?::\d+)?: (error|warning|note): (.*)/
    var failures: [Failure] = []
    for line in output.components(separatedBy: "\n") {
      guard let match = line.wholeMatch(of: report), let number = Int(match.2) else { continue }
      let file = String(match.1)
      if match.3 == kind {
        failures.append(Failure(file: file, line: number, message: String(match.4)))
      } else if match.3 == "note", match.4.hasPrefix("in expansion of macro"),
        let last = failures.indices.last, !sources.contains(failures[last].file)
      {
        failures[last].expandedIn = file
      }
    }
    return failures
  }
}
