import ORM
import Testing

@testable import ORMCore
@testable import ORMSQLite

private struct Generic<Content: ColumnValue & Equatable & Sendable> {
  @Table("generic") struct Box: Equatable {
    let id: Int
    var content: Content
    var count: Int
  }
}

/// The same table, with a column that is not written.
@Table("record")
private struct CountedRecord {
  var id: Int?
  var title: String
  @Column(readOnly: true) var plays: Int
}

/// How the title of a row is written.
enum TitleWriting: CaseIterable {
  /// A literal key path of the source, which is identical each time.
  case keyPath
  case name

  func update(_ row: Record, on tx: isolated Connection) throws {
    switch self {
    case .keyPath: try tx.update(row, columns: \.title)
    case .name: try tx.update(row, columnNames: ["title"])
    }
  }
}

/// A connection caches the statements for some columns of a table, so that the SQL for the same
/// columns is not rendered again.
@Suite("Cached statements for some columns of a table")
struct ColumnStatementTests {
  let db: Database

  init() async throws {
    db = try Database.inMemory()
    try await db.create(Band.self, Record.self, Concert.self, Poster.self)
    try await db.insert([
      Record(id: 1, title: "Promise", plays: 3, note: "a note"), Record(id: 2, title: "Dusk"),
    ])
  }

  @Test("A statement is cached by its operation and its columns in their order")
  func kept() async throws {
    try await db.transaction { (tx: isolated Connection) throws in
      let first = try tx.columnStatement(.update, of: Record.self, .names(["title", "plays"]))
      let chosen: [(ColumnOperation, ChosenColumns, Bool)] = [
        (.update, .names(["title", "plays"]), true), (.update, .positions([0, 2]), true),
        (.update, .names(["plays", "title"]), false), (.update, .names(["title"]), false),
        (.insertReadingBack, .names(["title", "plays"]), false),
        (.find, .names(["title", "plays"]), false),
      ]
      for (operation, columns, isFirst) in chosen {
        let other = try tx.columnStatement(operation, of: Record.self, columns)
        #expect((other.statement === first.statement) == isFirst)
      }
    }
  }

  @Test("Updates of alternating column lists write the named columns, even beyond the cache's size")
  func turns() async throws {
    try await db.transaction { (tx: isolated Connection) throws in
      var row = Record(id: 1, title: "0", plays: 0, note: "0")
      try tx.update(row)
      for round in 1...3 {
        let lost = Record(id: 1, title: "lost", plays: -1, note: "lost")
        for names in orders(of: ["title", "plays", "note", "bandID"]) {
          var new = lost
          if names.contains("title") { row.title = "\(round)" }
          if names.contains("plays") { row.plays = round }
          if names.contains("note") { row.note = round == 2 ? nil : "\(round)" }
          (new.title, new.plays, new.note) = (row.title, row.plays, row.note)
          if !names.contains("title") { new.title = "lost" }
          if !names.contains("plays") { new.plays = -1 }
          if !names.contains("note") { new.note = "lost" }
          try tx.update(new, columnNames: names)
          #expect(try tx.find(Record.self, 1) == row)
        }
      }
    }
  }

  @Test("Equal key paths find the same statement, wherever they come from")
  func keyPaths() async throws {
    typealias Path<Value: ColumnValue> = KeyPath<Record.Columns, Column<Record, Value>>
    try await db.transaction { (tx: isolated Connection) throws in
      var expected = Record(id: 1, title: "Promise", plays: 3, note: "a note")
      for round in 1...40 {
        expected.title = "\(round)"
        try tx.update(
          Record(id: 1, title: "\(round)", plays: -1, note: "lost"), columns: \.title)
        #expect(try tx.find(Record.self, 1) == expected)
        expected.plays = round
        // Another place of the source than above, alternating with one for another column.
        try tx.update(
          Record(id: 1, title: "\(round)", plays: round, note: "lost"), columns: \.plays, \.title)
        try tx.update(
          Record(id: 1, title: "\(round)", plays: round, note: "lost"), columns: \.title, \.plays)
        #expect(try tx.find(Record.self, 1) == expected)
        // Created and released each time, so that the next one may have the same address.
        let identity = \Record.Columns.self
        expected.title = "made \(round)"
        expected.note = "made \(round)"
        let titles: Path<String> = identity.appending(path: \.title)
        try tx.update(
          Record(id: 1, title: "made \(round)", plays: -1, note: "lost"), columns: titles)
        let notes: Path<String?> = identity.appending(path: \.note)
        try tx.update(
          Record(id: 1, title: "lost", plays: -1, note: "made \(round)"), columns: notes)
        #expect(try tx.find(Record.self, 1) == expected)
      }
    }
  }

  @Test("A statement is found by the key paths of the last call, without column names")
  func sameKeyPaths() async throws {
    try await db.transaction { (tx: isolated Connection) throws in
      let paths: [AnyKeyPath] = [\Record.Columns.title, \Record.Columns.plays]
      #expect(try tx.columnStatement(.update, of: Record.self, at: paths)?.names == nil)
      for round in 1...2 {
        try tx.update(Record(id: 1, title: "a", plays: round), columns: \.title, \.plays)
      }
      let statement = try tx.columnStatement(.update, of: Record.self, .names(["title", "plays"]))
      try #require(statement.keyPaths.count == 2)
      let known = try tx.columnStatement(.update, of: Record.self, at: statement.keyPaths)
      #expect(known?.statement === statement.statement)
      #expect(
        try tx.columnStatement(.update, of: Record.self, at: [statement.keyPaths[0]])?.names == nil)
      let others = Array(statement.keyPaths.reversed())
      #expect(try tx.columnStatement(.update, of: Record.self, at: others)?.names == nil)
      #expect(try tx.columnStatement(.find, of: Record.self, at: statement.keyPaths)?.names == nil)
    }
  }

  @Test(
    "A cached statement notices a new column, a new trigger and a recreated table",
    arguments: TitleWriting.allCases)
  func changes(_ writing: TitleWriting) async throws {
    try await db.transaction { (tx: isolated Connection) throws in
      var row = Record(id: 1, title: "a", plays: 3, note: "a note")
      try writing.update(row, on: tx)
      try tx.execute("ALTER TABLE record ADD COLUMN more TEXT DEFAULT 'more'")
      row.title = "b"
      try writing.update(row, on: tx)
      #expect(try tx.find(Record.self, 1) == row)

      try tx.execute(
        """
        CREATE TRIGGER ignoring BEFORE UPDATE OF title ON record WHEN new.title = 'ignored'
        BEGIN SELECT RAISE(IGNORE); END
        """)
      row.title = "ignored"
      #expect(throws: RowNotKeptError(table: "record")) { try writing.update(row, on: tx) }
      try tx.execute("DROP TRIGGER ignoring")
      try writing.update(row, on: tx)
      #expect(try tx.find(Record.self, 1)?.title == "ignored")

      try tx.execute("DROP TABLE record")
      for _ in 1...2 {
        let error = #expect(throws: DatabaseError.self) { try writing.update(row, on: tx) }
        #expect(error?.message == "no such table: record")
      }
      try tx.execute(
        """
        CREATE TABLE record (note TEXT, plays INTEGER, bandID INTEGER, title TEXT, id INTEGER
        PRIMARY KEY)
        """)
      try tx.insert(row)
      row.title = "c"
      try writing.update(row, on: tx)
      #expect(try tx.find(Record.self, 1) == row)
    }
  }

  @Test(
    "A cached statement uses a temporary table that hides its table, as long as it exists",
    arguments: TitleWriting.allCases)
  func hidden(_ writing: TitleWriting) async throws {
    try await db.transaction { (tx: isolated Connection) throws in
      let row = Record(id: 1, title: "first", plays: 3, note: "a note")
      try writing.update(row, on: tx)
      try tx.execute(
        "CREATE TEMP TABLE record (id INTEGER PRIMARY KEY, title, bandID, plays, note)")
      try tx.execute("INSERT INTO temp.record (id, title, plays) VALUES (1, 'hiding', 0)")
      try writing.update(Record(id: 1, title: "second"), on: tx)
      #expect(try tx.value(String.self, sql: "SELECT title FROM temp.record") == "second")
      #expect(try tx.value(String.self, sql: "SELECT title FROM main.record LIMIT 1") == "first")
      try tx.execute("DROP TABLE temp.record")
      try writing.update(Record(id: 1, title: "third"), on: tx)
      #expect(try tx.value(String.self, sql: "SELECT title FROM record LIMIT 1") == "third")
    }
  }

  @Test("Each type of a generic table has its own statements")
  func generic() async throws {
    try await db.create(Generic<Int>.Box.self)
    try await db.transaction { (tx: isolated Connection) throws in
      try tx.insert(Generic<Int>.Box(id: 1, content: 1, count: 1))
      for round in 2...3 {
        try tx.update(Generic<Int>.Box(id: 1, content: round, count: 0), columns: \.content)
        try tx.update(Generic<Int?>.Box(id: 1, content: 9, count: round), columns: \.count)
        #expect(
          try tx.fetch(Generic<Int?>.Box.self)
            == [Generic<Int?>.Box(id: 1, content: round, count: round)])
      }
    }
  }

  @Test("An insert by a closure writes the named columns; the others get their defaults")
  func inserts() async throws {
    try await db.execute("\(raw: Concert.trigger)")
    try await db.transaction { (tx: isolated Connection) throws in
      for round in 1...3 {
        let bare = try tx.insert(Concert.self) { $0.title = "bare \(round)" }
        #expect(bare.place == "to be announced" && bare.headline == "BARE \(round)")
        #expect(bare.stamp == "stamp \(bare.id ?? 0)")
        let placed = try tx.insert(Concert.self) {
          $0.place = round == 2 ? nil : "Ibadan"
          $0.title = "placed"
        }
        #expect(placed.place == (round == 2 ? nil : "Ibadan"))
        // SQL computes the value, which no cached statement does.
        let computed = try tx.insert(Concert.self) {
          $0.title = Concert.select { $0.title.max() }.scalar().coalesce("none")
        }
        #expect(computed.title == "placed")
        #expect(try tx.lastInserted(Concert.self) == computed)
        let row = try tx.insert(Concert(title: "a row"))
        #expect(row.place == "to be announced")
      }
      #expect(try tx.count(Concert.self) == 12)
    }
  }

  @Test(
    "A cached write is refused in a read, for a read-only column and by a constraint",
    arguments: TitleWriting.allCases)
  func refused(_ writing: TitleWriting) async throws {
    try await db.transaction { (tx: isolated Connection) throws in
      let row = Record(id: 1, title: "a", plays: 3, note: "a note")
      try writing.update(row, on: tx)
      let made = try tx.insert(Band.self) { $0.name = "one" }
      for _ in 1...2 {
        try tx.read {
          let update = #expect(throws: DatabaseError.self) { try writing.update(row, on: tx) }
          let insert = #expect(throws: DatabaseError.self) {
            try tx.insert(Band.self) { $0.name = "two" }
          }
          #expect(update?.code == .readOnly && insert?.code == .readOnly)
        }
        let readOnly = #expect(throws: DatabaseError.self) {
          try tx.insert(CountedRecord.self) {
            $0.title = "lost"
            $0.plays = 1
          }
        }
        #expect(readOnly?.message == "the column \"plays\" of \"record\" is read-only")
        let twice = #expect(throws: DatabaseError.self) {
          try tx.insert(Band.self) { $0.name = "one" }
        }
        #expect(twice?.violation?.columns == ["name"])
        #expect(try tx.fetch(Band.self) == [made])
      }
    }
  }

  @Test("An insert whose row can't be decoded is rolled back")
  func unreadable() async throws {
    try await db.execute("CREATE TABLE mixed (id INTEGER PRIMARY KEY, name TEXT, count)")
    try await db.transaction { (tx: isolated Connection) throws in
      for _ in 1...2 {
        #expect(throws: RowDecodingError.self) { try tx.insert(Mixed.self) { $0.name = "lost" } }
        let kept = try tx.insert(Mixed.self) {
          $0.name = "kept"
          $0.count = 1
        }
        #expect(kept.count == 1)
      }
      #expect(try tx.fetch(String.self, sql: "SELECT name FROM mixed") == ["kept", "kept"])
    }
  }
}

/// A column may be NULL, but its property can't be nil.
@Table("mixed")
private struct Mixed {
  let id: Int
  var name: String
  var count: Int
}

/// Returns each subset of the names, in each order.
private func orders(of names: [String]) -> [[String]] {
  names.isEmpty
    ? []
    : names.flatMap { name in
      [[name]] + orders(of: names.filter { $0 != name }).map { [name] + $0 }
    }
}
