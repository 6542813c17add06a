import ORMCore
import ORMSQLite
import ORMSchema

/// The end of the program after an error: the message and the exit code.
package struct Ending: Sendable {
  /// The message; nil for none.
  package let words: String?
  /// 0 for success, 1 for findings, 2 for wrong usage, 3 for an error of a database or in a file,
  /// 130 after Ctrl-C, 143 after SIGTERM.
  package let code: Int32

  /// - Returns: nil for an error that no command of this module throws.
  package init?(_ error: any Error) {
    switch error {
    case is ClosedPipe: self.init(words: nil, code: 0)
    // The code that a shell reports for a program that a signal has ended.
    case let error as Interrupted: self.init(words: nil, code: 128 + error.signal)
    case is Findings: self.init(words: nil, code: 1)
    case let error as ShellFailure: self.init(words: nil, code: error.code)
    case let error as ToolError:
      self.init(words: SafeText.line("\(error)"), code: error.kind == .use ? 2 : 3)
    case is CancellationError: self.init(words: "the command was stopped", code: 3)
    case let error as DatabaseError: self.init(words: Self.words(error), code: 3)
    case let error as DataLossError: self.init(words: Self.words(error), code: 3)
    case is MigrationError, is StepError, is HistoryError,
      is NewerSchemaError, is RowDecodingError, is SchemaMismatchError, is ConnectionTimeoutError:
      self.init(words: SafeText.line("\(error)"), code: 3)
    default: return nil
    }
  }

  /// The number of cells of a statement that an error shows.
  private static let shownSQL = 300

  private static func words(_ error: DatabaseError) -> String {
    var error = error
    // The statement that met the error may not be the user's.
    if error.code == .notADatabase || error.code == .busy { error.sql = nil }
    if error.extendedCode == .readOnlyRollback, let path = error.path {
      error.message =
        "a program left a commit unfinished, and a command that only reads can't undo it"
      error.hint = "orm query \(path.shellWord) \"SELECT 1\" --write undoes it"
      error.sql = nil
    }
    error.sql = error.sql.map { SafeText.cut($0, to: shownSQL) }
    return SafeText.line("\(error)")
  }

  /// The warnings of the plan, then each loss with the way to keep the data and the argument that
  /// allows it.
  private static func words(_ error: DataLossError) -> String {
    let warnings = error.warnings.map { "\n" + SafeText.line("  warning: \($0)") }
    let losses = error.losses.map { loss in
      ["  \(loss)"] + loss.cureLines.map { "    " + $0 }
    }.flatMap { lines in lines.map { "\n" + SafeText.line($0) } }
    return "the migration would lose data, so it has changed nothing:"
      + (warnings + losses).joined()
  }

  private init(words: String?, code: Int32) {
    self.words = words
    self.code = code
  }
}

/// A command has reported findings.
package struct Findings: Error {
  package init() {}
}

/// A statement or a command of a script has failed, and the error was reported.
package struct ShellFailure: Error {
  /// 3 for an error of the database, 2 for wrong usage, 130 after Ctrl-C.
  package let code: Int32
}

package enum ToolVersion {
  package static let text = "0.2.0"
}

extension DataLoss {
  /// The advice to keep the data, and the argument that allows the loss, with what it destroys.
  package var cureLines: [String] {
    let argument = permission.argument.shellWord
    let allowance = offersPermission ? "\(destruction): --allow \(argument)" : nil
    return [keeping.map { $0 + (ruleOption.map { ", here \($0)" } ?? "") }, allowance]
      .compactMap(\.self)
  }

  /// The option that sets other values of the column; nil if the loss is not about a single column.
  private var ruleOption: String? {
    guard let member else { return nil }
    let rule = "\(table.asPartOfRule).\(member.asPartOfRule)=…".shellQuoted
    return switch kind {
    case .unstorableValue, .changedValue, .undefinedConversion: "--convert \(rule)"
    case .nullValue: "--fill \(rule)"
    default: nil
    }
  }
}
