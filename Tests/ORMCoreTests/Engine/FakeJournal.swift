import ORMCore

/// What was run, and what is answered.
final class Journal {
  typealias Answer = (columns: [String], rows: [[SQLValue]])

  var answers: [String: Answer] = [:]
  /// The texts that were prepared.
  var prepared: [String] = []
  var changeCount = 1
  private var entries: [String] = []

  func note(_ entry: String) { entries.append(entry) }

  func takeEntries() -> [String] {
    defer { entries = [] }
    return entries
  }
}

extension FakeDatabase {
  /// Answers `sql` with these rows from now on.
  func answer(_ sql: String, _ columns: [String], _ rows: [[SQLValue]]) async {
    await connection.lend { $0.journal.answers[sql] = (columns, rows) }
  }

  /// The statements that have run since this was asked last, each with its arguments.
  func statements() async -> [String] { await connection.lend { $0.journal.takeEntries() } }

  /// The texts that were prepared so far.
  func prepared() async -> [String] { await connection.lend { $0.journal.prepared } }

  /// How many rows each write from now on says that it changed.
  func change(_ count: Int) async { await connection.lend { $0.journal.changeCount = count } }
}
