import CSQLite
import ORM
import Synchronization
import Testing

@testable import ORMCore
@testable import ORMSQLite

@Suite("Streams of changes", .timeLimit(.minutes(10)))
struct ChangeStreamTests {
  let two: TwoDatabases
  var db: Database { two.db }

  init() async throws {
    two = try TwoDatabases()
    try await two.db.create(Band.self, Record.self, Seat.self, Play.self, Label.self)
    try await two.db.insert([Band(id: 1, name: "Sade"), Band(id: 2, name: "Can")])
    try await two.db.insert([
      Record(id: 1, title: "Promise", bandID: 1), Record(id: 2, title: "Tago Mago", bandID: 2),
    ])
  }

  @Test("A stream has one element for each commit, with the keys of its rows, in order")
  func commits() async throws {
    var changes = try await db.changes(of: Record.self).makeAsyncIterator()
    try await db.insert([Record(id: 3, title: "a"), Record(id: 4, title: "b")])
    try await db.transaction { tx in
      try tx.execute("UPDATE record SET plays = 1 WHERE id > 2")
      try tx.insert(Record(id: 5, title: "c"))
      try tx.execute("DELETE FROM record WHERE id = 1")
    }
    try await db.execute("DELETE FROM record")
    #expect(try await changes.next().map(Keys.init) == Keys(inserted: [3, 4]))
    #expect(
      try await changes.next().map(Keys.init) == Keys(inserted: [5], updated: [3, 4], deleted: [1]))
    #expect(try await changes.next().map(Keys.init) == Keys(deleted: [2, 3, 4, 5]))
  }

  @Test(
    "A stream reports the net effect of a commit",
    arguments: [
      ("INSERT INTO record (id, title) VALUES (7, 'x'); DELETE FROM record WHERE id = 7", Keys()),
      (
        "DELETE FROM record WHERE id = 1; INSERT INTO record (id, title) VALUES (1, 'x')",
        Keys(updated: [1])
      ),
      ("UPDATE record SET plays = plays, title = title", Keys()),
      ("UPDATE record SET id = 9 WHERE id = 1", Keys(inserted: [9], deleted: [1])),
      ("REPLACE INTO record (id, title) VALUES (1, 'x')", Keys(updated: [1])),
      ("DELETE FROM band WHERE id = 1", Keys(deleted: [1])),
      ("UPDATE band SET name = 'x' WHERE id = 1", Keys()),
    ])
  func net(script: String, expected: Keys) async throws {
    var changes = try await db.changes(of: Record.self).makeAsyncIterator()
    try await db.execute(script: "\(raw: script)")
    try await db.execute("INSERT INTO record (id, title) VALUES (100, 'the end')")
    if expected != Keys() { #expect(try await changes.next().map(Keys.init) == expected) }
    #expect(try await changes.next().map(Keys.init) == Keys(inserted: [100]))
  }

  @Test("A stream reports the net effect of many rows, some of them changed repeatedly")
  func many() async throws {
    var changes = try await db.changes(of: Record.self).makeAsyncIterator()
    try await db.transaction { tx in
      for id in 10..<40 { try tx.insert(Record(id: id, title: "a")) }
      try tx.execute("UPDATE record SET title = 'b' WHERE id IN (1, 2, 12, 35)")
      try tx.execute("DELETE FROM record WHERE id IN (2, 11, 30)")
      try tx.insert(Record(id: 30, title: "c"))
    }
    #expect(
      try await changes.next().map(Keys.init)
        == Keys(inserted: (10..<40).filter { $0 != 11 }, updated: [1], deleted: [2]))
  }

  @Test("A stream does not confuse its table with one of a similar or the same name")
  func renamed() async throws {
    var changes = try await db.changes(of: Record.self).makeAsyncIterator()
    try await db.execute("UPDATE record SET plays = 7 WHERE id = 1")
    #expect(try await changes.next().map(Keys.init) == Keys(updated: [1]))
    try await db.execute("CREATE TABLE records (id INTEGER PRIMARY KEY)")
    #expect(try await changes.next()?.isComplete == false)
    try await db.execute("INSERT INTO records (id) VALUES (5)")
    try await db.execute("UPDATE record SET plays = 8 WHERE id = 2")
    #expect(try await changes.next().map(Keys.init) == Keys(updated: [2]))
    try await db.transaction { tx in
      try tx.execute("CREATE TEMP TABLE record (id INTEGER PRIMARY KEY)")
    }
    #expect(try await changes.next()?.isComplete == false)
    try await db.execute("INSERT INTO temp.record (id) VALUES (5)")
    try await db.execute("UPDATE main.record SET plays = 9 WHERE id = 2")
    #expect(try await changes.next().map(Keys.init) == Keys(updated: [2]))
  }

  @Test("A stream reports each row of a transaction whose inserts are compiled again")
  func compiledAgain() async throws {
    let db = try Database.inMemory()
    try await db.create(Account.self)
    var changes = try await db.changes(of: Account.self).makeAsyncIterator()
    for round in 1...3 {
      // Observing the reads of a closure makes SQLite compile each statement again.
      var values = db.observe { try $0.fetch(Account.self) }.makeAsyncIterator()
      _ = try await values.next()
      try await db.transaction { tx in
        try tx.execute("UPDATE account SET balance = balance + 1")
        try tx.save(Account(id: round * 10, balance: 3))
        try tx.insert(Account(id: round * 10 + 1, balance: 3))
        try tx.insert([Account(id: round * 10 + 2, balance: 3)])
      }
      let batch = try await changes.next()
      #expect(batch?.isComplete == true)
      #expect(batch?.inserted.sorted() == (0...2).map { round * 10 + $0 })
    }
  }

  @Test("A stream reports no rows that were rolled back")
  func undone() async throws {
    var changes = try await db.changes(of: Band.self).makeAsyncIterator()
    await #expect(throws: Stop.self) {
      try await db.transaction { tx in
        try tx.execute("UPDATE band SET name = name || '!'")
        throw Stop()
      }
    }
    await #expect(throws: DatabaseError.self) {
      try await db.execute("INSERT INTO band (id, name) VALUES (4, 'Faust'), (1, 'twice')")
    }
    try await db.transaction { tx in
      try tx.insert(Band(id: 3, name: "Neu!"))
      try? tx.transaction {
        try tx.execute("UPDATE band SET name = 'x' || id")
        try tx.insert(Band(id: 4, name: "Faust"))
        throw Stop()
      }
      _ = try? tx.insert([Band(id: 5, name: "a"), Band(id: 1, name: "b")])
      try tx.transaction { _ = try tx.insert(Band(id: 6, name: "c")) }
    }
    #expect(try await changes.next().map(Keys.init) == Keys(inserted: [3, 6]))
  }

  @Test("A stream reports an incomplete change if a statement failed midway in a transaction")
  func failed() async throws {
    var changes = try await db.changes(of: Band.self).makeAsyncIterator()
    try await db.transaction { tx in
      _ = try? tx.execute("INSERT INTO band (id, name) VALUES (4, 'Faust'), (1, 'twice')")
    }
    #expect(try await changes.next()?.isComplete == false)
    try await db.execute("UPDATE band SET name = 'x' WHERE id = 1")
    #expect(try await changes.next().map(Keys.init) == Keys(updated: [1]))
  }

  @Test("A stream reports an incomplete change if C code rolled back to a savepoint")
  func code() async throws {
    var changes = try await db.changes(of: Band.self).makeAsyncIterator()
    // Once in a single call outside of a transaction, and once in parts inside one, some by
    // verbs.
    try await db.withHandle { handle in
      let sql = """
        BEGIN; INSERT INTO band (id, name) VALUES (3, 'Neu!'); SAVEPOINT a;
        DELETE FROM band WHERE id = 1; INSERT INTO band (id, name) VALUES (4, 'Faust');
        ROLLBACK TO a; COMMIT
        """
      #expect(sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK)
    }
    try await db.transaction { tx in
      try tx.insert(Band(id: 5, name: "La Düsseldorf"))
      try tx.withHandle { #expect(sqlite3_exec($0, "SAVEPOINT a", nil, nil, nil) == SQLITE_OK) }
      try tx.delete(Band.self, key: 2)
      try tx.withHandle {
        #expect(sqlite3_exec($0, "ROLLBACK TO a; RELEASE a", nil, nil, nil) == SQLITE_OK)
      }
    }
    for _ in 0..<2 {
      let change = try #require(try await changes.next())
      #expect(!change.isComplete)
      #expect(change.inserted == [] && change.updated == [] && change.deleted == [])
    }
    // Later changes are reported as usual.
    try await db.execute("UPDATE band SET name = 'x' WHERE id = 5")
    #expect(try await changes.next().map(Keys.init) == Keys(updated: [5]))
    #expect(try await two.other.fetch(Band.self).map(\.id).sorted() == [1, 2, 3, 5])
  }

  @Test("A stream reports rows that C code writes, even in a released savepoint")
  func codeThatKeeps() async throws {
    var changes = try await db.changes(of: Band.self).makeAsyncIterator()
    try await db.withHandle { handle in
      let sql = "SAVEPOINT a; INSERT INTO band (id, name) VALUES (3, 'Neu!'); RELEASE a"
      #expect(sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK)
    }
    #expect(try await changes.next().map(Keys.init) == Keys(inserted: [3]))
  }

  @Test("A stream identifies rows by composite keys, by texts, and by rowids if there is no key")
  func keys() async throws {
    var seats = try await db.changes(of: Seat.self).makeAsyncIterator()
    var labels = try await db.changes(of: Label.self).makeAsyncIterator()
    var plays = try await db.changes(of: Play.self).makeAsyncIterator()
    try await db.transaction { tx in
      try tx.insert([Seat(line: "A", number: 1), Seat(line: "B", number: 2)])
      try tx.insert(Label(name: "Epic", city: nil))
      try tx.insert([Play(at: .now, title: "x"), Play(at: .now, title: "y")])
    }
    try await db.transaction { tx in
      try tx.execute("UPDATE seat SET guest = 'x' WHERE line = 'A'")
      try tx.execute("UPDATE label SET name = 'EMI'")
      try tx.execute("DELETE FROM play WHERE title = 'y'")
    }
    #expect(try await seats.next()?.inserted.map { "\($0)\($1)" } == ["A1", "B2"])
    #expect(try await seats.next()?.updated.map { "\($0)\($1)" } == ["A1"])
    #expect(try await labels.next()?.inserted == ["Epic"])
    let renamed = try #require(try await labels.next())
    #expect(renamed.inserted == ["EMI"] && renamed.deleted == ["Epic"])
    #expect(try await plays.next()?.inserted == [1, 2])
    #expect(try await plays.next()?.deleted == [2])
  }

  @Test("A stream reports an incomplete change for another connection's commit, and goes on")
  func others() async throws {
    var changes = try await db.changes(of: Band.self).makeAsyncIterator()
    try await two.other.insert(Band(id: 3, name: "Neu!"))
    let foreign = try #require(try await changes.next())
    #expect(!foreign.isComplete && foreign.inserted.isEmpty)
    try await db.execute("ALTER TABLE band ADD COLUMN city TEXT")
    #expect(try await changes.next()?.isComplete == false)
    try await db.execute("UPDATE band SET city = 'x' WHERE id = 3")
    #expect(try await changes.next().map(Keys.init) == Keys(updated: [3]))
    try await db.execute(script: "DROP TABLE record; DROP TABLE band")
    #expect(try await changes.next()?.isComplete == false)
    do {
      _ = try await changes.next()
      Issue.record("the table is gone")
    } catch let error as DatabaseError {
      #expect(error.message == "there is no table band to observe")
    }
  }

  @Test("A stream survives another connection's lock after a schema change")
  func lockBehindSchema() async throws {
    var configuration = Configuration()
    configuration.journalMode = .delete
    configuration.busyTimeout = .zero
    let folder = try TemporaryFolder()
    let db = try Database(folder.file(), configuration: configuration)
    try await db.create(Account.self)
    var changes = try await db.changes(of: Account.self).makeAsyncIterator()
    let lock = Mutex<HeldLock?>(nil)
    let path = folder.file()
    try await db.transaction { tx in
      try tx.execute("CREATE TABLE more (a)")
      tx.afterCommit {
        let held = try? HeldLock(path: path, begin: "BEGIN EXCLUSIVE")
        lock.withLock { $0 = held }
      }
    }
    #expect(try await changes.next()?.isComplete == false)
    try lock.withLock { try #require($0).end("ROLLBACK") }
    // The stream has not read its table yet when this is committed, and reads it afterwards.
    try await db.insert(Account(id: 1, balance: 0))
    #expect(try await changes.next()?.isComplete == false)
    try await db.insert(Account(id: 2, balance: 0))
    #expect(try await changes.next().map(Keys.init) == Keys(inserted: [2]))
  }

  @Test("A stream survives a schema change by a task that is then cancelled")
  func tasksOfOthers() async throws {
    let folder = try TemporaryFolder()
    let db = try Database(folder.file())
    try await db.create(Account.self)
    // Reading the schema takes long enough for the task's end to be noticed.
    try await db.transaction { tx in
      for number in 1...1000 { try tx.execute("CREATE TABLE \(raw: "filler\(number)") (a, b, c)") }
    }
    let stream = try await db.changes(of: Account.self)
    var changes = stream.makeAsyncIterator()
    for number in 1...3 {
      let task = Task {
        try await db.transaction { tx in
          try tx.execute("CREATE TABLE \(raw: "more\(number)") (a)")
          tx.afterCommit { withUnsafeCurrentTask { $0?.cancel() } }
        }
      }
      _ = await task.result
      #expect(task.isCancelled)
      #expect(try await changes.next()?.isComplete == false)
      try await db.insert(Account(id: number, balance: 0))
      #expect(try await changes.next()?.inserted == [number])
    }
  }

  @Test("A stream ends with its task or the database, and removes its hooks")
  func ends() async throws {
    let db = db
    let stream = try await db.changes(of: Band.self)
    let task = Task { for try await _ in stream {} }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    do {
      let unused = try await db.changes(of: Band.self)
      _ = unused
    }
    while await db.writer.isWatching { await Task.yield() }
    var closed = try await db.changes(of: Band.self).makeAsyncIterator()
    try await db.insert(Band(id: 3, name: "Neu!"))
    try await db.close()
    #expect(try await closed.next()?.inserted == [3])
    #expect(try await closed.next() == nil)
  }

  @Test("Cancellation ends a stream with unread changes, and other iterators get the rest")
  func endsBehind() async throws {
    let stream = try await db.changes(of: Band.self)
    for id in 3...5 { try await db.insert(Band(id: id, name: "Neu! \(id)")) }
    let task = Task {
      // A consumer that is cancelled before it asks for the next element.
      while !Task.isCancelled { await Task.yield() }
      for try await _ in stream { Issue.record("it goes on") }
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    while await db.writer.isWatching { await Task.yield() }
    var rest = stream.makeAsyncIterator()
    for id in 3...5 { #expect(try await rest.next()?.inserted == [id]) }
    #expect(try await rest.next() == nil)
  }

  @Test("A stream is refused for a view, and for a table with another key")
  func refused() async throws {
    try await db.execute(script: "CREATE VIEW poster AS SELECT 1 AS id; CREATE TABLE concert (id)")
    await #expect(throws: DatabaseError.self) { _ = try await db.changes(of: Poster.self) }
    await #expect(throws: DatabaseError.self) { _ = try await db.changes(of: Concert.self) }
    await #expect(throws: DatabaseError.self) { _ = try await db.changes(of: Member.self) }
    let isWatching = await db.writer.isWatching
    #expect(!isWatching)
    try await db.writing { $0.hooks.seesRows = false }
    await #expect(throws: DatabaseError.self) { _ = try await db.changes(of: Band.self) }
  }
}

extension Connection {
  fileprivate var isWatching: Bool { hooks.isInstalled }
}

/// The keys of complete changes.
struct Keys: Equatable, Sendable {
  var inserted: [Int] = []
  var updated: [Int] = []
  var deleted: [Int] = []
}

extension Keys {
  init(_ changes: TableChanges<Int>) {
    self.init(
      inserted: changes.inserted, updated: changes.updated,
      deleted: changes.isComplete ? changes.deleted : [-1])
  }
}
