import CSQLite
import ORMCore

/// What is known of what an observer reads.
enum ObservedScope: Sendable {
  case region(ReadRegion)
  case statement(String)
  case row(ReadRow, sql: String)
}

/// What was last heard of the commits of other connections, and who listens for more.
struct ForeignCommits {
  let dataVersion: PreparedStatement
  let schemaVersion: PreparedStatement
  var lastData: Int?
  var lastSchema: Int?
  var listener: Task<Void, Never>?
}

extension Connection {
  /// Begins to see what the connection changes, where it does not yet, for one more observer.
  ///
  /// - Parameter interval: How often other connections' commits are looked for; nil for never.
  func beginObserving(_ mailbox: ObserverMailbox, interval: Duration?) throws -> Int {
    try beginWatching(interval: interval)
    return changes.add(mailbox)
  }

  /// Begins to note what happens to the rows of a table.
  func beginStream(
    _ batches: ChangeWatch.Batches, of table: String, naming: RowNaming, keyColumns: [String],
    interval: Duration?
  ) throws -> Int {
    guard changes.seesRows else {
      throw DatabaseError(
        extendedCode: .misuse,
        message: "SQLite was built without SQLITE_ENABLE_PREUPDATE_HOOK, which tells of rows")
    }
    let name = TableName(database: "main", table: table)
    let layout = try streamLayout(of: name, naming, keyColumns)
    try beginWatching(interval: interval)
    let id = changes.add(batches, of: name, layout, naming: naming, keyColumns: keyColumns)
    if isInTransaction { changes.setLate(id) }
    return id
  }

  private func streamLayout(
    of name: TableName, _ naming: RowNaming, _ keyColumns: [String]
  ) throws -> TableLayout {
    guard case .table(let layout) = try observedSource(name) else {
      throw DatabaseError(
        extendedCode: .error, message: "there is no table \(name.table) whose rows can be told of")
    }
    switch naming {
    case .key:
      guard layout.hasKey(keyColumns) else {
        throw DatabaseError(
          extendedCode: .mismatch, message: "the key of \(name.table) is not \(keyColumns)")
      }
    case .rowID: _ = try prepare("SELECT rowid FROM \(name.table.quotedIdentifier)")
    }
    return layout
  }

  /// Installs the hooks, where they are not.
  private func beginWatching(interval: Duration?) throws {
    if !changes.isInstalled {
      // A statement that deletes all rows of a table at once was compiled without the hook.
      forgetStatements()
      authorizer.installUnlessReplaced(on: handle, again: false)
      callbackFailure.changes = changes
      if let interval { try listen(every: interval) }
      changes.install(on: handle, authorizer: authorizer) { [weak self] in
        // It is a hook that calls this: the commit is done when this actor has its next turn.
        guard let self else { return }
        Task { await self.deliverMessages() }
      }
    }
  }

  /// Says what an observer reads. What was committed before is not told.
  func setScope(_ scope: ObservedScope, of observer: Int) throws {
    changes.forget(observer)
    var row: ReadRow?
    let region: ReadRegion
    switch scope {
    case .region(let known): region = known
    case .statement(let sql): region = try self.region(of: sql)
    case .row(let known, let sql):
      region = try self.region(of: sql)
      row = known
    }
    if isInTransaction { changes.setLate(observer) }
    if region.isUnknown { changes.setUnknowing(observer) }
    for (written, columns) in region.columns {
      guard let name = try schemaName(written) else {
        changes.setUnknowing(observer)
        continue
      }
      switch try changes.tables[name].map({ .table($0.columns) }) ?? observedSource(name) {
      case .table(let layout):
        let table = changes.watch(name, layout, for: observer)
        if let row, region.columns.count == 1, row.table.isSameName(as: name.table),
          layout.isKey(row.keyColumns, row.key)
        {
          table.add(observer, readingRow: row.key)
        } else {
          table.add(observer, reading: columns)
        }
      case .view: break
      case .unknown: changes.setUnknowing(observer)
      }
    }
  }

  /// The table's name as the schema has it, where a statement says it without its database.
  private func schemaName(_ name: TableName) throws -> TableName? {
    guard name.database.isEmpty else { return name }
    let databases = try values(
      of: Statement(sql: "SELECT name FROM pragma_database_list ORDER BY name <> 'temp', seq"))
    for case .text(let database)? in databases.map(\.first) {
      let found = try values(
        of: Statement(
          sql: "SELECT name FROM \(database.quotedIdentifier).sqlite_schema"
            + " WHERE name = $1 COLLATE NOCASE AND type IN ('table', 'view')",
          arguments: [.text(name.table)]))
      if case .text(let table)? = found.first?.first {
        return TableName(database: database, table: table)
      }
    }
    return nil
  }

  func endObserving(_ observer: Int) {
    changes.remove(observer)
    if changes.observerCount == 0 && changes.isInstalled { stopObserving() }
  }

  /// Tells all observers that there is nothing more to come.
  func closeObservations() {
    deliverMessages()
    changes.postAll(.closed)
    deliverMessages()
    if changes.isInstalled { stopObserving() }
  }

  private func stopObserving() {
    changes.foreign?.listener?.cancel()
    changes.uninstall(from: handle)
  }

  private func deliverMessages() { lending { deliverNow() } }

  private func deliverNow() {
    for (stream, batch) in changes.takeBatches() { stream.yield(batch) }
    for (id, table, naming, keyColumns) in changes.unwatchedStreams {
      do {
        changes.watch(table, try streamLayout(of: table, naming, keyColumns), forStream: id)
      } catch {
        changes.end(id, throwing: error)
      }
    }
    for (mailbox, message) in changes.takeMessages() { mailbox.post(message) }
  }
}

// MARK: - Commits of others

extension Connection {
  /// Looks for commits of other connections from time to time; see
  /// <https://www.sqlite.org/pragma.html#pragma_data_version>.
  private func listen(every interval: Duration) throws {
    var foreign = ForeignCommits(
      dataVersion: try prepare("PRAGMA data_version"),
      schemaVersion: try prepare("PRAGMA schema_version"))
    foreign.lastData = try foreign.dataVersion.scalar(Int.self)
    foreign.lastSchema = try foreign.schemaVersion.scalar(Int.self)
    foreign.listener = Task { [weak self] in
      while (try? await Task.sleep(for: interval.waitable)) != nil {
        guard let self else { return }
        await self.lookForForeignCommits()
      }
    }
    changes.foreign = foreign
  }

  private func lookForForeignCommits() {
    // Where the file can't be read now, it is looked at the next time.
    guard let foreign = changes.foreign,
      let data = try? foreign.dataVersion.scalar(Int.self), data != foreign.lastData,
      let schema = try? foreign.schemaVersion.scalar(Int.self)
    else { return }
    changes.foreign?.lastData = data
    changes.foreign?.lastSchema = schema
    // A schema that this connection changes has been told of, and does no harm twice.
    changes.postAll(schema == foreign.lastSchema ? .changed : .schemaChanged)
    deliverMessages()
  }
}
