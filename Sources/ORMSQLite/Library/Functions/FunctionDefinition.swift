import CSQLite
import ORMCore

/// A function that every connection of a database registers.
struct FunctionDefinition: Sendable {
  typealias Body = @Sendable (FunctionArguments, inout FunctionResult) throws -> Void

  enum Kind: Sendable {
    case scalar(Body)
    case aggregate(@Sendable () -> AggregateRun)
    /// An aggregate that can remove rows, so that it works with a sliding window.
    case window(@Sendable () -> AggregateRun)
  }

  let name: String
  /// The number of arguments; -1 for any number.
  let argumentCount: Int32
  let options: FunctionOptions
  let kind: Kind

  /// Registers the function on a connection.
  ///
  /// - Parameter isInSchema: Whether the schema may call the function although it is not innocuous.
  func register(
    on connection: OpaquePointer, failure: SwiftFunctionError, isInSchema: Bool = false
  ) throws {
    let registered = RegisteredFunction(self, failure: failure)
    // SQLite releases it when the function is replaced, the connection is closed, or this call
    // fails.
    let data = Unmanaged.passRetained(registered).toOpaque()
    let isDirectOnly = !isInSchema && !options.contains(.innocuous)
    let flags = SQLITE_UTF8 | options.rawValue | (isDirectOnly ? SQLITE_DIRECTONLY : 0)
    let code =
      switch kind {
      case .scalar:
        sqlite3_create_function_v2(
          connection, name, argumentCount, flags, data, RegisteredFunction.call, nil, nil,
          RegisteredFunction.release)
      case .aggregate:
        sqlite3_create_function_v2(
          connection, name, argumentCount, flags, data, nil, RegisteredFunction.step,
          RegisteredFunction.final, RegisteredFunction.release)
      case .window:
        sqlite3_create_window_function(
          connection, name, argumentCount, flags, data, RegisteredFunction.step,
          RegisteredFunction.final, RegisteredFunction.value, RegisteredFunction.inverse,
          RegisteredFunction.release)
      }
    guard code == SQLITE_OK else { throw DatabaseError(code, on: connection) }
  }
}

/// A function on one connection: the context of its C callbacks.
final class RegisteredFunction {
  private let definition: FunctionDefinition
  private let failure: SwiftFunctionError

  init(_ definition: FunctionDefinition, failure: SwiftFunctionError) {
    self.definition = definition
    self.failure = failure
  }

  typealias Values = UnsafeMutablePointer<OpaquePointer?>

  static let release: @convention(c) (UnsafeMutableRawPointer?) -> Void = { data in
    if let data { Unmanaged<RegisteredFunction>.fromOpaque(data).release() }
  }

  static let call: @convention(c) (OpaquePointer?, Int32, Values?) -> Void = {
    context, count, values in
    with(context) { function in
      guard case .scalar(let body) = function.definition.kind else { return }
      var result = FunctionResult(context: context)
      try body(function.arguments(count, values), &result)
    }
  }

  static let step: @convention(c) (OpaquePointer?, Int32, Values?) -> Void = {
    context, count, values in
    with(context) { function in
      guard let run = function.run(context) else { return sqlite3_result_error_nomem(context) }
      try run.step(function.arguments(count, values))
    }
  }

  static let inverse: @convention(c) (OpaquePointer?, Int32, Values?) -> Void = {
    context, count, values in
    with(context) { function in
      guard let run = function.run(context) else { return sqlite3_result_error_nomem(context) }
      try run.inverse(function.arguments(count, values))
    }
  }

  static let value: @convention(c) (OpaquePointer?) -> Void = { context in
    with(context) { function in
      var result = FunctionResult(context: context)
      try (startedRun(context)?.takeUnretainedValue() ?? function.newRun())?.writeValue(&result)
    }
  }

  /// Ends a group. SQLite calls this even if a statement stops before its end, so the state is
  /// always released.
  static let final: @convention(c) (OpaquePointer?) -> Void = { context in
    with(context) { function in
      var result = FunctionResult(context: context)
      // A group without rows has no state yet.
      try (startedRun(context)?.takeRetainedValue() ?? function.newRun())?.writeValue(&result)
    }
  }

  private static func with(
    _ context: OpaquePointer?, _ body: (RegisteredFunction) throws -> Void
  ) {
    guard let data = sqlite3_user_data(context) else { return }
    let function = Unmanaged<RegisteredFunction>.fromOpaque(data).takeUnretainedValue()
    do {
      try body(function)
    } catch {
      function.failure.report(error, by: function.definition.name, to: context)
    }
  }

  private func arguments(_ count: Int32, _ values: Values?) -> FunctionArguments {
    FunctionArguments(function: definition.name, count: count, values: values)
  }
}

// MARK: - The state of a group

extension RegisteredFunction {
  private typealias Slot = UnsafeMutablePointer<UnsafeMutableRawPointer?>

  /// Returns the memory that SQLite keeps for a group, initialized to zero.
  private static func slot(_ context: OpaquePointer?, creating: Bool) -> Slot? {
    let size = creating ? MemoryLayout<UnsafeMutableRawPointer?>.size : 0
    return sqlite3_aggregate_context(context, Int32(size))?
      .assumingMemoryBound(to: UnsafeMutableRawPointer?.self)
  }

  /// Returns the state of the group, creating it if necessary; nil if there is no memory for it.
  private func run(_ context: OpaquePointer?) -> AggregateRun? {
    guard let slot = Self.slot(context, creating: true) else { return nil }
    if let started = slot.pointee {
      return Unmanaged<AggregateRun>.fromOpaque(started).takeUnretainedValue()
    }
    let run = newRun()
    slot.pointee = run.map { Unmanaged.passRetained($0).toOpaque() }
    return run
  }

  private static func startedRun(_ context: OpaquePointer?) -> Unmanaged<AggregateRun>? {
    slot(context, creating: false)?.pointee.map { Unmanaged<AggregateRun>.fromOpaque($0) }
  }

  private func newRun() -> AggregateRun? {
    switch definition.kind {
    case .scalar: nil
    case .aggregate(let make), .window(let make): make()
    }
  }
}

/// The state of one group in an aggregate.
final class AggregateRun {
  typealias Step = (FunctionArguments) throws -> Void

  private let add: Step
  private let remove: Step
  private let write: (inout FunctionResult) throws -> Void
  /// Whether a step has thrown, so that there is no value.
  private var hasFailed = false

  init(
    add: @escaping Step, remove: @escaping Step = { _ in },
    write: @escaping (inout FunctionResult) throws -> Void
  ) {
    self.add = add
    self.remove = remove
    self.write = write
  }

  func step(_ arguments: FunctionArguments) throws { try noting { try add(arguments) } }

  func inverse(_ arguments: FunctionArguments) throws { try noting { try remove(arguments) } }

  func writeValue(_ result: inout FunctionResult) throws {
    if !hasFailed { try write(&result) }
  }

  private func noting(_ body: () throws -> Void) throws {
    do {
      try body()
    } catch {
      hasFailed = true
      throw error
    }
  }
}
