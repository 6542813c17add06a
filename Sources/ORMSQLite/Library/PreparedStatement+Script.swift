import CSQLite
import ORMCore

extension PreparedStatement {
  /// Compiles the statements of a script one after the other, each after the previous one was
  /// handled.
  ///
  /// SQLite gets the whole rest of the text as a C string each time and reads it in place: if it
  /// were given a length, it would copy the rest for each statement.
  ///
  /// - Parameter authorizer: Refuses statements that a script may not contain; nil to allow all.
  /// - Throws: ``DatabaseError`` if a value is in quotes or in a comment, before anything runs.
  static func each(
    in script: Statement, on connection: OpaquePointer, authorizer: Authorizer?,
    arena: ParameterArena, callbackFailure: SwiftFunctionError,
    _ body: (PreparedStatement) throws -> Void
  ) throws {
    let (script, arguments) = (script.sql, script.arguments)
    try checkParameters(of: script, count: arguments.count)
    guard !script.hasNUL else {
      throw DatabaseError(extendedCode: .misuse, message: "the script contains a NUL")
    }
    try script.withCString { start in
      var next = start
      while next.pointee != 0 {
        var handle: OpaquePointer?
        var tail: UnsafePointer<CChar>?
        func compile() throws {
          var schema = StaleSchema()
          while true {
            let code = sqlite3_prepare_v3(connection, next, -1, 0, &handle, &tail)
            if code == SQLITE_OK { return }
            let error = DatabaseError(code, on: connection, sql: text(from: next, to: nil))
            guard try schema.isRead(again: RawConnection(connection), after: error) else {
              throw error
            }
          }
        }
        do {
          if let authorizer {
            _ = try authorizer.compile(by: .script) { try compile() }
          } else {
            try compile()
          }
        } catch let error as DatabaseError {
          throw error.explainingParameter(isThere: !arguments.isEmpty)
            .suggestingName(on: connection)
        }
        guard let tail else { return }
        // White space and comments alone are not a statement.
        if let handle {
          try body(
            PreparedStatement(
              handle, sql: text(from: next, to: tail), arena: arena,
              callbackFailure: callbackFailure))
        }
        next = tail
      }
    }
  }

  /// Binds the script's values that belong to this statement.
  ///
  /// - Throws: ``DatabaseError`` if a parameter has no value, which would be NULL.
  func bind(ofScript arguments: [SQLValue]) throws {
    let values = try (0..<sqlite3_bind_parameter_count(handle)).map { index -> SQLValue in
      // A parameter written by an interpolation has its number in the script as its name, `$7`,
      // whatever its place in the statement.
      let name = sqlite3_bind_parameter_name(handle, index + 1).map { String(cString: $0) } ?? "?"
      // SQLite counts all numbers below the one of `?1001`, even if no parameter has them.
      if name.hasSameBytes(as: "?") && !sql.hasUnnumberedParameter { return .null }
      guard name.utf8.first == UInt8(ascii: "$") || name.utf8.first == UInt8(ascii: "?"),
        let number = Int(String(Substring(name.utf8.dropFirst()))),
        arguments.indices.contains(number - 1)
      else {
        throw DatabaseError(
          extendedCode: .misuse,
          message: "\(name) is a parameter without a value; write the value in \\( )",
          sql: sql)
      }
      return arguments[number - 1]
    }
    try bind(values)
  }

  /// - Throws: ``DatabaseError`` if one of the script's values is in quotes or in a comment, so
  ///   that it is not a parameter.
  private static func checkParameters(of script: String, count: Int) throws {
    if count == 0 { return }
    var tokens = SQLTokens(script)
    var found = Set<Int>()
    while tokens.next() != nil { if let number = tokens.parameter { found.insert(number) } }
    guard let missing = (1...count).first(where: { !found.contains($0) }) else { return }
    throw DatabaseError(
      extendedCode: .misuse,
      message: "the value $\(missing) is inside quotes or a comment: write it outside of them",
      sql: script)
  }

  /// Returns the SQL of a statement, up to the first semicolon if its end is not known.
  private static func text(
    from start: UnsafePointer<CChar>, to end: UnsafePointer<CChar>?
  ) -> String {
    var length = 0
    if let end {
      length = end - start
    } else {
      while start[length] != 0 && start[length] != CChar(UInt8(ascii: ";")) { length += 1 }
    }
    return String(decoding: UnsafeRawBufferPointer(start: start, count: length), as: UTF8.self)
  }
}

extension String {
  fileprivate var hasUnnumberedParameter: Bool {
    utf8.contains(UInt8(ascii: "?"))
      && SQLTokens(self).contains { $0.kind == .parameter && $0.text.utf8.count == 1 }
  }
}

extension DatabaseError {
  /// Adds to a syntax error at a parameter the advice how to write the value: `PRAGMA` and
  /// `DEFAULT` accept no parameters.
  func explainingParameter(isThere: Bool) -> DatabaseError {
    guard isThere, code == .error, message.starts(withBytes: "near \"$") else { return self }
    var error = self
    error.message +=
      "; no parameter is allowed here: use \\(literal: ) to write the value into the SQL"
    return error
  }
}
