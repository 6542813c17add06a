import SwiftDiagnostics
import SwiftSyntax

/// The mistakes that were found while a declaration was read.
package struct Problems {
  package private(set) var diagnostics: [Diagnostic] = []
  /// Whether something stays unknown without which the generated code would not compile.
  ///
  /// Any other mistake leaves a table that can still be printed, so that the rest of the program
  /// does not complain of a type that is no table.
  package private(set) var preventsPrinting = false

  package init() {}

  /// Reports a mistake that the generated code can do without.
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

  /// Reports a mistake that leaves nothing to print.
  package mutating func refuse(
    _ problem: Problem, at node: some SyntaxProtocol, notes: [Note] = [], fixes: [Fix] = []
  ) {
    preventsPrinting = true
    report(problem, at: node, notes: notes, fixes: fixes)
  }
}

extension Diagnostic {
  /// Whether the problem is a mistake, and not a warning.
  package var isError: Bool { diagMessage.severity == .error }
}
