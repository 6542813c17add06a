import CSQLite
import ORMCore

/// A newly opened connection, before anything else runs on it.
///
/// Use it to set the key of an encrypted database, with a build of SQLite that encrypts, such as
/// SQLCipher:
///
/// ```swift
/// var configuration = Configuration()
/// configuration.prepareConnection = { connection in
///   try connection.key(passphraseFromKeychain())            // PRAGMA key = '…'
///   try connection.execute("PRAGMA cipher_page_size = 8192")
/// }
/// let db = try Database("music.sqlite", configuration: configuration)
/// ```
///
/// A `PRAGMA` that is run here overrides the setting of the ``Configuration``, for example for the
/// journal, the cache or foreign keys.
///
/// Errors that are thrown here never contain SQL or parts of it, because the SQL may contain the
/// key.
public struct ConnectionSetup: ~Copyable {
  private let handle: OpaquePointer
  private let wait: LockWait

  init(_ handle: OpaquePointer, waiting wait: LockWait) {
    self.handle = handle
    self.wait = wait
  }

  /// Sets the passphrase of a database that SQLCipher encrypts; see
  /// <https://www.zetetic.net/sqlcipher/sqlcipher-api/#PRAGMA_key>.
  ///
  /// A wrong passphrase is noticed when the file is first read: opening the database then throws
  /// ``DatabaseError`` with the code `notADatabase`.
  ///
  /// - Throws: ``DatabaseError`` if this SQLite is not SQLCipher: other builds would ignore the key
  ///   and write the database without encryption.
  public func key(_ passphrase: String) throws {
    try run { Statement(sql: "PRAGMA key = \(SQLValue.text(passphrase).literal)") }
    try checkCipher()
  }

  /// Sets SQLCipher's encryption key, of 32 bytes, instead of a passphrase; 16 further bytes are
  /// the salt.
  ///
  /// - Throws: The errors of ``key(_:)-(String)``.
  public func key(_ bytes: some Sequence<UInt8>) throws {
    let digits = bytes.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }
    try run { Statement(sql: "PRAGMA key = \"x'\(digits.joined())'\"") }
    try checkCipher()
  }

  /// Runs one or several SQL statements.
  ///
  /// A value in `\( )` is bound as a parameter. A `PRAGMA` accepts no parameters, so write a value
  /// in it as a literal:
  ///
  /// ```swift
  /// try connection.execute("PRAGMA cipher_page_size = \(literal: pageSize)")
  /// ```
  ///
  /// - Throws: ``DatabaseError`` with SQLite's result code and its general description;
  ///   ``ValueEncodingError`` if a value can't be encoded.
  public func execute(_ sql: SQL) throws {
    try run { try sql.statement() }
  }

  private func run(_ script: () throws -> Statement) throws {
    do {
      let script = try script()
      try PreparedStatement.each(
        in: script, on: handle, authorizer: nil, arena: ParameterArena(),
        callbackFailure: SwiftFunctionError()
      ) { statement in
        try wait.run(on: RawConnection(handle)) {
          try statement.bind(ofScript: script.arguments)
          try statement.run()
        }
      }
    } catch let error as DatabaseError {
      // SQLite's own message quotes the SQL that it could not parse.
      let words = String(cString: sqlite3_errstr(error.extendedCode.rawValue))
      throw DatabaseError(
        extendedCode: error.extendedCode,
        message: "a statement in prepareConnection failed: \(words)")
    }
  }

  /// Calls a closure with the C connection, `sqlite3 *`, which must not be closed, and must not be
  /// used after the closure returns.
  public func withHandle<Result>(_ body: (OpaquePointer) throws -> Result) rethrows -> Result {
    try body(handle)
  }

  private func checkCipher() throws {
    var statement: OpaquePointer?
    defer { sqlite3_finalize(statement) }
    guard sqlite3_prepare_v2(handle, "PRAGMA cipher_version", -1, &statement, nil) == SQLITE_OK,
      sqlite3_step(statement) == SQLITE_ROW
    else {
      throw DatabaseError(
        extendedCode: .error,
        message: "a key was given, but this SQLite is not SQLCipher and does not encrypt")
    }
  }
}
