import CSQLite
import ORM

/// The two connections of a ``Database`` with one reader, by SQLite's own functions.
final class RawDatabase {
  private let writer: RawSQLite
  private let reader: Result<RawSQLite, any Error>

  /// Opens the file as the library does: what that runs first can fail where a file is damaged.
  init(_ path: String) throws {
    let setup = ["trusted_schema = OFF", "temp_store = MEMORY", "foreign_keys = ON"]
    writer = try Self.open(
      path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE,
      setup + ["journal_mode = WAL", "synchronous = NORMAL", "journal_size_limit = 67108864"])
    // A file of a format that only newer versions write.
    if writer.isReadOnly { throw RawError(code: .readOnly, message: "read-only") }
    reader = Result {
      try Self.open(
        path, SQLITE_OPEN_READONLY, setup + ["query_only = ON", "wal_autocheckpoint = 0"])
    }
  }

  private static func open(
    _ path: String, _ flags: Int32, _ pragmas: [String]
  ) throws -> RawSQLite {
    let db = try RawSQLite(path, flags: flags)
    for pragma in pragmas { try db.rows("PRAGMA \(pragma)") }
    try db.rows("SELECT count(*) FROM sqlite_master")
    return db
  }

  /// What the library has to make of a statement's rows.
  func read<Value>(
    _ statement: Statement, _ decode: ([RawValue]) -> Value?
  ) throws -> Outcome<Value> {
    do {
      return try reader.get().result(of: statement.sql, statement.arguments).expected(decode)
    } catch let error as RawError {
      return .failed(error.code.primary)
    }
  }
}

/// What was read by a statement.
enum Outcome<Value: Equatable>: Equatable {
  case values([Value])
  /// An error of SQLite, with its primary code.
  case failed(ResultCode)
  /// A row with values of which none is made.
  case unreadable
}

extension RawResult {
  /// What the library has to make of it.
  func expected<Value>(_ decode: ([RawValue]) -> Value?) -> Outcome<Value> {
    var values: [Value] = []
    for row in rows {
      guard let value = decode(row) else { return .unreadable }
      values.append(value)
    }
    if let error { return .failed(error.code.primary) }
    return .values(values)
  }
}
