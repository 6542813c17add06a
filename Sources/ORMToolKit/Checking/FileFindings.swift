import ORMCore
import ORMSchema

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Findings about the write-ahead log of a database, and about rows that violate its constraints.
enum FileFindings {
  /// A finding for a write-ahead log with transactions that no program has open: a copy of the file
  /// alone would lose them.
  ///
  /// This has to run before the database is opened here: closing a file releases the locks of the
  /// process.
  static func log(beside path: String) -> Finding? {
    guard let size = FileFacts.size(path + "-wal"), size > 0, !isInUse(path + "-shm") else {
      return nil
    }
    return Finding(
      "log-left-behind", .warning, of: path,
      "\(path)-wal has \(size.byteSize) that the database lacks: a program did not close it",
      cure: #"orm query \#(path.shellWord) "PRAGMA wal_checkpoint(TRUNCATE)" --write"#)
  }

  /// Whether a process has the database open in WAL mode: each holds a lock on byte 128 of the
  /// shared-memory file. See <https://www.sqlite.org/walformat.html#wal_locks>.
  private static func isInUse(_ path: String) -> Bool {
    let descriptor = open(path, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var lock = flock()
    lock.l_type = Int16(F_WRLCK)
    lock.l_whence = Int16(SEEK_SET)
    (lock.l_start, lock.l_len) = (128, 1)
    return fcntl(descriptor, F_GETLK, &lock) == 0 && lock.l_type != Int16(F_UNLCK)
  }

  /// Removes the messages about rows that violate a constraint from the messages of SQLite's
  /// integrity check, and returns findings for them. The other messages are damage.
  static func violations(in messages: inout [String], _ schema: Schema) -> [Finding] {
    var findings: [Finding] = []
    if messages.isEmpty { return findings }
    for table in schema.tables {
      let name = table.name.quotedIdentifier
      func take(_ message: String, _ words: String, _ cure: String?) {
        let before = messages.count
        messages.removeAll { $0.hasSameBytes(as: message) }
        let count = before - messages.count
        guard count > 0 else { return }
        findings.append(
          Finding(
            "old-violation", .error, of: table.name,
            "\(count == 1 ? "1 row violates" : "\(count) rows violate") \(words)", cure: cure))
      }
      for column in table.columns {
        let words = "NOT NULL of \(column.name)"
        let cure = "SELECT * FROM \(name) WHERE typeof(\(column.name.quotedIdentifier)) = 'null';"
        take("NULL value in \(table.name).\(column.name)", words, cure)
      }
      // StoredFindings finds rows that violate a CHECK.
      messages.removeAll { $0.hasSameBytes(as: "CHECK constraint failed in \(table.name)") }
    }
    return findings
  }
}
