import CSQLite
import ORMCore

/// Placeholders for a program's functions that a connection lacks.
///
/// They return NULL, which every `CHECK` accepts. A table or an index that was written with one has
/// NULL in place of what the program would compute.
package final class PlaceholderFunctions {
  /// The result of a placeholder.
  package enum Result: Sendable { case null, error }

  /// The names of the functions that were needed.
  package private(set) var names: [String] = []
  let handle: OpaquePointer
  private let result: Result

  package init(on handle: OpaquePointer, returning result: Result = .null) {
    (self.handle, self.result) = (handle, result)
  }

  /// Registers a placeholder, for any number of arguments.
  ///
  /// - Returns: False if SQLite refuses the name, or a placeholder of this name is registered.
  @discardableResult
  package func register(_ name: String) -> Bool {
    let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS
    let function: @convention(c) (OpaquePointer?, Int32, RegisteredFunction.Values?) -> Void =
      switch result {
      case .null: { _, _, _ in }
      case .error:
        { context, _, _ in
          sqlite3_result_error(context, "only the program of the database has the function", -1)
        }
      }
    guard !names.contains(where: { $0.isSameName(as: name) }),
      sqlite3_create_function_v2(handle, name, -1, flags, nil, function, nil, nil, nil)
        == SQLITE_OK
    else { return false }
    names.append(name)
    return true
  }

  /// Removes the placeholders. No statement may be running.
  package func remove() {
    for name in names {
      sqlite3_create_function_v2(handle, name, -1, SQLITE_UTF8, nil, nil, nil, nil, nil)
    }
    names = []
  }

  /// Runs a closure that compiles a statement, again after each function that it lacks.
  ///
  /// - Throws: What the closure throws for another reason.
  package func run<Result: ~Copyable>(_ body: () throws -> Result) throws -> Result {
    while true {
      do {
        return try body()
      } catch let error as DatabaseError {
        guard let name = error.missingFunction, register(name) else { throw error }
      }
    }
  }

  /// Whether the SQL of an object names one of the functions.
  func areNamed(in sql: String) -> Bool {
    !names.isEmpty
      && SQLTokens(sql).contains { token in
        !token.isBlank && names.contains { $0.isSameName(as: token.unquoted) }
      }
  }
}

extension DatabaseError {
  /// The name of the function that a statement calls and the connection lacks; nil if the error has
  /// another reason.
  package var missingFunction: String? {
    for start in ["no such function: ", "unknown function: "] where message.starts(withBytes: start)
    {
      var name = message.utf8.dropFirst(start.utf8.count)
      if name.suffix(2).elementsEqual("()".utf8) { name = name.dropLast(2) }
      return String(Substring(name))
    }
    return nil
  }
}
