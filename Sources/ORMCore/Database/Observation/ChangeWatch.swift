import CSQLite

/// Sees what the statements of one connection change, and tells whom that concerns once it is committed.
///
/// It hears of each row before it changes by the preupdate hook
/// (<https://www.sqlite.org/c3ref/preupdate_blobwrite.html>), those that cascades, triggers and `REPLACE`
/// change, and those of tables without a rowid, included; while there is one, SQLite deletes all rows of a
/// table one by one, too. A library without that hook, or an authorizer of the user's own, leaves the
/// commits alone to be seen, and each then concerns everyone. Without observers there are no hooks.
final class ChangeWatch {
  private struct Observer {
    let mailbox: ObserverMailbox
    var tables: [TableName] = []
  }

  /// Whether the library tells of each row.
  var seesRows = orm_sqlite3_has_preupdate_hook() != 0
  private(set) var isInstalled = false
  private var triggers: TriggerWatch?
  /// Has ``takeMessages()`` called soon, and not from a hook.
  private var schedule: () -> Void = {}
  private var isScheduled = false
  private var messages: [(ObserverMailbox, ObserverMailbox.Message)] = []

  private var lastID = 0
  private var observers: [Int: Observer] = [:]
  private(set) var tables: [TableName: WatchedTable] = [:]
  /// Those whom every change concerns.
  private var unknowing: Set<Int> = []
  /// Those who came in the middle of a transaction, whose first part they have not seen.
  private var late: Set<Int> = []

  private var recent = RecentTable()
  private var touched: [WatchedTable] = []
  private var hasChanges = false

  /// The last that was heard of the commits of other connections.
  var foreign: ForeignCommits?

  var observerCount: Int { observers.count }
}

// MARK: - Hooks

extension ChangeWatch {
  func install(
    on handle: OpaquePointer, triggers: TriggerWatch, schedule: @escaping () -> Void
  ) {
    isInstalled = true
    self.triggers = triggers
    self.schedule = schedule
    triggers.hasSeenSchemaChange = false
    let context = Unmanaged.passUnretained(self).toOpaque()
    if seesRows {
      orm_sqlite3_preupdate_hook(
        handle,
        { context, connection, operation, database, table, oldKey, newKey in
          guard let context, let connection, let database, let table else { return }
          Unmanaged<ChangeWatch>.fromOpaque(context).takeUnretainedValue().note(
            RowChange(
              connection: connection, operation: operation, oldKey: oldKey, newKey: newKey),
            table, database)
        }, context)
    }
    sqlite3_commit_hook(
      handle,
      { context in
        guard let context else { return 0 }
        Unmanaged<ChangeWatch>.fromOpaque(context).takeUnretainedValue().commit()
        return 0
      }, context)
    sqlite3_rollback_hook(
      handle,
      { context in
        guard let context else { return }
        Unmanaged<ChangeWatch>.fromOpaque(context).takeUnretainedValue().rollBack()
      }, context)
  }

  func uninstall(from handle: OpaquePointer) {
    isInstalled = false
    if seesRows { orm_sqlite3_preupdate_hook(handle, nil, nil) }
    sqlite3_commit_hook(handle, nil, nil)
    sqlite3_rollback_hook(handle, nil, nil)
    schedule = {}
    foreign = nil
    forgetChanges()
  }

  private func note(
    _ change: RowChange, _ table: UnsafePointer<CChar>, _ database: UnsafePointer<CChar>
  ) {
    hasChanges = true
    if recent.name != table || recent.database != database {
      let name = TableName(database: String(cString: database), table: String(cString: table))
      recent = RecentTable(name: table, database: database, table: tables[name])
      if let table = recent.table, !table.isTouched {
        table.isTouched = true
        touched.append(table)
      }
    }
    recent.table?.note(change)
  }

  private func commit() {
    if triggers?.hasSeenSchemaChange ?? true {
      postAll(.schemaChanged)
    } else if !seesRows || !(triggers?.isPresent ?? false) {
      postAll(.changed)
    } else {
      var concerned = hasChanges ? unknowing : []
      for table in touched { concerned.formUnion(table.concerned) }
      for id in concerned.subtracting(late) { post(.changed, to: id) }
      postLate()
    }
    endTransaction()
  }

  private func rollBack() {
    postLate()
    endTransaction()
  }

  private func postLate() {
    // What they read of may have been known from a schema that is no more.
    for id in late { post(.schemaChanged, to: id) }
  }

  private func endTransaction() {
    late.removeAll()
    forgetChanges()
    guard !messages.isEmpty && !isScheduled else { return }
    isScheduled = true
    schedule()
  }

  private func forgetChanges() {
    for table in touched { table.forgetChanges() }
    touched.removeAll()
    recent = RecentTable()
    hasChanges = false
    triggers?.hasSeenSchemaChange = false
  }
}

/// The table that the last change was of, as most are that follow: its names stand where they stood, in
/// memory that belongs to the schema and lasts as long as that does.
private struct RecentTable {
  var name: UnsafePointer<CChar>?
  var database: UnsafePointer<CChar>?
  var table: WatchedTable?
}

// MARK: - Messages

extension ChangeWatch {
  private func post(_ message: ObserverMailbox.Message, to id: Int) {
    if let observer = observers[id] { messages.append((observer.mailbox, message)) }
  }

  /// Leaves a message for everyone.
  func postAll(_ message: ObserverMailbox.Message) {
    // Where its columns stand has to be found out anew for each table.
    if message == .schemaChanged { tables.removeAll() }
    for id in observers.keys { post(message, to: id) }
  }

  func takeMessages() -> [(ObserverMailbox, ObserverMailbox.Message)] {
    isScheduled = false
    defer { messages = [] }
    return messages
  }
}

// MARK: - Observers

extension ChangeWatch {
  /// Adds an observer, whom no change concerns yet.
  func add(_ mailbox: ObserverMailbox) -> Int {
    lastID += 1
    observers[lastID] = Observer(mailbox: mailbox)
    return lastID
  }

  func remove(_ id: Int) {
    forget(id)
    observers[id] = nil
  }

  /// Forgets what changes concern an observer.
  func forget(_ id: Int) {
    unknowing.remove(id)
    late.remove(id)
    for name in observers[id]?.tables ?? [] {
      if let table = tables[name], table.remove(id) {
        // What has been seen of it in this transaction concerns nobody any more.
        tables[name] = nil
        recent = RecentTable()
      }
    }
    observers[id]?.tables = []
  }

  func setUnknowing(_ id: Int) { unknowing.insert(id) }

  func setLate(_ id: Int) { late.insert(id) }

  /// The table, which is from here on watched for an observer.
  func watch(_ name: TableName, _ layout: TableLayout, for id: Int) -> WatchedTable {
    let table = tables[name] ?? WatchedTable(layout)
    tables[name] = table
    observers[id]?.tables.append(name)
    recent = RecentTable()
    return table
  }
}
