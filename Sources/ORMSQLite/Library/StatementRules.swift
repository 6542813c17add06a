import CSQLite
import ORMCore

/// The author of the SQL that is compiled, which SQLite does not know.
enum StatementAuthor {
  /// This package, or SQLite itself, which runs its own statements for `VACUUM` and some virtual
  /// tables.
  case package
  /// The caller of an operation.
  case user
  /// The author of a script.
  case script
  /// C code that was given the connection.
  case code
  /// C code that was given the connection in a transaction, which it may not end.
  case codeInTransaction
}

/// A statement that is refused because it affects more than the task that runs it.
enum RefusedStatement {
  /// `BEGIN`, `COMMIT` (which `END` is, too) or `ROLLBACK`.
  case transaction(String)
  /// `SAVEPOINT`, `RELEASE` or `ROLLBACK TO`.
  case savepoint(String)
  /// A pragma that would change only one of several connections, and the property that sets it for
  /// all of them.
  case setting(String, instead: String)
  /// The statement that creates a table or a view that would exist on only one of several
  /// connections.
  case temporary(String)
  /// A database that would be attached to only one of several connections.
  case attachment

  /// Returns the refusal of a statement, from the authorizer's arguments; nil if it is allowed. See
  /// <https://www.sqlite.org/c3ref/c_alter_table.html>.
  init?(_ action: Int32, _ first: UnsafePointer<CChar>?, _ second: UnsafePointer<CChar>?) {
    guard let first else { return nil }
    switch action {
    case SQLITE_TRANSACTION: self = .transaction(String(cString: first))
    case SQLITE_SAVEPOINT:
      switch String(cString: first) {  // Characters: words of ASCII letters
      case "BEGIN": self = .savepoint("SAVEPOINT")
      case "ROLLBACK": self = .savepoint("ROLLBACK TO")
      case let operation: self = .savepoint(operation)
      }
    case SQLITE_PRAGMA:
      // A pragma without an argument only reads.
      guard second != nil else { return nil }
      let name = String(decoding: String(cString: first).utf8.map(\.lowercasedASCII), as: UTF8.self)
      // Characters: words of ASCII letters
      guard let instead = Self.settings[name] else { return nil }
      self = .setting(name, instead: instead)
    default: return nil
    }
  }

  /// Returns the refusal of a statement that affects a single connection.
  ///
  /// - Parameter isTemporary: Whether the object is in the schema `temp`, which its name may
  ///   contain.
  init?(making action: Int32, isTemporary: Bool) {
    switch action {
    case SQLITE_ATTACH: self = .attachment
    case SQLITE_CREATE_TEMP_TABLE: self = .temporary("CREATE TEMP TABLE")
    case SQLITE_CREATE_TEMP_VIEW: self = .temporary("CREATE TEMP VIEW")
    case SQLITE_CREATE_TABLE where isTemporary: self = .temporary("CREATE TEMP TABLE")
    case SQLITE_CREATE_VIEW where isTemporary: self = .temporary("CREATE TEMP VIEW")
    // SQL has no `CREATE TEMP VIRTUAL TABLE`: the table's name contains the schema.
    case SQLITE_CREATE_VTABLE where isTemporary: self = .temporary("CREATE VIRTUAL TABLE in temp")
    default: return nil
    }
  }

  /// The pragmas that set only the connection that runs them, with the property that sets all
  /// connections.
  ///
  /// Pragmas that set the file (`user_version`), the transaction (`defer_foreign_keys`) or the
  /// process (`soft_heap_limit`), or that concern only the connection that writes
  /// (`max_page_count`), are not included; see <https://www.sqlite.org/pragma.html>.
  private static let settings: [String: String] = {
    var settings = [
      "busy_timeout": "Configuration.busyTimeout",
      "cache_size": "Configuration.cacheSize",
      "default_cache_size": "Configuration.cacheSize",
      "foreign_keys": "Configuration.enforcesForeignKeys",
      "journal_mode": "Configuration.journalMode",
      "mmap_size": "Configuration.mmapSize",
      "query_only": "Configuration.isReadOnly",
      "secure_delete": "Configuration.secureDelete",
      "synchronous": "Configuration.synchronous",
      "trusted_schema": "Configuration.trustedSchema",
    ]
    let others = [
      "automatic_index", "cache_spill", "case_sensitive_like", "cell_size_check",
      "checkpoint_fullfsync", "count_changes", "data_store_directory", "empty_result_callbacks",
      "full_column_names", "fullfsync", "ignore_check_constraints", "legacy_alter_table",
      "locking_mode", "read_uncommitted", "recursive_triggers", "reverse_unordered_selects",
      "short_column_names", "temp_store", "temp_store_directory", "threads", "wal_autocheckpoint",
      "writable_schema",
    ]
    // Characters: words of ASCII letters
    for name in others { settings[name] = "Configuration.prepareConnection" }
    return settings
  }()

  /// Whether the statement changes one of these settings.
  func isSetting(among names: [StaticString]) -> Bool {
    guard case .setting(let name, _) = self else { return false }
    return names.contains { name.isSameName(as: "\($0)") }
  }

  /// Returns the error for the author of the statement.
  func error(sql: String?, by author: StatementAuthor) -> DatabaseError {
    DatabaseError(extendedCode: .authorization, message: message(to: author), sql: sql)
  }

  private func message(to author: StatementAuthor) -> String {
    let words =
      switch self {  // Characters: words of ASCII letters
      case .transaction("BEGIN"):
        "BEGIN is refused: use transaction { }, which begins a transaction, and ends it when its "
          + "body returns or throws"
      case .transaction("ROLLBACK"):
        "ROLLBACK is refused: to undo a transaction { }, call rollback(), or throw an error from "
          + "its body"
      case .transaction(let operation):
        "\(operation) is refused: a transaction { } is committed when its body returns"
      case .savepoint(let operation):
        "\(operation) is refused: use a nested transaction { }, which is a savepoint: it is "
          + "released when its body returns, and rolled back by rollback() or a thrown error"
      case .setting(let name, let property):
        "PRAGMA \(name) is refused, because it would change one connection only, for every task "
          + "that uses it later: use \(property), which applies to all connections"
      case .temporary(let statement):
        "\(statement) is refused, because only one of the connections would have it: create it "
          + "in the transaction { } that uses it, or on each connection in "
          + "Configuration.prepareConnection"
      case .attachment:
        "ATTACH is refused, because only one of the connections would have the database: "
          + "attach it to each connection in Configuration.prepareConnection"
      }
    switch (self, author) {
    case (.transaction, .script), (.savepoint, .script):
      return words + "; a script runs in one transaction, so leave such statements out of it"
    default: return words
    }
  }
}

extension UInt8 {
  /// The byte in lower case if it is an ASCII letter: SQLite ignores case in names.
  fileprivate var lowercasedASCII: UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self
  }
}
