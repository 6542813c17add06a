import CSQLite
import ORMCore

/// What a function in Swift threw while a statement of its connection ran: SQLite carries a text
/// from there to the statement's error, and not a value.
@usableFromInline
final class SwiftFunctionError {
  /// Report each statement that fails.
  private let hooks: ConnectionHooks?
  private var thrown: (error: any Error, message: String)?
  /// The reason that a statement was refused while SQLite compiled it again.
  private var refusal: (any Error)?

  init(reportingTo hooks: ConnectionHooks? = nil) { self.hooks = hooks }

  /// Makes the call fail, and with it the statement.
  func report(_ error: any Error, by function: String, to context: OpaquePointer?) {
    let message = "\(function)() threw \(type(of: error))"
    thrown = (error, message)
    sqlite3_result_error(context, message, -1)
  }

  /// Sets the error of the statement that is refused now.
  func refuse(_ error: any Error) { refusal = error }

  func takeRefusal() -> (any Error)? {
    defer { refusal = nil }
    return refusal
  }

  func statementFailed() { hooks?.statementFailed() }

  /// The error behind the statement's, if a function threw it.
  func take(for message: String) -> (any Error)? {
    defer { thrown = nil }
    // Another error than the one that was reported has another message.
    return thrown?.message.hasSameBytes(as: message) == true ? thrown?.error : nil
  }
}
