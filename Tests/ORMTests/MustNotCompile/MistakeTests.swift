import Foundation
import Testing

/// Each function in `Programs/Mistakes` contains one everyday mistake, such as a misspelt column,
/// a wrong type or a closure with too few parameters. Their errors are compared like those of the
/// other programs.
@Suite("Everyday mistakes", .enabled(if: TypeChecker.canRun))
struct MistakeTests {
  @Test("The compiler reports each mistake within two seconds")
  func areToldAtOnce() async throws {
    var mistakes = 0
    var times: [(milliseconds: Double, place: String)] = []
    let checked = try await MustNotCompile.times.value
    for program in Self.programs {
      let text = try String(contentsOfFile: program.path, encoding: .utf8)
      let starts = zip(1..., text.components(separatedBy: "\n"))
        .compactMap { $1.hasPrefix("private func ") ? $0 : nil }
      mistakes += starts.count
      for (index, start) in starts.enumerated() {
        let end = index + 1 < starts.count ? starts[index + 1] : .max
        let parts = checked.filter { $0.file == program.path && (start..<end).contains($0.line) }
        #expect(!parts.isEmpty, "\(program) line \(start): nothing was checked")
        let told = program.expectations.contains { (start..<end).contains($0.line) }
        #expect(told, "\(program) line \(start) quotes no error")
        times.append((parts.reduce(0) { $0 + $1.milliseconds }, "\(program) line \(start)"))
      }
    }
    #expect(mistakes >= 80)
    let slowest = try #require(times.max { $0.milliseconds < $1.milliseconds })
    print("\(mistakes) mistakes, the slowest \(slowest.milliseconds) ms: \(slowest.place)")
    #expect(slowest.milliseconds < Double(1000 * MustNotCompile.limit), "\(slowest.place)")
  }

  @Test("No mistake is reported vaguely, or in code that the user did not write")
  func areToldInWords() async throws {
    let paths = Set(Self.programs.map(\.path))
    for error in try await MustNotCompile.errors.value {
      #expect(!Self.helpless.contains { error.message.contains($0) }, "\(error)")
      if let origin = error.expandedIn { #expect(!paths.contains(origin), "\(error)") }
    }
  }

  private static let programs = MustNotCompile.programs.filter { $0.path.contains("/Mistakes/") }

  private static let helpless = [
    "reasonable time", "failed to produce diagnostic", "ambiguous", "submit a bug report",
  ]
}
