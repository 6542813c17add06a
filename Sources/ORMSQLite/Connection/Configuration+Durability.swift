import ORMCore

extension Configuration {
  /// Where SQLite keeps what makes a transaction whole or undone; see
  /// <https://www.sqlite.org/pragma.html#pragma_journal_mode>.
  public enum JournalMode: String, Sendable, Hashable, CaseIterable {
    /// In a write-ahead log beside the file: those who read and the one who writes do not wait for
    /// each other; see <https://www.sqlite.org/wal.html>.
    case wal
    /// In a journal beside the file, which is deleted at the end of each transaction.
    case delete
    /// In a journal beside the file, which is made empty at the end of each transaction.
    case truncate
    /// In a journal beside the file, whose head is overwritten at the end of each transaction.
    case persist
    /// In memory. Where the process dies in the midst of a transaction, the file is damaged.
    case memory
  }

  /// What is brought to the disk before SQLite goes on; see
  /// <https://www.sqlite.org/pragma.html#pragma_synchronous>.
  public enum Synchronous: Int, Sendable, Hashable, CaseIterable {
    /// Nothing: where the power fails, the file may be damaged.
    case off
    /// With a write-ahead log, the log before its pages are moved into the file: where the power
    /// fails, the last commits may be lost, and the file is whole.
    case normal
    /// Each commit: where the power fails, no transaction is lost that has returned.
    case full
    /// Each commit, and without a write-ahead log the folder, too, in which the journal was
    /// deleted.
    case extra
  }
}
