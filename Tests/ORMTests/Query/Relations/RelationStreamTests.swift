import ORM
import Synchronization
import Testing

/// To-many relations as lists of rows that are read in batches.
@Suite("Streamed lists", .timeLimit(.minutes(10)))
struct RelationStreamTests {
  @Table
  struct Ward: Equatable {
    let id: Int
    var state: Int
  }

  @Table
  struct Bed: Equatable {
    let id: Int
    @Column(index: true, references: Ward.self) var wardID: Int
    var state: Int
    var floor: Int8 = 1
  }

  @Table
  struct Note: Equatable {
    let id: Int
    @Column(index: true, references: Bed.self) var bedID: Int
    var state: Int
  }

  @Selection
  struct WardLine: Equatable {
    @Embedded let ward: Ward
    let beds: [Bed]
    let count: Int
  }

  /// As many wards as end a batch, and 3 more; each has two beds, with a note for the first of them.
  private static let wards = 8 + 16 + 32 + 64 + 128 + 256 + 3

  /// A database with one reader: while a task keeps it, no other task can read.
  private let two: TwoDatabases
  private let memory: Database
  private var db: Database { two.db }

  init() async throws {
    two = try TwoDatabases(readerCount: 1)
    memory = try Database.inMemory()
    for db in [two.db, memory] {
      try await db.create(Ward.self, Bed.self, Note.self)
      try await db.transaction { db in
        try db.insert((1...Self.wards).map { Ward(id: $0, state: 0) })
        try db.insert((2...2 * Self.wards + 1).map { Bed(id: $0, wardID: $0 / 2, state: 0) })
        try db.insert((1...Self.wards).map { Note(id: $0, bedID: 2 * $0, state: 0) })
      }
    }
  }

  private var query: some ComposableSelect<(Ward, [(Bed, [Note])], Int, Bed?)> {
    Ward.order { $0.id }.select {
      $0
      $0.beds.order { $0.id.desc() }.select { ($0, $0.notes) }
      $0.beds.count()
      $0.beds.order { $0.id.desc() }.first
    }
  }

  @Test("A stream has the lists of a fetch, at each level, with limits, on file and in memory")
  func same() async throws {
    for db in [two.db, memory] {
      var ids: [Int] = []
      for try await (ward, beds, count, last) in db.stream(query) {
        ids.append(ward.id)
        #expect(beds.map(\.0.id) == [2 * ward.id + 1, 2 * ward.id] && count == 2)
        #expect(beds.map { $0.1.map(\.id) } == [[], [ward.id]] && last?.id == 2 * ward.id + 1)
      }
      #expect(ids == Array(1...Self.wards))
      var numbers: [[Int]] = []
      let limited = Ward.where { $0.id > 505 || $0.id < 15 }.select {
        $0.beds.order { $0.id }.limit(1).select { $0.id }
      }
      for try await row in db.stream(limited) { numbers.append(row) }
      #expect(try await numbers == db.fetch(limited) && numbers.count == 16)
      let none = Ward.where { $0.id < 0 }.select { $0.beds }
      for try await _ in db.stream(none) { Issue.record("there is none") }
    }
  }

  @Test("Structs with lists can be streamed, fetched, observed, prepared and explained")
  func named() async throws {
    let lines = Ward.where { $0.id < 30 }.order { $0.id }.select {
      WardLine.select(ward: $0, beds: $0.beds.order { $0.id }, count: $0.beds.count())
    }
    let expected = (1..<30).map { id in
      WardLine(
        ward: Ward(id: id, state: 0),
        beds: [2 * id, 2 * id + 1].map { Bed(id: $0, wardID: id, state: 0) }, count: 2)
    }
    for db in [two.db, memory] {
      #expect(try await db.fetch(lines) == expected)
      var streamed: [WardLine] = []
      for try await line in db.stream(lines) { streamed.append(line) }
      #expect(streamed == expected)
      let (observed, _) = try await db.observe(lines).start()
      #expect(observed == expected)
      let prepared = PreparedQuery { (id: Placeholder<Int>, least: Placeholder<Int>) in
        Ward.where { $0.id == id }.select {
          WardLine.select(ward: $0, beds: $0.beds.where { $0.id > least }, count: $0.beds.count())
        }
      }
      #expect(try await db.fetch(prepared(7, 14)).map { $0.beds.map(\.id) } == [[15]])
      #expect(try await db.explain(lines).lists.map(\.table) == ["bed"])
    }
  }

  @Test("A stream runs a statement for each list and batch")
  func statements() async throws {
    let selects = Mutex(0)
    var configuration = Configuration(readerCount: 1)
    configuration.statementHooks = [
      StatementHook { event in
        if event.sql.hasPrefix("SELECT") { selects.withLock { $0 += 1 } }
      }
    ]
    let db = try Database(two.folder.file(), configuration: configuration)
    var count = 0
    for try await _ in db.stream(Ward.where { $0.id <= 24 + 5 }.select { ($0, $0.beds) }) {
      count += 1
    }
    #expect(count == 29 && selects.withLock { $0 } == 1 + 3)
  }

  @Test("A stream and its lists are of one snapshot, whatever is written between the batches")
  func oneState() async throws {
    for db in [two.db, memory] {
      var rows = 0
      for try await (ward, beds, count, last) in db.stream(query) {
        rows += 1
        #expect(ward.state == 0 && count == 2 && last?.state == 0)
        #expect(beds.map(\.0.state) == [0, 0] && beds.map { $0.1.map(\.state) } == [[], [0]])
        guard rows % 50 == 1 || rows > Self.wards - 6 else { continue }
        let state = rows
        try await db.transaction { db in
          try db.run(Ward.updateAll { $0.state = state })
          try db.run(Bed.updateAll { $0.state = state })
          try db.run(Note.updateAll { $0.state = state })
          try db.insert(Bed(id: 10_000 + state, wardID: state % 2 == 0 ? 506 : 1, state: state))
          try db.run(Note.where { $0.id > state }.delete())
        }
      }
      #expect(rows == Self.wards)
    }
  }

  @Test("A stream with lists returns its reader at a break, at its end, on error and if cancelled")
  func readerIsFree() async throws {
    let count = Self.wards
    for _ in 0..<5 {
      var rows = 0
      for try await _ in db.stream(query) {
        rows += 1
        if rows == 20 { break }
      }
      #expect(try await db.count(Ward.self) == count)
    }
    for try await _ in db.stream(query) {}
    #expect(try await db.count(Ward.self) == count)
    await #expect(throws: Stop.self) { for try await _ in db.stream(query) { throw Stop() } }
    #expect(try await db.count(Ward.self) == count)
    let stream = db.stream(query)
    let cancelled = Task {
      for try await _ in stream { withUnsafeCurrentTask { $0?.cancel() } }
    }
    await #expect(throws: CancellationError.self) { try await cancelled.value }
    #expect(try await db.count(Ward.self) == count)
    try await db.transaction { db in try db.insert(Ward(id: 5000, state: 0)) }
    #expect(try await db.stream(query).reduce(0) { sum, _ in sum + 1 } == count + 1)
  }

  @Test("A stream or an observation returns its reader if its task is cancelled in a list")
  func cancelledInList() async throws {
    let file = try TemporaryFolder()
    var configuration = Configuration(readerCount: 1)
    configuration.statementHooks = [
      StatementHook { event in
        guard event.sql.hasPrefix("SELECT"), event.sql.contains(#"FROM "bed""#) else { return }
        withUnsafeCurrentTask { $0?.cancel() }
      }
    ]
    for db in [
      try Database(file.file(), configuration: configuration),
      try Database.inMemory(configuration: configuration),
    ] {
      try await db.create(Ward.self, Bed.self)
      try await db.insert((1...100).map { Ward(id: $0, state: 0) })
      try await db.insert((1...100).map { Bed(id: $0, wardID: $0, state: 0) })
      let query = Ward.select { ($0.id, $0.beds) }
      for _ in 0..<3 {
        let stream = Task { for try await _ in db.stream(query) { Issue.record("is cancelled") } }
        await #expect(throws: CancellationError.self) { try await stream.value }
        let observation = Task { try await db.observe(query).start() }
        await #expect(throws: CancellationError.self) { _ = try await observation.value }
        #expect(try await db.count(Ward.self) == 100)
        try await db.transaction { db in try db.execute("UPDATE ward SET state = state + 1") }
      }
    }
    withExtendedLifetime(file) {}
  }

  @Test("A stream and its lists are of one snapshot while another task writes")
  func besideWriter() async throws {
    let db = db
    let writing = Task {
      for state in 1...200 {
        try await db.transaction { db in
          try db.run(Ward.updateAll { $0.state = state })
          try db.run(Note.updateAll { $0.state = state })
          try db.run(Bed.updateAll { $0.state = state })
        }
      }
    }
    for _ in 0..<20 {
      var states: Set<Int> = []
      for try await (ward, beds, _, last) in db.stream(query) {
        states.insert(ward.state)
        for (bed, notes) in beds { states.formUnion([bed.state] + notes.map(\.state)) }
        if let last { states.insert(last.state) }
      }
      #expect(states.count == 1)
    }
    try await writing.value
  }

  @Test("A stream throws the error of a row in a list, and then ends")
  func errors() async throws {
    for db in [two.db, memory] {
      try await db.execute("UPDATE bed SET floor = 1000 WHERE id = \(2 * 30)")
      var iterator = db.stream(query).makeAsyncIterator()
      let error = await #expect(throws: RowDecodingError.self) {
        while try await iterator.next() != nil {}
      }
      #expect(error?.table == "bed" && error?.column == "floor")
      #expect(try await iterator.next() == nil)
      #expect(try await db.count(Ward.self) == Self.wards)
      // The connection has no transaction open.
      let beds = try await db.read { try $0.count(Bed.self) }
      #expect(beds == 2 * Self.wards)
    }
    let listless = Ward.select { ward in ward.beds.where { $0.state == ward.state } }
    await #expect(throws: RelationError.self) { for try await _ in db.stream(listless) {} }
    let merged = Ward.all.distinct().select { ($0.state, $0.beds) }
    await #expect(throws: RelationError.self) { for try await _ in db.stream(merged) {} }
  }

  @Test("forEach reads a batch of rows together with its lists")
  func forEach() async throws {
    let query = Ward.order { $0.id }.select { ($0.id, $0.state, $0.beds.select { $0.state }) }
    let ids = try await db.read { db in
      var ids: [Int] = []
      try db.forEach(query) { id, state, beds in
        ids.append(id)
        #expect(state == 0 && beds == [0, 0])
      }
      return ids
    }
    #expect(ids == Array(1...Self.wards))
    try await db.transaction { db in
      var rows = 0
      try db.forEach(query) { id, state, beds in
        rows += 1
        #expect(beds == [state, state])
        if rows == 100 {
          try db.run(Ward.updateAll { $0.state = 1 })
          try db.run(Bed.updateAll { $0.state = 1 })
        }
      }
      #expect(rows == Self.wards)
    }
    await #expect(throws: Stop.self) {
      try await db.transaction { db in try db.forEach(query) { _ in throw Stop() } }
    }
    #expect(try await db.count(Ward.where { $0.state == 1 }) == Self.wards)
  }
}

extension RelationStreamTests.Ward.Columns {
  var beds: ToMany<RelationStreamTests.Bed> { toMany(\.ward) }
}

extension RelationStreamTests.Bed.Columns {
  var ward: ToOne<RelationStreamTests.Ward> { toOne(wardID) }
  var notes: ToMany<RelationStreamTests.Note> { toMany(\.bed) }
}

extension RelationStreamTests.Note.Columns {
  var bed: ToOne<RelationStreamTests.Bed> { toOne(bedID) }
}
