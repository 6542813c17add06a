import CSQLite
import ORMCore

/// A connection that was opened just now, before anything else has run on it.
///
/// This is where the key of an encrypted database is given, with a build of SQLite that encrypts,
/// such as SQLCipher:
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
/// A `PRAGMA` that is given here overrules what the ``Configuration`` would say, of the journal,
/// the cache, foreign keys.
///
/// No error that is thrown here has the text of a statement, or a word out of it: the key may be in
/// it.
public struct ConnectionSetup: ~Copyable {
  private let handle: OpaquePointer
  private let wait: LockWait

  init(_ handle: OpaquePointer, waiting wait: LockWait) {
    self.handle = handle
    self.wait = wait
  }

  /// Gives the passphrase of a database that SQLCipher encrypts; see
  /// <https://www.zetetic.net/sqlcipher/sqlcipher-api/#PRAGMA_key>.
  ///
  /// That a passphrase is wrong is found out when the file is first read: opening it throws
  /// ``DatabaseError`` with the code `notADatabase`.
  ///
  /// - Throws: ``DatabaseError`` if this SQLite is not SQLCipher: others would take the
  ///   statement, do nothing, and write the database as it is.
  public func key(_ passphrase: String) throws {
    try run { Statement(sql: "PRAGMA key = \(SQLValue.text(passphrase).literal)") }
    try checkCipher()
  }

  /// Gives the 32 bytes that SQLCipher encrypts with, in place of a passphrase to make them from;
  /// with 16 more, these are the salt.
  ///
  /// - Throws: as ``key(_:)-(String)``.
  public func key(_ bytes: some Sequence<UInt8>) throws {
    let digits = bytes.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }
    try run { Statement(sql: "PRAGMA key = \"x'\(digits.joined())'\"") }
    try checkCipher()
  }

  /// Runs SQL, of one statement or several.
  ///
  /// A value in `\( )` is bound; in a `PRAGMA`, which takes no parameter, it is written as a
  /// literal:
  ///
  /// ```swift
  /// try connection.execute("PRAGMA cipher_page_size = \(literal: pageSize)")
  /// ```
  ///
  /// - Throws: ``DatabaseError`` with SQLite's result code and general words for it;
  ///   ``ValueEncodingError``.
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
      // SQLite's own message quotes what it could not read.
      let words = String(cString: sqlite3_errstr(error.extendedCode.rawValue))
      throw DatabaseError(
        extendedCode: error.extendedCode,
        message: "a statement that prepares the connection has failed: \(words)")
    }
  }

  /// Gives the connection as C has it: the `sqlite3 *`, which must not be closed and not be kept.
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
