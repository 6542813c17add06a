import Foundation
import Testing

/// The programs in `Programs` each hold a mistake, which the compiler has to refuse in the words that
/// the program quotes: a comment `// error: …` stands above the line at fault.
///
/// All are compiled together, as one module, so that the whole takes one start of the compiler.
@Suite("Code that must not compile", .enabled(if: TypeChecker.canRun))
struct MustNotCompileTests {
  @Test(
    "The compiler reports each mistake on its line, with the quoted message",
    arguments: MustNotCompile.programs)
  func refuses(program: MustNotCompile.Program) async throws {
    let found = try await MustNotCompile.errors.value.filter { $0.file == program.path }
    let expected = program.expectations
    #expect(
      !expected.isEmpty || !program.warnings.isEmpty, "the program quotes no error and no warning")
    for expectation in expected {
      #expect(
        found.contains { $0.line == expectation.line && $0.message.contains(expectation.text) },
        "line \(expectation.line) has to say: \(expectation.text)\n\(found)")
    }
    let unexpected = found.filter { error in
      !expected.contains { $0.line == error.line && error.message.contains($0.text) }
    }
    #expect(unexpected.isEmpty)
  }

  @Test("The compiler warns of misuse that compiles, on its line")
  func warns() async throws {
    let found = try await MustNotCompile.warnings.value
    for program in MustNotCompile.programs {
      for warning in program.warnings {
        #expect(
          found.contains {
            $0.file == program.path && $0.line == warning.line && $0.message.contains(warning.text)
          },
          "\(program.path): line \(warning.line) has to say: \(warning.text)")
      }
    }
  }

  @Test("An error in a macro's expansion follows an error on the user's line")
  func showsOnTheUsersLineFirst() async throws {
    var blamed: Set<String> = []
    for error in try await MustNotCompile.errors.value {
      if let origin = error.expandedIn {
        #expect(blamed.contains(origin), "\(error.message)")
      } else {
        blamed.insert(error.file)
      }
    }
  }

  @Test("A mistake in a declaration is reported only on the user's line")
  func showsOnTheUsersLineAlone() async throws {
    let declarations = MustNotCompile.programs.filter { $0.path.contains("/Declarations/") }
    #expect(declarations.count > 15)
    let paths = Set(declarations.map(\.path))
    for error in try await MustNotCompile.errors.value {
      if let origin = error.expandedIn { #expect(!paths.contains(origin), "\(error)") }
    }
  }

  @Test("The code that the programs share compiles")
  func compilesTheControl() async throws {
    let found = try await MustNotCompile.errors.value
    let programs = Set(MustNotCompile.programs.map(\.path))
    #expect(found.filter { $0.expandedIn == nil && !programs.contains($0.file) }.isEmpty)
    #expect(programs.count >= 20)
  }
}
