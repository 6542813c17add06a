import ORM
import Testing

@testable import ORMCore
@testable import ORMSQLite

/// Columns that SQLite distinguishes, but Swift's `==` or `lowercased()` does not.
@Table("twins") private struct Twins: Equatable {
  @Column("id", primaryKey: true) var id: Int
  @Column("É") var capital: Int
  @Column("é") var small: String
  @Column("e\u{301}") var decomposed: Double?

  static func == (left: Twins, right: Twins) -> Bool {
    left.id == right.id && left.capital == right.capital
      && left.small.utf8.elementsEqual(right.small.utf8) && left.decomposed == right.decomposed
  }
}

/// A key and another column whose names differ only in encoding.
@Table("kéy") private struct TwinKey {
  @Column("k\u{E9}y", primaryKey: true) var key: Int
  @Column("ke\u{301}y") var other: String
}

@Table("ke\u{301}y") private struct OtherTable {
  @Column(primaryKey: true) var id: Int
  @Column("k\u{E9}y") var text: String
}

@Table("pair") private struct Pair: Equatable {
  @Column(primaryKey: true) var id: Int
  @Column("é") var v: Int
}

@Table("child") private struct TwinChild {
  var id: Int
  @Column("pare\u{144}t", references: Twins.self) var parent: Int?
  @Column("paren\u{301}t", references: TwinKey.self) var key: Int?
}

@Suite("Columns and tables whose names differ only in encoding or in the case of É")
struct TwinNamesTests {
  let db: Database

  init() async throws {
    db = try Database.inMemory()
    try await db.create(Twins.self, TwinKey.self, OtherTable.self, TwinChild.self)
  }

  @Test("Columns whose names differ only in encoding or case keep their values in every verb")
  func verbs() async throws {
    var row = try await db.insert(Twins(id: 1, capital: 42, small: "hello", decomposed: 0.5))
    #expect(try await db.fetch(Twins.self) == [row])
    #expect(try await db.find(Twins.self, 1) == row)
    row.small = "other"
    #expect(try await db.save(row) == row)
    let old = row
    row.decomposed = nil
    #expect(try await db.updateChanges(row, from: old))
    try await db.update(row, columns: \.capital, \.small)
    try await db.run(Twins.where { $0.small == "other" }.update { $0.capital = 7 })
    row.capital = 7
    #expect(try await db.fetch(Twins.where { $0.decomposed == nil }) == [row])
    #expect(try await db.fetch(Twins.self, sql: "SELECT * FROM twins") == [row])
    #expect(
      try await db.insert(Twins.self) {
        $0.id = 2
        $0.capital = 1
        $0.small = "b"
        $0.decomposed = 2
      } == Twins(id: 2, capital: 1, small: "b", decomposed: 2))
  }

  @Test("An untyped row distinguishes columns whose names differ only in encoding or case")
  func rows() async throws {
    try await db.insert(Twins(id: 1, capital: 42, small: "hello", decomposed: 0.5))
    let row = try #require(try await db.first(Row.self, sql: "SELECT * FROM twins"))
    #expect(try row["É"] == 42)
    #expect(try row["é"] == "hello")
    #expect(try row["e\u{301}"] == 0.5)
    #expect(try row["ID"] == 1)
    #expect(throws: RowDecodingError.self) { try row["E\u{301}\u{301}"] }
  }

  @Test("A text column is not read as an integer if a column of nearly the same name is one")
  func integers() async throws {
    for twin in ["É", "e\u{301}"] {
      let db = try Database.inMemory()
      try await db.execute(
        script: """
          CREATE TABLE pair (id INTEGER PRIMARY KEY, \(identifier: twin) INTEGER NOT NULL, "é" TEXT NOT NULL) STRICT;
          INSERT INTO pair VALUES (1, 42, 'hello')
          """)
      await #expect(throws: RowDecodingError.self) { try await db.fetch(Pair.self) }
    }
  }

  @Test("A column is written if its name differs from the key's only in encoding")
  func keys() async throws {
    let row = try await db.insert(TwinKey(key: 1, other: "a"))
    #expect(row.other == "a")
    try await db.update(TwinKey(key: 1, other: "b"))
    #expect(try await db.find(TwinKey.self, 1)?.other == "b")
    #expect(try await db.save(TwinKey(key: 1, other: "c")).other == "c")
    #expect(TwinKey.schema.updateSQL == TwinKey.updateSQL)
    #expect(TwinKey.schema.insertSQL == TwinKey.insertSQL)
  }

  @Test("A compound query can be ordered by one of two columns whose names differ only in case")
  func compound() async throws {
    try await db.insert([
      Twins(id: 1, capital: 1, small: "b", decomposed: nil),
      Twins(id: 2, capital: 2, small: "a", decomposed: nil),
    ])
    let all = Twins.select { ($0.capital, $0.small) }
    let found = try await db.fetch(all.union(all).union(all.limit(1)).order { $0.small })
    #expect(found.map(\.0) == [2, 1])
  }

  @Test("Tables whose names differ only in encoding are observed and recorded separately")
  func tables() async throws {
    let stream = try await db.changes(of: TwinKey.self)
    try await db.insert(OtherTable(id: 1, text: "x"))
    try await db.insert(TwinKey(key: 5, other: "y"))
    var changes = stream.makeAsyncIterator()
    #expect(try await changes.next()?.inserted == [5])

    let recorded = try await db.transaction { tx in
      try tx.recordChanges {
        try tx.insert(TwinKey(key: 6, other: "y"))
        try tx.insert(OtherTable(id: 2, text: "z"))
      }.changes
    }
    let operations = try await db.operations(of: recorded)
    #expect(operations.count == 2)
    let own = try #require(operations.first { $0.new[0] == 6 })
    #expect(try own.new(\.other, of: TwinKey.self) == "y")
    let other = try #require(operations.first { $0 != own })
    #expect(try other.new(\.text, of: OtherTable.self) == "z")
    #expect(throws: DatabaseError.self) { try other.new(\.other, of: TwinKey.self) }
  }

  @Test("A violation distinguishes columns whose names differ only in encoding")
  func violations() async throws {
    let error = await #expect(throws: DatabaseError.self) {
      try await db.insert(TwinChild(id: 1, parent: nil, key: 9))
    }
    #expect(error?.violation?.columns.map { Array($0.utf8) } == [Array("paren\u{301}t".utf8)])
    let unique = ConstraintViolation(
      extendedCode: ResultCode(rawValue: 2067),
      message: "UNIQUE constraint failed: e\u{301}.\u{301}a, e\u{301}.b", table: "e\u{301}")
    #expect(unique?.columns.map { Array($0.utf8) } == [Array("\u{301}a".utf8), Array("b".utf8)])
    #expect(unique?.table?.utf8.elementsEqual("e\u{301}".utf8) == true)
  }

  @Test("A table whose name differs in ASCII case is observed and recorded")
  func otherCase() async throws {
    let db = try Database.inMemory()
    try await db.execute(
      script: #"CREATE TABLE "PAIR" ("ID" INTEGER PRIMARY KEY, "é" INTEGER NOT NULL)"#)
    var stream = try await db.changes(of: Pair.self).makeAsyncIterator()
    var values = db.observe(Pair.self, 1).makeAsyncIterator()
    #expect(try await values.next() == .some(.none))
    try await db.insert(Pair(id: 1, v: 5))
    #expect(try await stream.next()?.inserted == [1])
    #expect(try await values.next()??.v == 5)
    let changes = try await db.transaction { tx in
      try tx.recordChanges(of: Pair.self) { try tx.update(Pair(id: 1, v: 6)) }.changes
    }
    #expect(try await db.operations(of: changes).map { try $0.new(\.v, of: Pair.self) } == [6])
  }

  @Test("A table can be joined with an alias that differs from its name only in encoding")
  func alias() async throws {
    try await db.insert(TwinKey(key: 1, other: "a"))
    let query = TwinKey.join(TwinKey.self, as: "ke\u{301}y") { $0.key == $1.key }
      .select { ($0.other, $1.other) }
    #expect(try await db.fetch(query).map { [$0.0, $0.1] } == [["a", "a"]])
  }
}
