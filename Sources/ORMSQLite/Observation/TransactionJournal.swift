/// Records the rows that a transaction changes, and, once it is committed, posts messages to the
/// observers that it affects.
///
/// If not every row was reported, or the program's own authorizer hides what is compiled, each
/// commit affects all observers.
final class TransactionJournal: ConnectionObserver {
  let subscriptions: Subscriptions
  /// The hooks, which own the journal.
  private unowned let hooks: ConnectionHooks
  private let authorizer: Authorizer
  /// Closes the subscriptions, on their connection.
  private let close: () -> Void

  private var touched: [WatchedTable] = []
  private var hasChanges = false
  /// Whether the transaction is that of a single statement.
  private var isAutocommit = false
  /// Whether a statement has failed, and its changes were undone.
  private var hasFailure = false
  /// The journals at the beginning of each open savepoint.
  private var marks: [Mark] = []
  private var lastCommit: (isAutocommit: Bool, totalChanges: Int32) = (false, 0)

  /// A stream has an element for each commit; observers run their queries again.
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

/// The state of the journals at a savepoint.
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

  /// The statement's changes were undone, and can't be told apart from the others.
  func statementFailed() { if hasChanges { hasFailure = true } }

  func didBegin(savepoint depth: Int) {
    marks.removeAll { $0.savepoint >= depth }
    // Observers run their queries again whether or not changes were undone.
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
        // A row whose change is undone was reported when it changed, and the undoing is not
        // reported.
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

  /// Removes the last commit's changes from the streams.
  func commitFailed() { subscriptions.takeBackCommit() }

  func didRollBack() {
    // The commit of a single statement has failed: otherwise, the number of changes would be
    // higher.
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
