/// Records the rows that a transaction changes, and, once it is committed, posts to the observers
/// that it affects.
///
/// If not each row was reported, or the caller's own authorizer hides what is compiled, each commit
/// affects everyone.
final class TransactionJournal: ConnectionObserver {
  let subscriptions: Subscriptions
  /// They own the journal.
  private unowned let hooks: ConnectionHooks
  private let authorizer: Authorizer
  /// Closes the subscriptions, on their connection.
  private let close: () -> Void

  private var touched: [WatchedTable] = []
  private var hasChanges = false
  /// Whether the transaction is a statement's own.
  private var isAutocommit = false
  /// Whether a statement has failed, and what it had done by then was undone.
  private var hasFailure = false
  /// The journals at the beginning of each savepoint that is open.
  private var marks: [Mark] = []
  private var lastCommit: (isAutocommit: Bool, totalChanges: Int32) = (false, 0)

  /// A stream has an element for each; observers run their queries again.
  var tellsCommitsApart: Bool { subscriptions.hasStreams }

  init(
    _ subscriptions: Subscriptions, hooks: ConnectionHooks, authorizer: Authorizer,
    close: @escaping () -> Void
  ) {
    self.subscriptions = subscriptions
    self.hooks = hooks
    self.authorizer = authorizer
    self.close = close
    authorizer.hasSeenSchemaChange = false
  }
}

/// What streams would be given of a transaction until a savepoint.
private struct Mark {
  let savepoint: Int
  let journals: [ObjectIdentifier: RowJournals]
  let hasFailure: Bool
}

// MARK: - In a transaction

extension TransactionJournal {
  func willChange(_ change: RowChange) {
    if !hasChanges {
      hasChanges = true
      isAutocommit = hooks.isAutocommit
    }
    guard let table = subscriptions.tables.table(of: change) else { return }
    if !table.isTouched {
      table.isTouched = true
      touched.append(table)
    }
    table.note(change)
  }

  /// What the statement did was undone, and can't be told from the rest.
  func statementFailed() { if hasChanges { hasFailure = true } }

  func didBegin(savepoint depth: Int) {
    marks.removeAll { $0.savepoint >= depth }
    // Observers run their queries again, whatever was undone.
    guard subscriptions.hasStreams else { return }
    marks.append(
      Mark(
        savepoint: depth,
        journals: Dictionary(
          touched.map { (ObjectIdentifier($0), $0.journals) }, uniquingKeysWith: { $1 }),
        hasFailure: hasFailure))
  }

  func didRollBack(toSavepoint depth: Int) {
    guard let mark = marks.last(where: { $0.savepoint == depth }) else { return }
    hasFailure = mark.hasFailure
    for table in touched {
      for naming in table.journals.namings {
        table.journals[naming] = mark.journals[ObjectIdentifier(table)]?[naming] ?? RowJournal()
      }
    }
  }
}

// MARK: - At its end

extension TransactionJournal {
  func willCommit() {
    lastCommit = (isAutocommit && hasChanges, hooks.totalChangeCount)
    subscriptions.beginCommit()
    if authorizer.hasSeenSchemaChange {
      subscriptions.notifyAll(.schemaChanged)
    } else if !hooks.sawEachRow || !authorizer.isPresent {
      subscriptions.notifyAll(.changed)
    } else {
      postChanges()
    }
    endTransaction()
  }

  private func postChanges() {
    let late = subscriptions.late
    for table in touched {
      for (id, naming) in table.streams {
        guard let journal = table.journals[naming] else { continue }
        var changes = journal.changes
        // A row that was undone was reported when it changed, and its undoing is not.
        if !journal.isEmpty && hooks.hadCode && authorizer.codeUndoesParts {
          changes = KeyChanges(isComplete: false)
        }
        if !journal.isEmpty && hasFailure || late.contains(id) { changes.isComplete = false }
        subscriptions.give(changes, to: id)
      }
    }
    if hasChanges {
      for id in subscriptions.blind { subscriptions.give(KeyChanges(isComplete: false), to: id) }
    }
    let all = hasChanges ? subscriptions.observingAll : []
    if touched.count == 1, all.isEmpty, late.isEmpty {
      subscriptions.post(.changed, to: touched[0].concerned)
    } else {
      let affected = touched.reduce(into: all) { $0.formUnion($1.concerned) }
      subscriptions.post(.changed, to: affected.subtracting(late))
    }
    subscriptions.postLate()
  }

  /// Takes back what streams would have been given of the last commit.
  func commitFailed() { subscriptions.takeBackCommit() }

  func didRollBack() {
    // A statement's own transaction that could not be committed: its changes would count otherwise.
    if lastCommit.isAutocommit && !hasChanges
      && lastCommit.totalChanges == hooks.totalChangeCount
    {
      commitFailed()
    }
    subscriptions.postLate()
    endTransaction()
  }

  private func endTransaction() {
    for table in touched { table.forgetChanges() }
    touched.removeAll()
    hasChanges = false
    hasFailure = false
    marks.removeAll()
    authorizer.hasSeenSchemaChange = false
    subscriptions.endTransaction()
  }

  func willClose() { close() }
}
