import SwiftDiagnostics
import SwiftSyntax

/// The mistakes found while a declaration is read.
package struct Problems {
  package private(set) var diagnostics: [Diagnostic] = []
  /// Whether something is unknown without which the generated code would not compile.
  ///
  /// After any other mistake the table is still printed, so that the compiler does not also report
  /// each use of a type that is not a table.
  package private(set) var preventsPrinting = false

  package init() {}

  /// Reports a mistake that does not prevent printing.
  package mutating func report(
    _ problem: Problem, at node: some SyntaxProtocol, notes: [Note] = [], fixes: [Fix] = []
  ) {
    diagnostics.append(
      Diagnostic(
        node: node, message: problem, notes: notes,
        fixIts: fixes.map { fix in
          FixIt(
            message: Remedy(message: fix.message, id: problem.id), changes: fix.changes)
        }))
  }

  /// Reports a mistake that prevents printing.
  package mutating func refuse(
    _ problem: Problem, at node: some SyntaxProtocol, notes: [Note] = [], fixes: [Fix] = []
  ) {
    preventsPrinting = true
    report(problem, at: node, notes: notes, fixes: fixes)
  }
}

extension Diagnostic {
  /// Whether the diagnostic is an error rather than a warning.
  package var isError: Bool { diagMessage.severity == .error }
}
