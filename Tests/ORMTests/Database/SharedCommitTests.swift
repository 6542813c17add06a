import CSQLite
import ORM
import Synchronization
import Testing

@testable import ORMCore
@testable import ORMSQLite

/// A text that depends on the task that writes it.
private struct Signed: RawRepresentable, ColumnValue, Hashable {
  @TaskLocal static var name = "nobody"

  let text: String

  init(rawValue: String) { text = rawValue }

  var rawValue: String { "\(text) of \(Self.name)" }
}

@Table private struct SignedLetter: Equatable {
  let id: Int
  var text: Signed
}

@Suite("Group commits", .timeLimit(.minutes(10)))
struct SharedCommitTests {
  let line: TasksInLine
  var two: TwoDatabases { line.two }
  var db: Database { two.db }

  init() async throws {
    line = try await TasksInLine()
    try await db.create(SignedLetter.self)
  }

  @Test(
    "Rows of waiting tasks are committed together, in the order of the tasks",
    arguments: [true, false])
  func oneCommit(isFile: Bool) async throws {
    var configuration = Configuration()
    configuration.sharedCommitTime = .seconds(600)
    configuration.connectionTimeout = .seconds(600)
    let db = isFile ? self.db : try Database.inMemory(configuration: configuration)
    if !isFile { try await db.create(Guest.self) }
    let (results, commits) = try await line.run(
      on: db,
      (0..<40).map { number in
        { try await $0.insert(Guest.Draft(name: "guest \(number)")) }
      })
    #expect(commits == 1)
    #expect(
      try results.map { try $0.get() }
        == (0..<40).map { Guest(id: $0 + 1, name: "guest \($0)", hostID: nil) })
    #expect(try await line.names(in: db) == (0..<40).map { "guest \($0)" })
  }

  @Test("Every method that writes one row takes part in a group commit")
  func verbs() async throws {
    try await db.insert((1...8).map { Guest(id: $0, name: "old \($0)", hostID: nil) })
    let calls: [@Sendable (Database) async throws -> Void] = [
      { try await $0.insert(Guest(id: 20, name: "row", hostID: nil)) },
      { try await $0.insert(Guest.Draft(name: "draft")) },
      { try await $0.insert(Guest.self) { $0.name = "assigned" } },
      { try await $0.update(Guest(id: 1, name: "updated", hostID: nil)) },
      { try await $0.update(Guest(id: 2, name: "named", hostID: 7), columns: \.name) },
      {
        let old = Guest(id: 3, name: "old 3", hostID: nil)
        try await $0.updateChanges(Guest(id: 3, name: "different", hostID: nil), from: old)
      },
      { try await $0.save(Guest(id: 4, name: "saved", hostID: nil)) },
      { try await $0.save(Guest(id: 30, name: "saved anew", hostID: nil)) },
      { try await $0.saveByPositiveKey(Guest(id: 5, name: "either", hostID: nil)) },
      { try await $0.saveByPositiveKey(Guest(id: 0, name: "or", hostID: nil)) },
      { try await $0.delete(Guest(id: 6, name: "", hostID: nil)) },
      { try await $0.delete(Guest.self, key: 7) },
    ]
    let (results, commits) = try await line.run(calls)
    #expect(commits == 1)
    for result in results { try result.get() }
    #expect(
      try await line.names() == [
        "updated", "named", "different", "saved", "either", "old 8", "row", "draft", "assigned",
        "saved anew", "or",
      ])
  }

  @Test("A row that fails in a group commit throws its own error, and the others are kept")
  func failures() async throws {
    let (results, commits) = try await line.run(
      ["a", "b", "a", "c", "b", "d"].map { name in
        { try await $0.insert(Guest.Draft(name: name)).name }
      })
    #expect(commits == 1)
    for (place, result) in results.enumerated() {
      if place == 2 || place == 4 {
        #expect(throws: DatabaseError.self) { try result.get() }
      } else {
        #expect(throws: Never.self) { try result.get() }
      }
    }
    #expect(try await line.names() == ["a", "b", "c", "d"])
  }

  @Test("If the first row of a group commit fails, the other rows are committed")
  func failureOfFirst() async throws {
    try await db.insert(Guest.Draft(name: "a"))
    let (results, commits) = try await line.run(
      ["a", "b", "c"].map { name in { try await $0.insert(Guest.Draft(name: name)).name } })
    #expect(commits == 1)
    #expect(throws: DatabaseError.self) { try results[0].get() }
    #expect(try results[1...].map { try $0.get() } == ["b", "c"])
    #expect(try await line.names() == ["a", "b", "c"])
  }

  @Test("If one row rolls a group commit back, the other rows are written again")
  func rollback() async throws {
    try await line.refuse("c")
    let (results, _) = try await line.run(
      ["a", "b", "c", "d"].map { name in { try await $0.insert(Guest.Draft(name: name)).name } })
    #expect(results.map { try? $0.get() } == ["a", "b", nil, "d"])
    #expect(try await line.names() == ["a", "b", "d"])
    let error = #expect(throws: DatabaseError.self) { try results[2].get() }
    #expect(error?.message.contains("not welcome") == true)
  }

  @Test("A row of a group commit does not repair or share a foreign key violation of another")
  func deferredKeys() async throws {
    try await db.execute(
      script: """
        CREATE TABLE child (
          id INTEGER PRIMARY KEY, guestID INTEGER
            REFERENCES guest (id) DEFERRABLE INITIALLY DEFERRED);
        CREATE TRIGGER broken AFTER INSERT ON guest WHEN new.name = 'breaks' BEGIN
          INSERT INTO child (guestID) VALUES (77);
        END;
        CREATE TRIGGER mended AFTER INSERT ON guest WHEN new.name = 'would mend' BEGIN
          DELETE FROM child WHERE guestID = 77;
        END;
        """)
    let guests = [
      Guest(id: 1, name: "before", hostID: nil), Guest(id: 2, name: "breaks", hostID: nil),
      Guest(id: 3, name: "would mend", hostID: nil),
    ]
    let (results, _) = try await line.run(
      guests.map { guest in { try await $0.insert(guest).name } })
    #expect(results.map { try? $0.get() } == ["before", nil, "would mend"])
    #expect(throws: DatabaseError.self) { try results[1].get() }
    #expect(Set(try await line.names()) == ["before", "would mend"])
    #expect(try await db.value(Int.self, sql: "SELECT count(*) FROM child") == 0)
  }

  @Test("Rows of a group commit are written again if they can't be committed together")
  func refusedCommit() async throws {
    let (results, commits) = try await line.run(
      refusing: 1,
      ["a", "b", "c"].map { name in { try await $0.insert(Guest.Draft(name: name)).name } })
    #expect(try results.map { try $0.get() } == ["a", "b", "c"])
    #expect(commits > 1)
    #expect(Set(try await line.names()) == ["a", "b", "c"])
  }

  @Test(
    "An error after a group commit is thrown to each task, and no row is written twice"
  )
  func failureBehindCommit() async throws {
    try await db.writing { connection in
      try connection.withHandle { handle in
        _ = sqlite3_wal_hook(
          handle,
          { _, handle, _, _ in
            // The next commit succeeds without an error.
            sqlite3_wal_hook(handle, nil, nil)
            return SQLITE_IOERR
          }, nil)
      }
    }
    let (results, commits) = try await line.run(
      ["a", "b", "c"].map { name in { try await $0.insert(Guest.Draft(name: name)).name } })
    #expect(commits == 1)
    for result in results {
      // This is the commit's error. A constraint violation would mean that the row was written
      // again.
      let error = #expect(throws: DatabaseError.self) { try result.get() }
      #expect(error?.code != .constraint)
    }
    #expect(try await line.names() == ["a", "b", "c"])
    try await db.insert(Guest.Draft(name: "d"))
    #expect(try await line.names() == ["a", "b", "c", "d"])
  }

  @Test("Each row of a group commit is written with its own task's task-local values")
  func taskLocals() async throws {
    let (results, commits) = try await line.run(
      (1...5).map { number in
        { db in
          try await Signed.$name.withValue("task \(number)") {
            try await db.insert(SignedLetter.Draft(text: Signed(rawValue: "letter \(number)"))).id
          }
        }
      })
    #expect(commits == 1)
    #expect(try results.map { try $0.get() } == [1, 2, 3, 4, 5])
    #expect(
      try await two.other.fetch(String.self, sql: "SELECT text FROM signedLetter ORDER BY id")
        == (1...5).map { "letter \($0) of task \($0)" })
  }

  @Test("Rows that waiting tasks write are separate elements of a stream of changes")
  func streams() async throws {
    var changes = try await db.changes(of: Guest.self).makeAsyncIterator()
    for task in try await tasksInLine(6) { try await task.value }
    for key in 1...6 {
      let change = try #require(try await changes.next())
      #expect(change.inserted == [key])
    }
  }

  @Test("Observers see all rows of a group commit")
  func observers() async throws {
    var counts = db.observe({ try $0.count(Guest.self) }).makeAsyncIterator()
    #expect(try await counts.next() == 0)
    for task in try await tasksInLine(5) { try await task.value }
    #expect(try await counts.next() == 5)
  }

  /// Tasks that each wait to insert a row. Their commits are not counted, because observers use the
  /// commit hook.
  private func tasksInLine(_ count: Int) async throws -> [Task<Void, any Error>] {
    try await db.transaction(kind: .deferred) { _ in
      var tasks: [Task<Void, any Error>] = []
      for number in 0..<count {
        tasks.append(
          Task.detached { [db] in _ = try await db.insert(Guest.Draft(name: "\(number)")) })
        while db.writers.line.waiting < tasks.count { await Task.yield() }
      }
      return tasks
    }
  }

  @Test("Concurrent writes of many tasks are all kept, and none is written twice")
  func many() async throws {
    let db = db
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<32 {
        group.addTask {
          for number in 0..<50 {
            let guest = try await db.insert(Guest.Draft(name: "\(task) \(number)"))
            #expect(guest.name == "\(task) \(number)")
            if number % 7 == 3 { try await db.delete(guest) }
            if number % 5 == 4 {
              await #expect(throws: DatabaseError.self) {
                try await db.insert(Guest.Draft(name: "\(task) 0"))
              }
            }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try await two.other.count(Guest.self) == 32 * 43)
  }
}
