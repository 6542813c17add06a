import ORM
import Testing

@testable import ORMCore
@testable import ORMSQLite

@Table("stall")
private struct Stall: Equatable {
  var id: Int?
  @Column(unique: true) var name: String
  var plays = 0
  var note: String?
}

/// The same table, with another column first.
@Table("stall")
private struct NotedStall {
  var note: String?
  var id: Int?
  var name: String
}

@Table("stallView")
private struct ViewedStall {
  var name: String
  var plays: Int
}

@Table
private struct StallPlace {
  @Column(primaryKey: true) let row: Int
  @Column(primaryKey: true) let seat: Int
  var note: String?
}

/// A connection that has rendered the SQL of an insert of one row does not render it again for an
/// insert that differs only in values.
@Suite("Keys of inserts")
struct InsertKeyTests {
  let db: Database

  init() async throws {
    db = try Database.inMemory()
    try await db.create(Stall.self)
  }

  @Test("The key of an insert contains everything but its values")
  func known() async throws {
    try await db.transaction { (tx: isolated Connection) throws in
      func upsert(_ id: Int, adding plays: Int, below most: Int) -> Insert<Stall> {
        Stall.insert(Stall(id: id, name: "\(id)")).onConflict { $0.id }.doUpdate { row, _ in
          row.plays += plays
        } where: { row, _ in
          row.plays < most
        }
      }
      #expect(try !tx.isKnown(upsert(1, adding: 1, below: 10)))
      #expect(try tx.run(upsert(1, adding: 1, below: 10)) == 1)
      #expect(try tx.isKnown(upsert(2, adding: 5, below: 7)))
      let row = Stall(id: 1, name: "1")
      let others = [
        Stall.insert(row), Stall.insert(row, or: .replace),
        Stall.insert(row).onConflict { $0.id }.doNothing(),
        Stall.insert(row).onConflict { $0.name }.doUpdate { row, _ in
          row.plays += 1
        } where: { row, _ in
          row.plays < 10
        },
        Stall.insert(row).onConflict { $0.id }.doUpdate { row, _ in
          row.plays += 1
        } where: { row, _ in
          row.plays <= 10
        },
        Stall.insert(Stall(id: nil, name: "1")).onConflict { $0.id }.doUpdate { row, _ in
          row.plays += 1
        } where: { row, _ in
          row.plays < 10
        },
        Stall.insert([row, row]), Stall.insert { $0.name = "1" },
      ]
      for other in others { #expect(try !tx.isKnown(other)) }
    }
  }

  @Test("An insert of a query's rows inserts the rows of each call, alternating with other inserts")
  func queries() async throws {
    try await db.transaction { (tx: isolated Connection) throws in
      func copy(from first: Int, as name: String) -> Insert<Stall> {
        Stall.insert {
          ($0.name, $0.plays)
        } select: {
          Stall.where { $0.id >= first }.select { ($0.name.appending(name), $0.plays + first) }
        }.onConflict { $0.name }.doNothing()
      }
      try tx.run(Stall.insert(Stall(id: 1, name: "a", plays: 10)))
      #expect(try !tx.isKnown(copy(from: 1, as: "b")))
      #expect(try tx.run(copy(from: 1, as: "b")) == 1)
      #expect(try tx.isKnown(copy(from: 2, as: "c")))
      #expect(try tx.run(copy(from: 2, as: "c")) == 1)
      #expect(try tx.run(Stall.insert(Stall(id: 9, name: "d", plays: 0))) == 1)
      #expect(try tx.run(copy(from: 1, as: "b")) == 3)
      let rows = try tx.fetch(Stall.order { $0.name })
      #expect(rows.map(\.name) == ["a", "ab", "abb", "abc", "abcb", "d", "db"])
      #expect(rows.map(\.plays) == [10, 11, 12, 13, 14, 0, 1])
    }
  }

  @Test(
    "Inserts of single columns, and inserts with RETURNING, alternate and return their own rows")
  func returning() async throws {
    try await db.transaction { (tx: isolated Connection) throws in
      func named(_ name: String, adding plays: Int) -> Insert<Stall> {
        Stall.insert {
          $0.name = name
          $0.plays = Stall.select { $0.plays.max() }.scalar().coalesce(0) + plays
        }
      }
      for round in 0..<3 {
        let first = try tx.fetch(named("a\(round)", adding: 1).returning())
        #expect(first.map(\.name) == ["a\(round)"] && first.map(\.plays) == [3 * round + 1])
        #expect(try tx.isKnown(named("", adding: 9).insert.returning(Self.all)))
        #expect(try tx.run(named("b\(round)", adding: 2)) == 1)
        let sums = try tx.fetch(
          Stall.insert(Stall(name: "c\(round)", plays: round)).returning { $0.plays + round })
        #expect(sums == [2 * round])
        let sizes = try tx.fetch(
          Stall.insert(Stall(name: "d\(round)", plays: round)).returning { $0.plays - round })
        #expect(sizes == [0])
        let error = #expect(throws: DatabaseError.self) {
          try tx.fetch(named("a\(round)", adding: 1).returning())
        }
        #expect(error?.violation?.kind == .unique && error?.violation?.columns == ["name"])
        try tx.read {
          let refused = #expect(throws: DatabaseError.self) {
            try tx.fetch(named("e\(round)", adding: 1).returning())
          }
          #expect(refused?.code == .readOnly)
        }
      }
      #expect(try tx.count(Stall.self) == 12)
    }
  }

  @Test("Deeply nested inserts and updates run, but have no key, to spare the stack")
  func deep() async throws {
    @Sendable func deep(_ start: SQLExpression<Int>, _ levels: Int) -> SQLExpression<Int> {
      (0..<levels).reduce(start) { sum, _ in sum * 1 }
    }
    try await db.transaction { (tx: isolated Connection) throws in
      for (id, levels) in [(100, 10), (200, 900)] {
        let row = Stall.insert(Stall(id: id, name: "\(id)", plays: 7))
        #expect(try tx.fetch(row.returning { deep($0.plays + 0, levels) }) == [7])
        #expect(try tx.run(Stall.where { $0.id == id }.delete()) == 1)
        let again = row.returning { deep($0.plays + 0, levels) }
        #expect(try tx.hasCached(#require(again.insert), of: Stall.self) == (levels == 10))
        #expect(try tx.fetch(again) == [7])
        let computed = Stall.insert {
          $0.name = "computed \(id)"
          $0.plays = deep(SQLExpression.value(id), levels)
        }
        #expect(try tx.run(computed) == 1)
        #expect(try tx.isKnown(computed) == (levels == 10))
        let update = Stall.where { $0.id == id }.update { $0.plays = id }
        let updated = update.returning { deep($0.plays + 1, levels) }
        #expect(try tx.fetch(updated) == [id + 1])
        #expect(try tx.hasCached(#require(updated.rows), of: Stall.self) == (levels == 10))
      }
    }
  }

  @Test(
    "Inserts into a view without a key, and with a key of two columns, return their own rows")
  func others() async throws {
    try await db.create(StallPlace.self)
    try await db.execute(
      script: """
        CREATE VIEW "stallView" AS SELECT name, plays FROM stall;
        CREATE TRIGGER into_view INSTEAD OF INSERT ON "stallView"
        BEGIN INSERT INTO stall (name, plays) VALUES (new.name, new.plays); END
        """)
    // The first two names are equal in Swift, but not in SQLite.
    for (round, name) in ["e\u{301}", "\u{E9}", "plain"].enumerated() {
      let viewed = ViewedStall.insert {
        $0.name = name
        $0.plays = round
      }
      let rows = try await db.fetch(viewed.returning())
      #expect(rows.map { Array($0.name.utf8) } == [Array(name.utf8)])
      let place = StallPlace.insert(StallPlace(row: round, seat: 1, note: name))
      let places = try await db.fetch(place.returning { ($0.row, $0.note) })
      #expect(places.map { Array(($0.1 ?? "").utf8) } == [Array(name.utf8)])
      let error = await #expect(throws: DatabaseError.self) {
        try await db.fetch(place.returning())
      }
      #expect(error?.violation?.kind == .primaryKey)
    }
    #expect(try await db.count(Stall.self) == 3)
    #expect(try await db.count(StallPlace.self) == 3)
  }

  /// All columns, as `returning()` selects them.
  private static let all = Stall.selectedColumns.map {
    ResultColumn(.column(qualifier: "stall", name: $0))
  }

  @Test("Inserts with different conflict clauses have different keys")
  func resolutions() async throws {
    try await db.transaction { (tx: isolated Connection) throws in
      let row = Stall(id: 1, name: "1", plays: 7)
      #expect(try tx.run(Stall.insert(row)) == 1)
      #expect(try tx.isKnown(Stall.insert(row)))
      for _ in 1...2 {
        #expect(try tx.run(Stall.insert(row, or: .ignore)) == 0)
        #expect(try tx.run(Stall.insert(Stall(id: 1, name: "2"), or: .replace)) == 1)
        #expect(throws: DatabaseError.self) { try tx.run(Stall.insert(row)) }
      }
      #expect(try tx.fetch(Stall.self) == [Stall(id: 1, name: "2")])
    }
  }

  @Test("Inserts with one key insert their own values, alternating with other inserts")
  func values() async throws {
    try await db.transaction { (tx: isolated Connection) throws in
      for round in 1...3 {
        for id in 1...3 {
          let row = Stall(id: id, name: "\(id)", note: round == 2 ? nil : "note \(round)")
          try tx.run(
            Stall.insert(row).onConflict { $0.id }.doUpdate { row, excluded in
              row.plays += id * round
              row.note = excluded.note
            })
          #expect(try tx.run(Stall.insert(row).onConflict().doNothing()) == 0)
          #expect(try tx.run(Stall.insert(row, or: .ignore)) == 0)
        }
        try tx.run(Stall.insert(Stall(name: "new \(round)")))
        try tx.run(NotedStall.insert(NotedStall(note: "noted", name: "noted \(round)")))
      }
      let rows = try tx.fetch(Stall.order { $0.id })
      #expect(rows.prefix(3).map(\.plays) == [5, 10, 15])
      #expect(rows.prefix(3).allSatisfy { $0.note == "note 3" })
      #expect(
        rows.dropFirst(3).map(\.name)
          == (1...3).flatMap { ["new \($0)", "noted \($0)"] })
      #expect(rows.filter { $0.note == "noted" }.map(\.name) == (1...3).map { "noted \($0)" })
    }
  }

  @Test("An upsert by a partial index has the condition's values in its SQL")
  func partial() async throws {
    try await db.execute(
      script: """
        CREATE UNIQUE INDEX few ON stall (note) WHERE plays = 0;
        CREATE UNIQUE INDEX more ON stall (note) WHERE plays = 1;
        """)
    try await db.transaction { (tx: isolated Connection) throws in
      for plays in [0, 1, 0, 1] {
        let row = Stall(name: "\(plays)", plays: plays, note: "one")
        try tx.run(
          Stall.insert(row).onConflict { $0.name }.doNothing())
        let twin = Stall(name: "twin", plays: plays, note: "one")
        let insert = Stall.insert(twin).onConflict {
          $0.note
        } where: {
          $0.plays == plays
        }
        #expect(try tx.run(insert.doNothing()) == 0)
        let other = Stall.insert(twin).onConflict {
          $0.note
        } where: {
          $0.plays == 1 - plays
        }
        #expect(throws: DatabaseError.self) { try tx.run(other.doNothing()) }
      }
      #expect(try tx.count(Stall.self) == 2)
    }
  }

  @Test("An insert with a known key reports each violation, and inserts valid rows after it")
  func errors() async throws {
    try await db.transaction { (tx: isolated Connection) throws in
      try tx.run(Stall.insert(Stall(id: 1, name: "one")))
      for id in 2...3 {
        let error = #expect(throws: DatabaseError.self) {
          try tx.run(Stall.insert(Stall(id: id, name: "one")))
        }
        #expect(error?.violation?.kind == .unique && error?.violation?.columns == ["name"])
        try tx.read {
          let refused = #expect(throws: DatabaseError.self) {
            try tx.run(Stall.insert(Stall(id: id, name: "\(id)")))
          }
          #expect(refused?.code == .readOnly)
        }
        #expect(try tx.run(Stall.insert(Stall(id: id, name: "\(id)"))) == 1)
      }
      try tx.execute("DROP TABLE stall")
      let missing = #expect(throws: DatabaseError.self) {
        try tx.run(Stall.insert(Stall(id: 9, name: "9")))
      }
      #expect(missing?.message == "no such table: stall")
      try tx.execute("CREATE TABLE stall (note, plays, name, id INTEGER PRIMARY KEY)")
      #expect(try tx.run(Stall.insert(Stall(id: 9, name: "9", plays: 3))) == 1)
      #expect(try tx.fetch(Stall.self) == [Stall(id: 9, name: "9", plays: 3)])
    }
  }

  @Test("An insert with a known key fires triggers that were created later")
  func triggers() async throws {
    try await db.transaction { (tx: isolated Connection) throws in
      try tx.run(Stall.insert(Stall(name: "before")))
      try tx.execute(
        """
        CREATE TRIGGER noting AFTER INSERT ON stall
        BEGIN UPDATE stall SET note = 'noted' WHERE id = new.id; END
        """)
      #expect(try tx.run(Stall.insert(Stall(name: "after"))) == 1)
      #expect(try tx.fetch(Stall.order { $0.id }).map(\.note) == [nil, "noted"])
    }
  }
}

extension Connection {
  /// Whether the statement of the insert is found by its key.
  fileprivate func isKnown(_ insert: Insert<Stall>) throws -> Bool { try isKnown(insert.insert) }

  fileprivate func isKnown(_ insert: InsertNode) throws -> Bool {
    let known = try bound(insert, of: Stall.self)
    known?.reset()
    return known != nil
  }
}
