import ORMCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The state of a database, as returned by ``Database/health()``.
public struct DatabaseHealth: Sendable, Hashable {  // Characters: what a check found
  /// The version of the SQLite library in use: `3.40.1`.
  public let sqliteVersion: String
  /// The journal mode: `wal`, `delete`, `memory`, …
  public let journalMode: String
  /// The size of a page, in bytes.
  public let pageSize: Int
  /// The number of pages.
  public let pageCount: Int
  /// The number of free pages, which ``Database/vacuum()`` returns to the file system.
  public let freePageCount: Int
  /// The size of the write-ahead log, in bytes; 0 if there is none.
  public let logSize: Int
  /// The known defects of this SQLite version that can affect this database.
  public let defects: [SQLiteDefect]

  /// The size of the database without its log, in bytes.
  public var size: Int { pageSize * pageCount }
}

/// A defect of some versions of SQLite.
// Characters: what a check found
public struct SQLiteDefect: Sendable, Hashable, CustomStringConvertible {
  /// The effect of the defect, and how to avoid it.
  public let description: String
  /// The page of SQLite's documentation that describes it.
  public let source: String

  /// Two connections that checkpoint at once can damage a file in WAL mode, in versions from 3.7.0
  /// to 3.51.2.
  ///
  /// In this package only the connection that writes runs checkpoints, so the defect needs a second
  /// process, or a second ``Database``, on the same file.
  public static let walReset = SQLiteDefect(
    description: "checkpoints by two processes at once can damage the file; SQLite 3.51.3 fixes it",
    source: "https://www.sqlite.org/wal.html#walresetbug")

  /// Returns the known defects of a version, given as `sqlite3_libversion_number` returns it:
  /// 3,040,001 for 3.40.1.
  static func known(in version: Int, journalMode: String) -> [SQLiteDefect] {
    // Characters: SQLite's own word
    journalMode == "wal" && (3_007_000..<3_051_003).contains(version) ? [walReset] : []
  }
}

extension Database {
  /// Returns the state of the database: its size and free pages, its log, and the known defects of
  /// the SQLite version in use.
  ///
  /// ```swift
  /// let health = try await db.health()
  /// if health.freePageCount > health.pageCount / 2 { try await db.vacuum() }
  /// ```
  ///
  /// - Throws: ``DatabaseError`` if the database can't be read.
  public func health() async throws -> DatabaseHealth {
    // A reader would return its own journal mode, which it never uses.
    let path = path
    return try await writing { db in
      let journalMode = try db.value(String.self, sql: "PRAGMA journal_mode")
      return DatabaseHealth(
        sqliteVersion: SQLiteLibrary.version, journalMode: journalMode,
        pageSize: try db.value(Int.self, sql: "PRAGMA page_size"),
        pageCount: try db.value(Int.self, sql: "PRAGMA page_count"),
        freePageCount: try db.value(Int.self, sql: "PRAGMA freelist_count"),
        logSize: sizeOfFile(path + "-wal"),
        defects: SQLiteDefect.known(
          in: SQLiteLibrary.versionNumber, journalMode: journalMode))
    }
  }
}
