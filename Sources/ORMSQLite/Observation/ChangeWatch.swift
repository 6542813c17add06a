import CSQLite
import ORMCore

/// Sees what the statements of one connection change, and tells whom that concerns once it is committed.
///
/// It hears of each row before it changes by the preupdate hook
/// (<https://www.sqlite.org/c3ref/preupdate_blobwrite.html>), those that cascades, triggers and `REPLACE`
/// change, and those of tables without a rowid, included; while there is one, SQLite deletes all rows of a
/// table one by one, too. A library without that hook, or an authorizer of the user's own, leaves the
/// commits alone to be seen, and each then concerns everyone. Without observers there are no hooks.
final class ChangeWatch {
  typealias Batches = AsyncThrowingStream<KeyChanges, any Error>.Continuation

  private struct Stream {
    let batches: Batches
    let table: TableName
    let naming: RowNaming
    let keyColumns: [String]
  }

  private struct Observer {
    let mailbox: ObserverMailbox
    var tables: [TableName] = []
  }

  /// Whether the library tells of each row.
  var seesRows = orm_sqlite3_has_preupdate_hook() != 0
  private(set) var isInstalled = false
  private var authorizer: Authorizer?
  /// Has ``takeMessages()`` called soon, and not from a hook.
  private var schedule: () -> Void = {}
  private var isScheduled = false
  private var messages: [(ObserverMailbox, ObserverMailbox.Message)] = []

  private var lastID = 0
  private var observers: [Int: Observer] = [:]
  private var streams: [Int: Stream] = [:]
  /// What streams are to be given, in order.
  private var batches: [(Batches, KeyChanges)] = []
  /// What the last commit added to them, which is taken back where it fails after all.
  private var lastCommit: (batchCount: Int, isAutocommit: Bool, totalChanges: Int32) = (0, false, 0)
  private var handle: OpaquePointer?
  private(set) var tables: [TableName: WatchedTable] = [:]
  /// Those whom every change concerns.
  private var unknowing: Set<Int> = []
  /// Those who came in the middle of a transaction, whose first part they have not seen.
  private var late: Set<Int> = []

  private var recent = RecentTable()
  private var touched: [WatchedTable] = []
  private var hasChanges = false
  /// Whether the transaction is a statement's own.
  private var isAutocommit = false
  /// Whether a statement has failed, and what it had done by then was undone.
  private var hasFailure = false
  /// Whether C code has the connection, and whether it had it in this transaction.
  private var isInCode = false
  private var hadCode = false
  /// How many sessions have the hook.
  private var suspensions = 0
  /// Whether a part of the transaction was not seen.
  private var isBlind = false

  /// The last that was heard of the commits of other connections.
  var foreign: ForeignCommits?

  var observerCount: Int { observers.count + streams.count }
}

// MARK: - Hooks

extension ChangeWatch {
  func install(
    on handle: OpaquePointer, authorizer: Authorizer, schedule: @escaping () -> Void
  ) {
    isInstalled = true
    self.handle = handle
    self.authorizer = authorizer
    self.schedule = schedule
    authorizer.hasSeenSchemaChange = false
    let context = Unmanaged.passUnretained(self).toOpaque()
    if seesRows { installRowHook(on: handle) }
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

  private func installRowHook(on handle: OpaquePointer) {
    orm_sqlite3_preupdate_hook(
      handle,
      { context, connection, operation, database, table, oldKey, newKey in
        guard let context, let connection, let database, let table else { return }
        Unmanaged<ChangeWatch>.fromOpaque(context).takeUnretainedValue().note(
          RowChange(
            connection: connection, operation: operation, oldKey: oldKey, newKey: newKey),
          table, database)
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  /// Gives the hook away, of which a connection has one, until ``resume(on:isInTransaction:)``. What a
  /// transaction changes meanwhile is not seen, so that all of it concerns everyone.
  func suspend(on handle: OpaquePointer) {
    suspensions += 1
    isBlind = true
    if isInstalled && seesRows { orm_sqlite3_preupdate_hook(handle, nil, nil) }
  }

  func resume(on handle: OpaquePointer, isInTransaction: Bool) {
    suspensions -= 1
    guard suspensions == 0 else { return }
    isBlind = isInTransaction
    if isInstalled && seesRows { installRowHook(on: handle) }
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
    if !hasChanges {
      hasChanges = true
      isAutocommit = sqlite3_get_autocommit(handle) != 0
    }
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
    lastCommit = (0, isAutocommit && hasChanges, sqlite3_total_changes(handle))
    if authorizer?.hasSeenSchemaChange ?? true {
      postAll(.schemaChanged)
    } else if !seesRows || isBlind || !(authorizer?.isPresent ?? false) {
      postAll(.changed)
    } else {
      var concerned = hasChanges ? unknowing : []
      for table in touched {
        concerned.formUnion(table.concerned)
        for (id, naming) in table.streams {
          guard let journal = table.journals[naming] else { continue }
          var changes = journal.changes
          // What was undone was told, when it was done, as what was not, and nothing tells of its undoing.
          if !journal.isEmpty && hadCode && authorizer?.codeUndoesParts == true {
            changes = KeyChanges(isComplete: false)
          }
          if !journal.isEmpty && hasFailure || late.contains(id) { changes.isComplete = false }
          give(changes, to: id)
        }
      }
      for id in concerned.subtracting(late) { post(.changed, to: id) }
      postLate()
    }
    endTransaction()
  }

  private func give(_ changes: KeyChanges, to id: Int) {
    guard let stream = streams[id], !changes.isEmpty else { return }
    batches.append((stream.batches, changes))
    lastCommit.batchCount += 1
  }

  /// Takes back what streams would have been given of the last commit. A transaction that a lock keeps
  /// from being committed may still be, and what it did is not known any more.
  func commitFailed() {
    batches.removeLast(min(lastCommit.batchCount, batches.count))
    lastCommit.batchCount = 0
    isBlind = true
  }

  private func rollBack() {
    // A statement's own transaction that could not be committed: its changes would count otherwise.
    if lastCommit.isAutocommit && !hasChanges
      && lastCommit.totalChanges == sqlite3_total_changes(handle)
    {
      commitFailed()
    }
    postLate()
    endTransaction()
  }

  private func postLate() {
    // What they read of may have been known from a schema that is no more.
    for id in late { post(.schemaChanged, to: id) }
  }

  private func endTransaction() {
    late.removeAll()
    isBlind = suspensions > 0
    hadCode = isInCode
    forgetChanges()
    guard !messages.isEmpty || !batches.isEmpty, !isScheduled else { return }
    isScheduled = true
    schedule()
  }

  private func forgetChanges() {
    for table in touched { table.forgetChanges() }
    touched.removeAll()
    recent = RecentTable()
    hasChanges = false
    hasFailure = false
    authorizer?.hasSeenSchemaChange = false
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
    for (id, stream) in streams {
      if message == .closed {
        stream.batches.finish()
      } else {
        give(KeyChanges(isComplete: false), to: id)
      }
    }
  }

  func takeMessages() -> [(ObserverMailbox, ObserverMailbox.Message)] {
    isScheduled = false
    defer { messages = [] }
    return messages
  }
}

// MARK: - Streams

extension ChangeWatch {
  /// Adds a stream of what happens to the rows of a table.
  func add(
    _ batches: Batches, of table: TableName, _ layout: TableLayout, naming: RowNaming,
    keyColumns: [String]
  ) -> Int {
    lastID += 1
    streams[lastID] = Stream(
      batches: batches, table: table, naming: naming, keyColumns: keyColumns)
    watch(table, layout, forStream: lastID)
    return lastID
  }

  /// The streams whose tables have to be looked at anew, since the schema has changed.
  var unwatchedStreams: [(id: Int, table: TableName, naming: RowNaming, keyColumns: [String])] {
    streams.compactMap { id, stream in
      tables[stream.table]?.streams[id] == nil
        ? (id, stream.table, stream.naming, stream.keyColumns) : nil
    }
  }

  func watch(_ name: TableName, _ layout: TableLayout, forStream id: Int) {
    guard let stream = streams[id] else { return }
    let table = tables[name] ?? WatchedTable(layout)
    tables[name] = table
    recent = RecentTable()
    table.add(id, naming: stream.naming)
  }

  func end(_ id: Int, throwing error: any Error) { streams[id]?.batches.finish(throwing: error) }

  func takeBatches() -> [(Batches, KeyChanges)] {
    defer {
      batches = []
      lastCommit.batchCount = 0
    }
    return batches
  }

  /// Where the journals stand, for a savepoint; nil where nobody needs it.
  func mark() -> JournalMark? {
    guard !streams.isEmpty else { return nil }
    return JournalMark(
      journals: Dictionary(
        touched.map { (ObjectIdentifier($0), $0.journals) }, uniquingKeysWith: { $1 }),
      hasFailure: hasFailure)
  }

  /// Forgets what has happened since the mark was made, which was undone.
  func restore(_ mark: JournalMark?) {
    guard let mark else { return }
    hasFailure = mark.hasFailure
    for table in touched {
      for naming in table.journals.keys {
        table.journals[naming] = mark.journals[ObjectIdentifier(table)]?[naming] ?? RowJournal()
      }
    }
  }

  /// C code has the connection, which may undo a part of the transaction.
  func beginCode() {
    isInCode = true
    hadCode = true
  }

  func endCode(isInTransaction: Bool) {
    isInCode = false
    hadCode = isInTransaction
  }

  /// Notes that a statement has failed: what it did was undone, and is not told from the rest.
  func noteFailure() { if hasChanges { hasFailure = true } }
}

/// What streams would have been given of a transaction until a savepoint.
struct JournalMark {
  fileprivate let journals: [ObjectIdentifier: [RowNaming: RowJournal]]
  fileprivate let hasFailure: Bool
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
    guard let stream = streams.removeValue(forKey: id) else { return }
    if let table = tables[stream.table], table.remove(id) { drop(table, stream.table) }
  }

  /// Forgets what changes concern an observer.
  func forget(_ id: Int) {
    unknowing.remove(id)
    late.remove(id)
    for name in observers[id]?.tables ?? [] {
      if let table = tables[name], table.remove(id) { drop(table, name) }
    }
    observers[id]?.tables = []
  }

  /// Forgets a table that concerns nobody any more.
  private func drop(_ table: WatchedTable, _ name: TableName) {
    tables[name] = nil
    recent = RecentTable()
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
