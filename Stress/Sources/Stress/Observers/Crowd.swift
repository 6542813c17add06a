import ORM

/// A table that nobody observes.
@Table
struct Unobserved: Identifiable, Sendable {
  let id: Int
  var value: Int
}

/// Many observers of many tables, all rows of which hold the same number.
struct Crowd {
  let db: Database
  let board: Board
  let tables: Int
  let observers: Int
  /// How many observe a row each, of one more table.
  let rowObservers: Int

  /// Makes the tables, whose rows hold 0.
  init(db: Database, tables: Int, observers: Int) async throws {
    self.db = db
    self.tables = tables
    self.observers = observers
    rowObservers = min(100, observers)
    board = Board(count: observers + rowObservers)
    try await db.transaction { tx in
      for table in 0..<tables {
        let name = Self.name(table)
        try tx.execute("CREATE TABLE \(identifier: name) (id INTEGER PRIMARY KEY, value, unread)")
        try tx.execute(
          "INSERT INTO \(identifier: name) VALUES (1, 0, 0), (2, 0, 0), (3, 0, 0), (4, 0, 0)")
      }
      try tx.create(Counter.self, Unobserved.self)
      try tx.insert((0...100).map { Counter(id: $0, value: 0) })
      try tx.insert(Unobserved(id: 1, value: 0))
    }
  }

  static func name(_ table: Int) -> String { "t\(table)" }

  /// Those that observe the table.
  func observers(of table: Int) -> some Sequence<Int> {
    stride(from: table, to: observers, by: tables)
  }

  /// Observes in as many tasks as there are observers, until they are cancelled.
  func observe(in group: inout ThrowingTaskGroup<Void, any Error>) {
    for observer in 0..<observers {
      let name = Self.name(observer % tables)
      let (db, board) = (db, board)
      group.addTask {
        // By turns, what is read is told by SQL, and found out while a closure runs.
        if observer / tables % 2 == 0 {
          let values = db.observe(
            Int.self, sql: "SELECT value FROM \(identifier: name) WHERE id = 1")
          for try await value in values { board.tell(observer, value.first ?? -1) }
        } else {
          let values = db.observe { db in
            board.read(observer)
            return try db.value(Int.self, sql: "SELECT max(value) FROM \(identifier: name)")
          }
          for try await value in values { board.tell(observer, value) }
        }
      }
    }
    for row in 0..<rowObservers {
      let (db, board, observer) = (db, board, observers + row)
      group.addTask {
        for try await counter in db.observe(Counter.self, row) {
          board.tell(observer, counter?.value ?? -1)
        }
      }
    }
  }

  /// Changes the rows that observers have each, and waits until they have been told.
  func changeRows(to value: Int) async throws {
    try await db.execute("UPDATE counter SET value = \(value) WHERE id < 100")
    try await board.wait(for: value, of: observers..<observers + rowObservers)
  }

  /// Changes the rows of a table, and waits until those who observe it have been told.
  func change(_ table: Int, to value: Int) async throws {
    try await db.execute("UPDATE \(identifier: Self.name(table)) SET value = \(value)")
    try await board.wait(for: value, of: observers(of: table))
  }
}
