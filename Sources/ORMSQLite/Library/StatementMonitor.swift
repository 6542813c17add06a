import CSQLite
import Synchronization
import ORMCore

/// Reports the statements of one connection to the hooks.
@usableFromInline
final class StatementMonitor {
  /// Checks each statement before it runs; nil for no checks.
  private let check: ((PreparedStatement) throws -> Void)?
  private var isChecking = true
  private let hooks: [StatementHook]
  /// The hooks that were added to the open database.
  var addedHooks: [ExtensionRegistry.AddedHook] = []
  private let path: String
  private let authorizer: Authorizer
  /// The time that the current call waited for this connection.
  private var waiting = Duration.zero

  /// - Parameter check: Checks each statement before it runs, and throws to prevent it.
  init(
    hooks: [StatementHook], path: String, authorizer: Authorizer,
    check: ((PreparedStatement) throws -> Void)?
  ) {
    self.hooks = hooks
    self.path = path
    self.authorizer = authorizer
    self.check = check
  }

  /// The current database call of the task.
  @TaskLocal private static var call: Call?

  private final class Call: Sendable {
    let start = ContinuousClock.now
    let isTold = Atomic(false)
  }

  /// Whether the wait of a call is being measured.
  static var isTimingCall: Bool { call.map { !$0.isTold.load(ordering: .relaxed) } ?? false }

  /// Measures the time that a closure waits for a connection.
  static func timingCall<Result>(_ body: () async throws -> Result) async throws -> Result {
    try await $call.withValue(Call()) { try await body() }
  }

  /// Called when the call has got this connection.
  func begin() { waiting = Self.isTimingCall ? Self.call.map { .now - $0.start } ?? .zero : .zero }

  /// - Throws: The error of the check; the statement must then not run.
  func begin(_ statement: PreparedStatement) throws {
    if isChecking { try check?(statement) }
  }

  /// Runs a closure without checking its statements, which the program did not request.
  func withoutChecks<Result>(_ body: () throws -> Result) rethrows -> Result {
    isChecking = false
    defer { isChecking = true }
    return try body()
  }

  /// Reports a statement that is not reset yet, and resets it.
  func end(_ statement: PreparedStatement, _ run: StatementRun) {
    // After a lock, the statement is tried again, or its error reports that the wait failed. After
    // a refusal because of a new schema, the operation runs another statement.
    if let error = run.error as? DatabaseError,
      error.isOfLock || error.code == .authorization && authorizer.hasRefusedRun
    {
      return statement.reset()
    }
    let isRedacted = statement.isRedacted
    var event = StatementEvent(
      sql: statement.sql, path: path, isReadOnly: statement.isReadOnly,
      wasCached: statement.preparing == nil, start: run.start - (statement.preparing ?? .zero),
      end: .now, waiting: waiting, preparing: statement.preparing ?? .zero, stepping: run.stepping,
      decoding: run.decoding, rowCount: run.rowCount,
      changeCount: statement.changeCount(since: run),
      error: isRedacted ? run.error?.withoutConversionMessage : run.error)
    event.isRedacted = isRedacted
    // Only the first statement of a call has waited, and only the first run included preparing.
    waiting = .zero
    Self.call?.isTold.store(true, ordering: .relaxed)
    statement.preparing = nil
    let listeners = (hooks + addedHooks.map(\.hook)).filter { event.duration >= $0.threshold }
    var eventWithValues = event
    // The values are in memory that the reset releases.
    if !event.isRedacted, listeners.contains(where: \.includesValues) {
      eventWithValues.sqlWithValues = statement.sqlWithValues
    }
    statement.reset()
    for listener in listeners {
      listener.report(listener.includesValues ? eventWithValues : event)
    }
  }
}

/// The times and counts of a run so far.
struct StatementRun {
  let start = ContinuousClock.now
  private(set) var stepping = Duration.zero
  private(set) var decoding = Duration.zero
  private(set) var rowCount = 0
  /// The number of rows changed on the connection before the run.
  let totalChangeCount: Int
  var error: (any Error)?

  init(totalChangeCount: Int) { self.totalChangeCount = totalChangeCount }

  mutating func step(_ statement: PreparedStatement) throws -> Bool {
    let start = ContinuousClock.now
    defer { stepping += .now - start }
    let hasRow = try statement.step()
    if hasRow { rowCount += 1 }
    return hasRow
  }

  mutating func decode<Output>(_ body: () throws -> Output) rethrows -> Output {
    let start = ContinuousClock.now
    defer { decoding += .now - start }
    return try body()
  }
}
