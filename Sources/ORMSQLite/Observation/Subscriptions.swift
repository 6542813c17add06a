/// The observers and streams of one connection: the tables that they read, and their pending
/// messages.
final class Subscriptions {
  private struct Stream {
    let batches: ChangeQueue
    let table: TableName
    let naming: RowIdentity
    let keyColumns: [String]
  }

  private struct Observer {
    let mailbox: ObserverMailbox
    var tables: [TableName] = []
  }

  private var lastID = 0
  private var observers: [Int: Observer] = [:]
  private var streams: [Int: Stream] = [:]
  var tables = WatchedTables()
  /// The observers that every change affects, because their region is unknown.
  private(set) var observingAll: Set<Int> = []
  /// Observers added in mid-transaction, which missed its first changes.
  private(set) var late: Set<Int> = []
  /// The streams whose tables could not be looked up because of a lock: they get each commit
  /// without its rows.
  private(set) var blind: Set<Int> = []
  /// Whether a stream's table may have to be looked up again.
  private var mayMissTables = false
  /// The observers that the last message was posted to: most commits affect the same ones.
  private var recent: (ids: Set<Int>, mailboxes: [ObserverMailbox]) = ([], [])
  private var outbox = Outbox()
  /// Schedules the delivery of the messages, outside of the hook.
  private let schedule: () -> Void
  /// The last commits of other connections that were noticed.
  var foreign: ForeignCommits?

  init(schedule: @escaping () -> Void) { self.schedule = schedule }

  var count: Int { observers.count + streams.count }
  var hasStreams: Bool { !streams.isEmpty }
}

/// The messages and batches to be delivered.
private struct Outbox {
  var messages: [([ObserverMailbox], ObserverMailbox.Message)] = []
  var batches: [(ChangeQueue, KeyChanges)] = []
  /// The number of batches of the last commit, which may still fail.
  var uncertainBatches = 0
  var isScheduled = false

  var isEmpty: Bool { messages.isEmpty && batches.isEmpty }
}

// MARK: - Messages

extension Subscriptions {
  func post(_ message: ObserverMailbox.Message, to id: Int) {
    if let observer = observers[id] { outbox.messages.append(([observer.mailbox], message)) }
  }

  func post(_ message: ObserverMailbox.Message, to ids: Set<Int>) {
    if ids.isEmpty { return }
    if ids != recent.ids { recent = (ids, ids.compactMap { observers[$0]?.mailbox }) }
    outbox.messages.append((recent.mailboxes, message))
  }

  /// Posts a message to all observers.
  func notifyAll(_ message: ObserverMailbox.Message) {
    // The positions of a table's columns have to be looked up again.
    if message == .schemaChanged {
      tables.removeAll()
      mayMissTables = true
    }
    for id in observers.keys { post(message, to: id) }
    for (id, stream) in streams {
      if message == .closed {
        stream.batches.finish()
      } else {
        give(KeyChanges(isComplete: false), to: id)
      }
    }
  }

  func postLate() {
    // The schema in which their tables were looked up may have been rolled back.
    for id in late { post(.schemaChanged, to: id) }
  }

  func give(_ changes: KeyChanges, to id: Int) {
    guard let stream = streams[id], !changes.isEmpty else { return }
    outbox.batches.append((stream.batches, changes))
    outbox.uncertainBatches += 1
  }

  func beginCommit() { outbox.uncertainBatches = 0 }

  /// Removes the batches of the last commit, which has failed.
  func takeBackCommit() {
    outbox.batches.removeLast(min(outbox.uncertainBatches, outbox.batches.count))
    outbox.uncertainBatches = 0
  }

  func endTransaction() {
    late.removeAll()
    tables.forgetPlaces()
    guard !outbox.isEmpty, !outbox.isScheduled else { return }
    outbox.isScheduled = true
    schedule()
  }

  func drainMessages() -> [([ObserverMailbox], ObserverMailbox.Message)] {
    outbox.isScheduled = false
    defer { outbox.messages = [] }
    return outbox.messages
  }

  func drainBatches() -> [(ChangeQueue, KeyChanges)] {
    defer {
      outbox.batches = []
      outbox.uncertainBatches = 0
    }
    return outbox.batches
  }
}

// MARK: - Streams

extension Subscriptions {
  /// Adds a stream of the changes of a table's rows.
  func add(
    _ batches: ChangeQueue, of table: TableName, _ layout: TableLayout, naming: RowIdentity,
    keyColumns: [String]
  ) -> Int {
    lastID += 1
    streams[lastID] = Stream(
      batches: batches, table: table, naming: naming, keyColumns: keyColumns)
    watch(table, layout, forStream: lastID)
    return lastID
  }

  /// The streams whose tables have to be looked up again, because the schema has changed.
  func unwatchedStreams()
    -> [(id: Int, table: TableName, naming: RowIdentity, keyColumns: [String])]
  {
    guard mayMissTables else { return [] }
    let unwatched = streams.compactMap { id, stream in
      tables[stream.table]?.streams[id] == nil
        ? (id, stream.table, stream.naming, stream.keyColumns) : nil
    }
    mayMissTables = !unwatched.isEmpty
    return unwatched
  }

  func watch(_ name: TableName, _ layout: TableLayout, forStream id: Int) {
    guard let stream = streams[id] else { return }
    blind.remove(id)
    tables.watch(name, layout).add(id, naming: stream.naming)
  }

  func setBlind(_ id: Int) { blind.insert(id) }

  func end(_ id: Int, throwing error: any Error) { streams[id]?.batches.finish(throwing: error) }
}

// MARK: - Observers

extension Subscriptions {
  /// Adds an observer, which no change affects yet.
  func add(_ mailbox: ObserverMailbox) -> Int {
    lastID += 1
    observers[lastID] = Observer(mailbox: mailbox)
    return lastID
  }

  func remove(_ id: Int) {
    forget(id)
    observers[id] = nil
    recent = ([], [])
    blind.remove(id)
    if let stream = streams.removeValue(forKey: id) { tables.remove(id, from: stream.table) }
  }

  /// Forgets which changes affect an observer.
  func forget(_ id: Int) {
    observingAll.remove(id)
    late.remove(id)
    for name in observers[id]?.tables ?? [] { tables.remove(id, from: name) }
    observers[id]?.tables = []
  }

  func setObservingAll(_ id: Int) { observingAll.insert(id) }

  func setJoinedMidTransaction(_ id: Int) { late.insert(id) }

  /// Watches a table for an observer, and returns it.
  func watch(_ name: TableName, _ layout: TableLayout, for id: Int) -> WatchedTable {
    observers[id]?.tables.append(name)
    return tables.watch(name, layout)
  }
}
