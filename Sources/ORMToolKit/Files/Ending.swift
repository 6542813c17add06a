import ORMCore
import ORMSQLite
import ORMSchema

/// How the program ends after an error: what it says, and its exit code.
package struct Ending: Sendable {
  /// Nil if nothing is said.
  package let words: String?
  /// 0 if nothing went wrong, 1 for findings, 2 for wrong use, 3 if the database said no, 130
  /// after Ctrl-C.
  package let code: Int32

  /// - Returns: nil for an error that no command of this module throws.
  package init?(_ error: any Error) {
    switch error {
    case is ClosedPipe: self.init(words: nil, code: 0)
    // As a shell says it of a program that a signal has ended.
    case is Interrupted: self.init(words: nil, code: 130)
    case is Findings: self.init(words: nil, code: 1)
    case let error as ShellFailure: self.init(words: nil, code: error.code)
    case let error as ToolError:
      self.init(words: SafeText.line("\(error)"), code: error.kind == .use ? 2 : 3)
    case is CancellationError: self.init(words: "it was stopped", code: 3)
    case is DatabaseError, is MigrationError, is DataLossRefused, is StepError,
      is SchemaIsNewer, is RowDecodingError, is SchemaMismatch, is ConnectionTimeoutError:
      self.init(words: SafeText.line("\(error)"), code: 3)
    default: return nil
    }
  }

  private init(words: String?, code: Int32) {
    self.words = words
    self.code = code
  }
}

/// A command has found something, and has said what.
package struct Findings: Error {
  package init() {}
}

/// A statement or a command of a script has failed, and that has been said.
package struct ShellFailure: Error {
  /// 3 if the database said no, 2 for wrong use, 130 after Ctrl-C.
  package let code: Int32
}

package enum ToolVersion {
  package static let text = "0.1.0"
}
