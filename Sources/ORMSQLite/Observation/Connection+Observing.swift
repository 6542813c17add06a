import ORMCore

/// The region of the database that an observer reads.
@usableFromInline
enum ObservedScope: Sendable {
  case region(ReadRegion)
  case statement(String)
  /// The statements of a query with lists.
  case statements([String])
  case row(ReadRow, sql: String)
}

/// The last versions seen of other connections' commits, and the task that polls for them.
struct ForeignCommits {
  let dataVersion: PreparedStatement
  let schemaVersion: PreparedStatement
  var lastData: Int?
  var lastSchema: Int?
  var listener: Task<Void, Never>?
}

extension Connection {
  /// The observers of this connection, if there are any.
  var subscriptions: Subscriptions? { journal?.subscriptions }

  private var journal: TransactionJournal? {
    hooks.observers.lazy.compactMap { $0 as? TransactionJournal }.first
  }

  /// Adds an observer, and begins to record the connection's changes if it is the first one.
  ///
  /// - Parameter interval: The time between two checks for other connections' commits; nil for
  ///   none.
  func beginObserving(_ mailbox: ObserverMailbox, interval: Duration?) throws -> Int {
    try beginWatching(interval: interval).add(mailbox)
  }

  /// Begins to record the changes of a table's rows.
  func beginStream(
    _ batches: ChangeQueue, of table: String, naming: RowIdentity, keyColumns: [String],
    interval: Duration?
  ) throws -> Int {
    guard hooks.seesRows else {
      throw DatabaseError(
        extendedCode: .misuse,
        message: "SQLite was built without SQLITE_ENABLE_PREUPDATE_HOOK, which change streams need")
    }
    let name = TableName(database: "main", table: table)
    let layout = try streamLayout(of: name, naming, keyColumns)
    let subscriptions = try beginWatching(interval: interval)
    let id = subscriptions.add(
      batches, of: name, layout, naming: naming, keyColumns: keyColumns)
    if isInTransaction { subscriptions.setJoinedMidTransaction(id) }
    return id
  }

  private func streamLayout(
    of name: TableName, _ naming: RowIdentity, _ keyColumns: [String]
  ) throws -> TableLayout {
    guard case .table(let layout) = try observedSource(name) else {
      throw DatabaseError(
        extendedCode: .error, message: "there is no table \(name.table) to observe")
    }
    switch naming {
    case .key:
      guard layout.hasKey(keyColumns) else {
        throw DatabaseError(
          extendedCode: .mismatch,
          message: "the primary key of \(name.table) is not the one that the struct declares: "
            + keyColumns.joined(separator: ", "))
      }
    case .rowID: _ = try prepare("SELECT rowid FROM \(name.table.quotedIdentifier)")
    }
    return layout
  }

  /// The subscriptions, which are notified from now on.
  private func beginWatching(interval: Duration?) throws -> Subscriptions {
    if let subscriptions { return subscriptions }
    // A statement that deletes all rows of a table at once was compiled without the hook.
    forgetStatements()
    authorizer.installUnlessReplaced(on: handle, again: false)
    let subscriptions = Subscriptions { [weak self] in
      // A hook calls this, on the actor: the commit is complete when the current borrower is done
      // with the connection, or when the actor has its next turn. The task is not isolated to the
      // actor; otherwise it would wait for a thread that runs tasks, and keep a blocking call
      // waiting for one.
      guard let self else { return }
      let isDelivered = self.assumeIsolated { connection in
        connection.hasMessages = connection.delivers
        return connection.delivers
      }
      if !isDelivered { Task.detached { Self.post(await self.messages()) } }
    }
    if let interval { subscriptions.foreign = try listen(every: interval) }
    delivery = { $0.deliver() }
    let journal = TransactionJournal(subscriptions, hooks: hooks, authorizer: authorizer) {
      // A connection is closed on its own actor.
      [weak self] in self?.assumeIsolated { $0.closeObservations() }
    }
    hooks.add(journal, on: handle)
    return subscriptions
  }

  /// Sets an observer's region. Earlier commits are not reported.
  func setScope(_ scope: ObservedScope, of observer: Int) throws {
    // Observers are closed with the connection.
    guard let subscriptions else { return }
    subscriptions.forget(observer)
    var row: ReadRow?
    let region: ReadRegion
    switch scope {
    case .region(let known): region = known
    case .statement(let sql): region = try self.region(of: [sql])
    case .statements(let texts): region = try self.region(of: texts)
    case .row(let known, let sql):
      region = try self.region(of: [sql])
      row = known
    }
    if isInTransaction { subscriptions.setJoinedMidTransaction(observer) }
    if region.isUnknown { subscriptions.setObservingAll(observer) }
    for (written, columns) in region.columns {
      guard let name = try schemaName(written) else {
        subscriptions.setObservingAll(observer)
        continue
      }
      switch try subscriptions.tables[name].map({ .table($0.columns) })
        ?? observedSource(name)
      {
      case .table(let layout):
        let table = subscriptions.watch(name, layout, for: observer)
        if let row, region.columns.count == 1, row.table.isSameName(as: name.table),
          layout.isKey(row.keyColumns, row.key)
        {
          table.add(observer, readingRow: row.key)
        } else {
          table.add(observer, reading: columns)
        }
      case .view: break
      case .unknown: subscriptions.setObservingAll(observer)
      }
    }
  }

  /// The table's name in the schema, for a name in a statement without a database.
  private func schemaName(_ name: TableName) throws -> TableName? {
    guard name.database.isEmpty else { return name }
    let schema = SchemaReader(values)
    for database in try schema.databases() {
      if let source = try schema.source(named: name.table, in: database) {
        return TableName(database: database, table: source.name)
      }
    }
    return nil
  }

  func endObserving(_ observer: Int) {
    guard let journal else { return }
    journal.subscriptions.remove(observer)
    guard journal.subscriptions.count == 0 else { return }
    journal.subscriptions.foreign?.listener?.cancel()
    hooks.remove(journal)
  }

  /// Notifies all observers that there are no more changes.
  private func closeObservations() {
    deliverMessages()
    subscriptions?.notifyAll(.closed)
    deliverMessages()
    subscriptions?.foreign?.listener?.cancel()
  }

  private func deliverMessages() { Self.post(messages()) }

  private nonisolated static func post(_ messages: [([ObserverMailbox], ObserverMailbox.Message)]) {
    for (mailboxes, message) in messages { for mailbox in mailboxes { mailbox.post(message) } }
  }

  private func deliver() {
    let messages = messages()
    if !messages.isEmpty { Self.postSoon(messages) }
  }

  private nonisolated static func postSoon(
    _ messages: [([ObserverMailbox], ObserverMailbox.Message)]
  ) {
    // Each observer is woken once, however many messages it has.
    var sleepers: [ObserverMailbox] = []
    for (mailboxes, message) in messages {
      for mailbox in mailboxes where mailbox.leave(message) { sleepers.append(mailbox) }
    }
    let woken = sleepers
    if !woken.isEmpty { Task.detached { for mailbox in woken { mailbox.wake() } } }
  }

  /// Delivers committed changes to streams, and returns the observers' messages. Waking the waiting
  /// tasks takes longer than a commit, and does not need the connection.
  private func messages() -> [([ObserverMailbox], ObserverMailbox.Message)] {
    guard let subscriptions else { return [] }
    // This runs in a writer's task, whose cancellation must not affect the observers.
    ignoringCancellation { lending { giveBatches(subscriptions) } }
    return subscriptions.drainMessages()
  }

  private func giveBatches(_ subscriptions: Subscriptions) {
    for (stream, batch) in subscriptions.drainBatches() { stream.give(batch) }
    for (id, table, naming, keyColumns) in subscriptions.unwatchedStreams() {
      do {
        subscriptions.watch(table, try streamLayout(of: table, naming, keyColumns), forStream: id)
      } catch let error as DatabaseError where error.isOfLock {
        // The table is looked up again with the next delivery.
        subscriptions.setBlind(id)
      } catch {
        subscriptions.end(id, throwing: error)
      }
    }
  }
}

// MARK: - Commits of other connections

extension Connection {
  /// Checks for commits of other connections at this interval; see
  /// <https://www.sqlite.org/pragma.html#pragma_data_version>.
  private func listen(every interval: Duration) throws -> ForeignCommits {
    var foreign = ForeignCommits(
      dataVersion: try prepare("PRAGMA data_version"),
      schemaVersion: try prepare("PRAGMA schema_version"))
    foreign.dataVersion.endMonitoring()
    foreign.schemaVersion.endMonitoring()
    foreign.lastData = try foreign.dataVersion.scalar(Int.self)
    foreign.lastSchema = try foreign.schemaVersion.scalar(Int.self)
    // The first observer's task may have a deadline, say, that does not apply to the other
    // observers.
    foreign.listener = Task.detached { [weak self] in
      while (try? await Task.sleep(for: interval.waitable)) != nil {
        guard let self else { return }
        await self.lookForForeignCommits()
      }
    }
    return foreign
  }

  /// Notifies the observers if another connection has committed something.
  func lookForForeignCommits() {
    // If the file can't be read now, it is checked again the next time.
    guard let subscriptions, let foreign = subscriptions.foreign,
      let data = try? foreign.dataVersion.scalar(Int.self), data != foreign.lastData,
      let schema = try? foreign.schemaVersion.scalar(Int.self)
    else { return }
    subscriptions.foreign?.lastData = data
    subscriptions.foreign?.lastSchema = schema
    // A schema change by this connection was already reported; reporting it twice does no harm.
    subscriptions.notifyAll(schema == foreign.lastSchema ? .changed : .schemaChanged)
    deliverMessages()
  }
}
