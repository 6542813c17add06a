import ORMCore

// Two numbers in the header of the file that SQLite keeps and does not look at: one for the
// program, and one for the kind of file. See
// <https://www.sqlite.org/pragma.html#pragma_user_version>.

extension Connection {
  /// The number that the program has given to the file's schema; 0 in a new file: `PRAGMA
  /// user_version`.
  ///
  /// - Throws: ``DatabaseError``
  public func userVersion() throws -> Int32 { try value(Int32.self, sql: "PRAGMA user_version") }

  /// Gives a number to the file's schema.
  ///
  /// ```swift
  /// try await db.transaction { tx in
  ///   if try tx.userVersion() < 1 {
  ///     try tx.execute("ALTER TABLE album ADD COLUMN plays INTEGER NOT NULL DEFAULT 0")
  ///     try tx.setUserVersion(1)                              // PRAGMA user_version = 1
  ///   }
  /// }
  /// ```
  ///
  /// It is part of the transaction, and undone with it.
  ///
  /// - Throws: ``DatabaseError``, also in a `read { }`.
  public func setUserVersion(_ version: Int32) throws {
    try execute("PRAGMA user_version = \(literal: Int(version))")
  }

  /// The number that says what kind of file this is; 0 in a new file: `PRAGMA application_id`.
  ///
  /// - Throws: ``DatabaseError``
  public func applicationID() throws -> Int32 {
    try value(Int32.self, sql: "PRAGMA application_id")
  }

  /// Says what kind of file this is, for programs such as `file`; see
  /// <https://www.sqlite.org/pragma.html#pragma_application_id>.
  ///
  /// - Throws: ``DatabaseError``, also in a `read { }`.
  public func setApplicationID(_ identifier: Int32) throws {
    try execute("PRAGMA application_id = \(literal: Int(identifier))")
  }
}

// MARK: - On the database

extension Database {
  /// The number that the program has given to the file's schema; see ``Connection/userVersion()``.
  public func userVersion() async throws -> Int32 { try await read { try $0.userVersion() } }

  /// Gives a number to the file's schema; see ``Connection/setUserVersion(_:)``.
  public func setUserVersion(_ version: Int32) async throws {
    try await writing { try $0.setUserVersion(version) }
  }

  /// The number that says what kind of file this is; see ``Connection/applicationID()``.
  public func applicationID() async throws -> Int32 { try await read { try $0.applicationID() } }

  /// Says what kind of file this is; see ``Connection/setApplicationID(_:)``.
  public func setApplicationID(_ identifier: Int32) async throws {
    try await writing { try $0.setApplicationID(identifier) }
  }
}
