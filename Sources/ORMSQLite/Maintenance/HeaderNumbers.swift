import ORMCore

// Two numbers in the file header that SQLite stores but does not use: one for the program, and one
// for the kind of file. See <https://www.sqlite.org/pragma.html#pragma_user_version>.

extension Connection {
  /// Returns the schema's version number, which SQLite leaves to the program; 0 in a new file:
  /// `PRAGMA user_version`.
  ///
  /// - Throws: ``DatabaseError`` if the database can't be read.
  public func userVersion() throws -> Int32 { try value(Int32.self, sql: "PRAGMA user_version") }

  /// Sets the schema's version number.
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
  /// The change is part of the transaction and is rolled back with it.
  ///
  /// - Throws: ``DatabaseError`` if the connection can't write, for example in a `read { }`.
  public func setUserVersion(_ version: Int32) throws {
    try execute("PRAGMA user_version = \(literal: Int(version))")
  }

  /// Returns the number that identifies the kind of file; 0 in a new file: `PRAGMA application_id`.
  ///
  /// - Throws: ``DatabaseError`` if the database can't be read.
  public func applicationID() throws -> Int32 {
    try value(Int32.self, sql: "PRAGMA application_id")
  }

  /// Sets the number that identifies the kind of file for programs such as `file`; see
  /// <https://www.sqlite.org/pragma.html#pragma_application_id>.
  ///
  /// - Throws: ``DatabaseError`` if the connection can't write, for example in a `read { }`.
  public func setApplicationID(_ identifier: Int32) throws {
    try execute("PRAGMA application_id = \(literal: Int(identifier))")
  }
}

// MARK: - On the database

extension Database {
  /// Returns the schema's version number; see ``Connection/userVersion()``.
  public func userVersion() async throws -> Int32 { try await read { try $0.userVersion() } }

  /// Sets the schema's version number; see ``Connection/setUserVersion(_:)``.
  public func setUserVersion(_ version: Int32) async throws {
    try await writing { try $0.setUserVersion(version) }
  }

  /// Returns the number that identifies the kind of file; see ``Connection/applicationID()``.
  public func applicationID() async throws -> Int32 { try await read { try $0.applicationID() } }

  /// Sets the number that identifies the kind of file; see ``Connection/setApplicationID(_:)``.
  public func setApplicationID(_ identifier: Int32) async throws {
    try await writing { try $0.setApplicationID(identifier) }
  }
}
