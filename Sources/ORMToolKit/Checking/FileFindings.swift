import ORMCore
import ORMSchema

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// What lies beside the database, and what its rows break.
enum FileFindings {
  /// A log that has transactions and that no program uses: who copies the file loses them.
  ///
  /// It is asked before the database is opened here: closing a file takes a process's own locks.
  static func log(beside path: String) -> Finding? {
    guard let size = FileFacts.size(path + "-wal"), size > 0, !isInUse(path + "-shm") else {
      return nil
    }
    return Finding(
      "log-left-behind", .warning, of: path,
      "\(path)-wal has \(size.byteSize) that are not in the file: a program did not close it",
      cure: #"orm query FILE "PRAGMA wal_checkpoint(TRUNCATE)" --write"#)
  }

  /// Whether a process has a database with a log open: each has a lock on byte 128 of the file that
  /// they share. See <https://www.sqlite.org/walformat.html#wal_locks>.
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

  /// Takes what rows break out of what SQLite says of a file, which is damage otherwise.
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
            "\(count == 1 ? "1 row breaks" : "\(count) rows break") \(words)", cure: cure))
      }
      for column in table.columns {
        let words = "the NOT NULL of \(column.name)"
        let cure = "SELECT * FROM \(name) WHERE typeof(\(column.name.quotedIdentifier)) = 'null';"
        take("NULL value in \(table.name).\(column.name)", words, cure)
      }
      // Rows that break a CHECK are looked for by StoredFindings.
      messages.removeAll { $0.hasSameBytes(as: "CHECK constraint failed in \(table.name)") }
    }
    return findings
  }
}
