import ORMCore

extension Configuration {
  /// The place where SQLite stores the data for committing a transaction or rolling it back; see
  /// <https://www.sqlite.org/pragma.html#pragma_journal_mode>.
  public enum JournalMode: String, Sendable, Hashable, CaseIterable {
    /// A write-ahead log next to the file. Readers and the writer do not wait for each other; see
    /// <https://www.sqlite.org/wal.html>.
    case wal
    /// A rollback journal next to the file, which is deleted at the end of each transaction.
    case delete
    /// A rollback journal next to the file, which is truncated to zero bytes at the end of each
    /// transaction.
    case truncate
    /// A rollback journal next to the file, whose header is overwritten with zeros at the end of
    /// each transaction.
    case persist
    /// A rollback journal in memory. If the process dies during a transaction, the file is damaged.
    case memory
  }

  /// When SQLite syncs to disk; see <https://www.sqlite.org/pragma.html#pragma_synchronous>.
  public enum Synchronous: Int, Sendable, Hashable, CaseIterable {
    /// Never. A power failure may damage the file.
    case off
    /// With a write-ahead log: at each checkpoint, before pages of the log are written to the file.
    /// A power failure may lose the last commits, but does not damage the file.
    case normal
    /// At each commit. A power failure loses no transaction that has returned.
    case full
    /// At each commit. Without a write-ahead log, SQLite also syncs the directory, after deleting
    /// the journal.
    case extra
  }
}
