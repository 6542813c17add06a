import Foundation
import Testing

import ORM
@testable import ORMCore
@testable import ORMSQLite

struct ListTests {
  @Test("A short list has a parameter for each value")
  func short() async throws {
    try await expect(
      Song.where { $0.id.in([1, 3, 9]) }, #" WHERE "id" IN ($1, $2, $3)"#, [1, 3, 9], ids: [1, 3])
    try await expect(
      Song.where { $0.genre.in([.soul]) }, #" WHERE "genre" IN ($1)"#, ["soul"], ids: [1])
    try await expect(
      Song.where { $0.id.in(Set([2])) && $0.isHidden == nil },
      #" WHERE "id" IN ($1) AND "isHidden" IS NULL"#, [2], ids: [2])
  }

  @Test("An empty list contains no value")
  func empty() async throws {
    try await expect(Song.where { $0.id.in([]) }, " WHERE FALSE", ids: [])
    try await expect(Song.where { !$0.original.in([]) }, " WHERE NOT FALSE", ids: [1, 2, 3, 4, 5])
  }

  @Test("nil in a list finds the rows with NULL")
  func null() async throws {
    try await expect(
      Song.where { $0.original.in([2, nil]) }, #" WHERE "original" IN ($1) OR "original" IS NULL"#,
      [2], ids: [1, 2, 4])
    try await expect(
      Song.where { $0.original.in([nil]) }, #" WHERE "original" IS NULL"#, ids: [1, 4])
  }

  @Test("A long list of integers is bound as one JSON array, whatever its length")
  func integers() async throws {
    try await expect(
      Song.where { $0.id.in(Array(-3..<6)) }, #" WHERE "id" IN (SELECT +value FROM json_each($1))"#,
      ["[-3,-2,-1,0,1,2,3,4,5]"], ids: [1, 2, 3, 4, 5])
    let extremes = [Int.min, Int.max] + Array(10...20)
    let database = try await Song.database()
    try await database.execute("UPDATE song SET plays = \(Int.min) WHERE id = 1")
    try await database.execute("UPDATE song SET plays = \(Int.max) WHERE id = 3")
    let query = Song.where { $0.plays.in(extremes) }
    let found = try await database.fetch(query).map(\.id)
    #expect(found == [1, 2, 3, 5])
  }

  @Test("A list of a hundred thousand integers is one parameter")
  func huge() async throws {
    let query = Song.where { $0.id.in(Array(4...100_003)) }
    #expect(try query.statement().arguments.count == 1)
    let found = try await Song.database().fetch(query).map(\.id)
    #expect(found == [4, 5])
  }

  @Test("A long list of texts finds each of them, whatever its characters")
  func texts() async throws {
    let titles = Song.samples.prefix(4).map(\.title) + (1...31).map { "a\\\u{1}\($0)\u{7F}\n\t\"" }
    let query = Song.where { $0.title.in(titles) }
    #expect(try query.statement().sql.hasSuffix(#" IN (SELECT +value FROM json_each($1))"#))
    let database = try await Song.database()
    let found = try await database.fetch(query).map(\.id)
    #expect(found == [1, 2, 3, 4])
    for title in titles {
      try await database.execute("UPDATE song SET title = \(title) WHERE id = 1")
      #expect(try await database.exists(query.where { $0.id == 1 }), "\(title.debugDescription)")
    }
  }

  @Test("Texts with a NUL, which SQLite would cut in JSON, are bound as a list of orm_list()")
  func textsWithNUL() async throws {
    let titles = Song.samples.map(\.title) + (1...5).map { "\($0)" }
    let query = Song.where { $0.title.in(titles) }
    #expect(try query.statement().sql.hasSuffix(#""title" IN (SELECT +value FROM orm_list($1))"#))
    let database = try await Song.database()
    let plain = titles.filter { !$0.utf8.contains(0) } + (6...9).map { "\($0)" }
    let withoutNUL = try await database.fetch(Song.where { $0.title.in(plain) }).map(\.id)
    // The connection caches both statements, whose shapes differ.
    for _ in 1...3 {
      #expect(try await database.fetch(query).map(\.id) == [1, 2, 3, 4, 5])
      #expect(try await database.fetch(Song.where { $0.title.in(plain) }).map(\.id) == withoutNUL)
    }
    #expect(withoutNUL.count == 4)
  }

  @Test("A long list of BLOBs has the same SQL for every length")
  func blobs() async throws {
    let database = try await Song.database()
    var texts: Set<String> = []
    for count in 9...64 {
      let query = Song.where { $0.token.in((1...count).map { Song.token(UInt8($0)) }) }
      texts.insert(try query.statement().sql)
      let found = try await database.fetch(query).map(\.id)
      #expect(found == [1, 3, 4])
    }
    #expect(texts.count == 1)
  }

  /// The rows that have one of the values, if each value is a parameter.
  private func expected(
    in values: [SQLValue], on db: Database
  ) async throws -> [Int] {
    var found: Set<Int> = []
    for value in values {
      found.formUnion(
        try await db.fetch(Int.self, sql: "SELECT rowid FROM t WHERE x IN (\(value), \(value))"))
    }
    return found.sorted()
  }

  private func database(_ stored: [SQLValue], of type: String) async throws -> Database {
    let db = try Database.inMemory()
    try await db.execute("CREATE TABLE t (x \(raw: type))")
    try await db.execute("CREATE INDEX t_x ON t (x)")
    for value in stored { try await db.execute("INSERT INTO t VALUES (\(value))") }
    return db
  }

  @Test(
    "A list finds the rows that its values find as parameters, for each type of column",
    arguments: ["", "INTEGER", "REAL", "TEXT", "BLOB", "NUMERIC", "TEXT COLLATE NOCASE"])
  func values(type: String) async throws {
    let reals: [Double] = [
      0, -0.0, 1, -1, 0.1, .leastNonzeroMagnitude, .greatestFiniteMagnitude, .infinity,
      -.infinity, 0x1p53, 0x1p53 + 2, 0x1p63, -0x1p63, 1e300,
    ]
    let integers: [Int64] = [
      0, 1, -1, .max, .max - 1, .min, .min + 1, 1 << 53, 1 << 53 + 1, -(1 << 53) - 1,
    ]
    // SQLite converts the integers of a subquery to doubles to compare them with a REAL column.
    .filter { type != "REAL" || Int64(exactly: Double($0)) == $0 }
    let texts = [
      "", "a", "A", "a\0", "a\0b", "\0", "é", "e\u{301}", "1", "1.0", "0x1", "'", "\u{10FFFF}",
    ]
    let blobs: [[UInt8]] = [[], [0], [0, 0], [97], [255], Array(repeating: 7, count: 5000)]
    var all: [SQLValue] = []
    all += reals.map { .real($0) }
    all += integers.map { .integer($0) }
    all += texts.map { .text($0) }
    all += blobs.map { .blob($0) }
    let db = try await database(all, of: type)
    var generator = SeededGenerator(seed: 7)
    let pools = [all, integers.map { .integer($0) }, texts.map { .text($0) }]
    for round in 0..<60 {
      let some =
        round == 0
        ? all
        : (0..<Int.random(in: 9...14, using: &generator)).map { _ in
          pools[round % pools.count].randomElement(using: &generator) ?? .null
        }
      // Each value is looked for by itself.
      let expected = try await expected(in: some, on: db)
      // As a query binds them: as JSON, unless JSON would change them.
      let written = SQL(parts: [.text("SELECT rowid FROM t WHERE x IN "), .list(some)])
      #expect(try await db.fetch(Int.self, sql: written).sorted() == expected)
      let bytes = SQLValue.blob(ValueList(some).bytes)
      let list: SQL = "SELECT rowid FROM t WHERE x IN (SELECT +value FROM orm_list(\(bytes)))"
      #expect(try await db.fetch(Int.self, sql: list).sorted() == expected)
      let plan = try await db.explain(list)
      #expect(plan.uses(index: "t_x"))
    }
  }

  @Test("A list of a hundred thousand BLOBs or REALs is one parameter")
  func hugeOthers() async throws {
    let database = try await Song.database()
    let tokens = (0..<100_000).map { Song.token(UInt8(truncatingIfNeeded: $0)) }
    let query = Song.where { $0.token.in(tokens) }
    #expect(try query.statement().arguments.count == 1)
    #expect(try await database.fetch(query).map(\.id) == [1, 3, 4])
    let numbers = (0..<100_000).map { Double($0) / 4 }
    let rated = Song.where { $0.rating.in(numbers) }
    #expect(try rated.statement().arguments.count == 1)
    let found = try await database.fetch(rated).map(\.id)
    let all = try await database.fetch(Song.where { $0.rating != nil })
    #expect(found == all.filter { numbers.contains($0.rating ?? -1) }.map(\.id))
  }

  @Test("orm_list() refuses values that are not its lists, and reads damaged lists without a crash")
  func damaged() async throws {
    let database = try Database.inMemory()
    let whole = ValueList([1, .real(2), "three", .blob([4]), .null, "a\0b"]).bytes
    let count = try await database.value(
      Int.self, sql: "SELECT count(*) FROM orm_list(\(SQLValue.blob(whole)))")
    #expect(count == 6)
    for length in 0..<whole.count {
      _ = try? await database.fetch(
        Row.self, sql: "SELECT * FROM orm_list(\(SQLValue.blob(Array(whole[..<length]))))")
    }
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<3000 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...6, using: &generator) {
        let index = Int.random(in: 0..<bytes.count, using: &generator)
        bytes[index] = UInt8.random(in: 0...255, using: &generator)
      }
      _ = try? await database.fetch(
        Row.self, sql: "SELECT * FROM orm_list(\(SQLValue.blob(bytes)))")
    }
    for value: SQLValue in ["x", 1, .blob([]), .blob([0]), .blob([17]), .blob([1, 9])] {
      let error = await #expect(throws: DatabaseError.self) {
        try await database.fetch(Row.self, sql: "SELECT * FROM orm_list(\(value))")
      }
      #expect(error?.message == "orm_list() accepts only lists that this library has written")
    }
    for none: SQL in ["SELECT * FROM orm_list", "SELECT * FROM orm_list(NULL)"] {
      #expect(try await database.fetch(Row.self, sql: none).isEmpty)
    }
  }

  @Test("Parameters after the thousandth are numbered with ?, and are bound to their values")
  func manyParameters() async throws {
    let database = try await Song.database()
    let rows = try SQL(values: 1..<4_000).statement()
    #expect(rows.sql.contains("$1000), (?1001), (?1002)") && rows.sql.hasSuffix("(?3999)"))
    let text: SQL = "SELECT sum(column1) FROM (\(SQL(values: 1..<4_000)))"
    #expect(try await database.value(Int.self, sql: text) == 7_998_000)
    // In a subquery, their numbers continue those of the statement.
    let shifted: SQL =
      "SELECT \(5) + sum(column1) FROM (\(SQL(values: 1..<1_500))) WHERE column1 > \(1400)"
    #expect(try await database.value(Int.self, sql: shifted) == 5 + (1401..<1500).reduce(0, +))
    let script: SQL =
      "CREATE TABLE many (a); INSERT INTO many \(SQL(values: 1..<1_200)); INSERT INTO many VALUES (\(0))"
    try await database.execute(script: script)
    #expect(try await database.value(Int.self, sql: "SELECT sum(a) FROM many") == 719_400)
  }

  @Test("A list throws, with the column's name, if one of its values can't be stored")
  func unencodable() {
    #expect(
      throws: ValueEncodingError(
        table: "song", column: "rating", type: "Double", reason: .notANumber)
    ) { try Song.where { $0.rating.in([1, .nan]) }.statement() }
  }
}

extension SQL {
  /// `VALUES ($1), ($2), …`
  fileprivate init(values: Range<Int>) {
    self = values.reduce(into: "VALUES ") { sql, number in
      sql = number == values.lowerBound ? "\(sql)(\(number))" : "\(sql), (\(number))"
    }
  }
}
