import CSQLite
import ORMCore

/// An error that a Swift function threw while a statement ran: SQLite passes only a text from the
/// function to the statement's error.
@usableFromInline
final class SwiftFunctionError {
  /// The hooks to which failed statements are reported.
  private let hooks: ConnectionHooks?
  private var thrown: (error: any Error, message: String)?
  /// The error for a statement that was refused while SQLite compiled it again.
  private var refusal: (any Error)?

  init(reportingTo hooks: ConnectionHooks? = nil) { self.hooks = hooks }

  /// Makes the call, and with it the statement, fail.
  func report(_ error: any Error, by function: String, to context: OpaquePointer?) {
    let message = "\(function)() threw \(type(of: error))"
    thrown = (error, message)
    sqlite3_result_error(context, message, -1)
  }

  /// Sets the error for the statement that is being refused.
  func refuse(_ error: any Error) { refusal = error }

  func takeRefusal() -> (any Error)? {
    defer { refusal = nil }
    return refusal
  }

  func statementFailed() { hooks?.statementFailed() }

  /// Returns the error that a function threw, if it caused the statement's error.
  func take(for message: String) -> (any Error)? {
    defer { thrown = nil }
    // If the messages differ, something else caused the statement's error.
    return thrown?.message.hasSameBytes(as: message) == true ? thrown?.error : nil
  }
}
