import CSQLite

extension PreparedStatement {
  /// Compiles the statements of a script one after the other, each when the one before it was
  /// dealt with.
  ///
  /// The text is handed over to its end each time, which SQLite then reads in place: it would copy
  /// all of the rest for each statement if it were told a length.
  static func each(
    in script: String, on connection: OpaquePointer, arena: ParameterArena,
    callbackFailure: CallbackFailure, _ body: (PreparedStatement) throws -> Void
  ) throws {
    guard !script.utf8.contains(0) else {
      throw DatabaseError(extendedCode: .misuse, message: "the script's text has a NUL in it")
    }
    try script.withCString { start in
      var next = start
      while next.pointee != 0 {
        var handle: OpaquePointer?
        var tail: UnsafePointer<CChar>?
        let code = sqlite3_prepare_v3(connection, next, -1, 0, &handle, &tail)
        guard code == SQLITE_OK, let tail else {
          throw DatabaseError(code, on: connection, sql: text(from: next, to: nil))
        }
        // There is no statement where there are only white space and comments.
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

  /// The text of a statement; where its end is not known, as far as its first semicolon.
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
