import Foundation
import ORM
import Testing

@Table
struct Task: Identifiable, Equatable {
  let id: Int
  var title: String
  var due: Date?
  var priority: Priority = .normal
  @Ignored var isSelected = false
}

nonisolated enum Priority: Int, ColumnValue { case low, normal, high }

@Table
struct Note: Identifiable, Equatable {
  var id: Int?
  @Column(references: Task.self, onDelete: .cascade) var taskID: Int
  var text: String
}

@Table
struct Setting: Equatable {
  @Column(primaryKey: true) let section: String
  @Column(primaryKey: true) let name: String
  var value: String?
}

/// Resembles an app's model: all of it is on the main actor by default.
final class TaskList {
  let db: Database
  private(set) var tasks: [Task] = []

  init(_ db: Database) { self.db = db }

  func add(_ title: String) async throws {
    tasks.append(try await db.insert(Task.Draft(title: title)))
  }

  func reload() async throws {
    tasks = try await db.fetch(Task.order { $0.id })
  }

  func finishAll() async throws {
    let tasks = tasks
    try await db.transaction { tx in
      for task in tasks { try tx.delete(task) }
    }
    self.tasks = []
  }
}

@Suite("Tables in code that is on the main actor by default")
struct MainActorTableTests {
  func open() async throws -> Database {
    let db = try Database.inMemory()
    try await db.create(Task.self, Note.self, Setting.self)
    return db
  }

  @Test("A model on the main actor inserts, fetches and deletes rows")
  func model() async throws {
    let list = TaskList(try await open())
    try await list.add("write")
    try await list.add("test")
    let ids = list.tasks.map(\.id)
    #expect(ids == [1, 2])
    try await list.reload()
    let titles = list.tasks.map(\.title)
    #expect(titles == ["write", "test"])
    #expect(list.tasks.allSatisfy { $0.priority == .normal && !$0.isSelected })
    try await list.finishAll()
    #expect(try await list.db.count(Task.self) == 0)
  }

  @Test("Every verb can be called from the main actor")
  func verbs() async throws {
    let db = try await open()
    var task = try await db.insert(Task.Draft(title: "write", due: .now, priority: .high))
    task.priority = .low
    try await db.update(task)
    try await db.update(task, columns: \.title)
    let old = task
    task.title = "rewrite"
    #expect(try await db.updateChanges(task, from: old))
    #expect(try await db.save(task) == task)
    #expect(try await db.find(Task.self, task.id) == task)
    #expect(try await db.first(Task.self, where: { $0.priority == .low }) == task)
    #expect(try await db.exists(Task.self, where: { $0.id == task.id }))
    #expect(try await db.count(Task.self, where: { $0.id != task.id }) == 0)
    #expect(try await db.delete(Task.self, where: { $0.id > task.id }) == 0)
    #expect(try await db.load(\.title, of: task) == "rewrite")
    let note = try await db.insert(Note.self) {
      $0.taskID = task.id
      $0.text = "soon"
    }
    #expect(try await db.fetch(Note.self, where: { $0.taskID == 1 && $0.text != "" }) == [note])
    let setting = try await db.insert(Setting(section: "a", name: "b", value: "c"))
    #expect(try await db.find(Setting.self, ("a", "b")) == setting)
    #expect(try await db.delete(task))
    #expect(try await db.count(Note.self) == 0)
  }

  @Test("Writes that are built on the main actor run off it")
  func writes() async throws {
    let db = try await open()
    let title = "write"
    let tasks = [Task(id: 1, title: title), Task(id: 2, title: "test")]
    let insert = Task.insert(tasks).onConflict { $0.id }.doUpdate { $0.title = $1.title }
    #expect(try await db.run(insert) == 2)
    let update = Task.where { $0.title == title }.update {
      $0.title = $0.title.upper()
      $0.priority = .high
      $0.due = nil
    }
    let titles = try await db.fetch(update.returning { $0.title })
    #expect(titles == ["WRITE"])
    let copied = Note.insert {
      ($0.taskID, $0.text)
    } select: {
      Task.select { ($0.id, $0.title) }
    }
    let texts = try await db.transaction { tx in try tx.fetch(copied.returning { $0.text }) }
    #expect(texts == ["WRITE", "test"])
    let moved = Note.all.update(from: Task.self) { note, task in
      note.taskID += 1
      note.text = task.title
    } where: {
      $0.taskID == $1.id && $1.id == 1
    }
    #expect(try await db.run(moved) == 1)
    #expect(try await db.run(Note.deleteAll()) == 2)
  }

  @Test("Main-actor tables can be used in the closures of read and transaction")
  func closures() async throws {
    let db = try await open()
    let inserted = try await db.transaction { tx in
      try tx.insert([Task.Draft(title: "one"), Task.Draft(title: "two")])
    }
    let titles = try await db.read { db in
      try db.fetch(Task.where { $0.title.like("t%") }).map(\.title)
    }
    #expect(inserted.map(\.id) == [1, 2])
    #expect(titles == ["two"])
  }

  @Test("Nonisolated code can use main-actor tables")
  func nonisolatedCode() async throws {
    let db = try await open()
    #expect(try await titles(of: db) == ["elsewhere"])
  }

  @concurrent
  nonisolated func titles(of db: Database) async throws -> [String] {
    let task = try await db.insert(Task.Draft(title: "elsewhere"))
    var changed = task
    changed.due = nil
    try await db.update(changed)
    return try await db.fetch(Task.self).map { $0.title }
  }
}
