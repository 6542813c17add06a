import ORM
import Testing

private typealias Album = CatalogAlbum

@Suite("Functions of any value")
struct ValueFunctionTests {
  @Test("The result of a function is optional if an operand is")
  func types() {
    let columns = FunctionSample.columns
    let _: SQLExpression<Int> = columns.text.length()
    let _: SQLExpression<Int?> = columns.note.length()
    let _: SQLExpression<Double> = columns.ratio.round()
    let _: SQLExpression<Double?> = columns.real.round()
    let absolute = columns.count.abs()
    let _: SQLExpression<Int?> = absolute
    let nullified = columns.note.nullif("")
    let _: SQLExpression<String?> = nullified
    let sum = columns.count.sum()
    let _: AggregateFunction<Int?> = sum
    let greatest = columns.note.max()
    let _: AggregateFunction<String?> = greatest
    let cast = columns.count.cast(as: String.self)
    let _: SQLExpression<String?> = cast
    let certain = columns.number.cast(as: String.self)
    let _: SQLExpression<String> = certain
    let earlier = columns.count.lag()
    let _: WindowFunction<Int?> = earlier
    let remainder = columns.count.remainder(dividingBy: 2)
    let _: SQLExpression<Int?> = remainder
    let scalar = FunctionSample.select { $0.count }.scalar()
    let _: SQLExpression<Int?> = scalar
    #expect(columns.number.remainder(dividingBy: 2).canBeNull)
    #expect(!columns.text.length().canBeNull && columns.note.length().canBeNull)
  }

  @Test("coalesce replaces NULL with a value, and nullif replaces a value with NULL")
  func nulls() async throws {
    try await expect({ $0.count.coalesce(0) }, #"coalesce("count", $1)"#, [0], values: [12, 0])
    try await expect(
      { $0.count.coalesce($0.number) }, #"coalesce("count", "number")"#, values: [12, 3])
    try await expect(
      { $0.note.coalesce($0.note).coalesce("?") }, #"coalesce(coalesce("note", "note"), $1)"#,
      ["?"], values: ["a-b-a", "?"])
    try await expect({ $0.number.nullif(3) }, #"nullif("number", $1)"#, [3], values: [-7, nil])
    try await expect({ $0.count.nullif(12) }, #"nullif("count", $1)"#, [12], values: [nil, nil])
    try await expect({ $0.number.nullif($0.id) }, #"nullif("number", "id")"#, values: [-7, 3])
    try await expect(
      { $0.count.nullif($0.count) }, #"nullif("count", "count")"#, values: [nil, nil])
    try await expect(
      where: { $0.count.coalesce(0) == 0 }, #"coalesce("count", $1) = $2"#, [0, 0], rows: [2])
  }

  @Test("The maximum or minimum of several values is NULL if one of them is NULL")
  func extremes() async throws {
    try await expect({ $0.number.max(0) }, #"max("number", $1)"#, [0], values: [0, 3])
    try await expect({ $0.number.min(0) }, #"min("number", $1)"#, [0], values: [-7, 0])
    try await expect(
      { $0.number.max($0.id, $0.id + 1) }, #"max("number", "id", "id" + $1)"#, [1], values: [2, 3])
    try await expect({ $0.number.min($0.id) }, #"min("number", "id")"#, values: [-7, 2])
    try await expect({ $0.count.min(5) }, #"min("count", $1)"#, [5], values: [5, nil])
  }

  @Test("cast converts a value, typeof names its storage class, and quote returns its literal")
  func classes() async throws {
    try await expect(
      { $0.number.cast(as: String.self) }, #"CAST("number" AS TEXT)"#, values: ["-7", "3"])
    try await expect({ $0.note.cast(as: Int.self) }, #"CAST("note" AS INTEGER)"#, values: [0, nil])
    try await expect({ $0.real.cast(as: Int.self) }, #"CAST("real" AS INTEGER)"#, values: [2, nil])
    try await expect(
      { $0.text.cast(as: [UInt8].self).length() }, #"length(CAST("text" AS BLOB))"#,
      values: [12, 5])
    try await expect({ $0.count.typeof() }, #"typeof("count")"#, values: ["integer", "null"])
    try await expect({ $0.real.quote() }, #"quote("real")"#, values: ["2.5", "NULL"])
  }

  @Test("CASE and iif choose a value by conditions, or by the value of a column")
  func choices() async throws {
    try await expect(
      {
        SQLCase.when($0.number < 0, then: "minus").when($0.number == 0, then: "zero").else("plus")
      },
      #"CASE WHEN "number" < $1 THEN $2 WHEN "number" = $3 THEN $4 ELSE $5 END"#,
      [0, "minus", 0, "zero", "plus"], values: ["minus", "plus"])
    try await expect(
      { SQLCase.when($0.number < 0, then: $0.text).end() },
      #"CASE WHEN "number" < $1 THEN "text" END"#, [0], values: ["Kind of Blue", nil])
    try await expect(
      { SQLCase.when($0.number < 0, then: $0.note).else($0.note) },
      #"CASE WHEN "number" < $1 THEN "note" ELSE "note" END"#, [0], values: ["a-b-a", nil])
    try await expect(
      { $0.number.case(when: 3, then: "three").when(4, then: "four").else("other") },
      #"CASE "number" WHEN $1 THEN $2 WHEN $3 THEN $4 ELSE $5 END"#,
      [3, "three", 4, "four", "other"], values: ["other", "three"])
    try await expect(
      { $0.count.case(when: 12, then: $0.text).end() },
      #"CASE "count" WHEN $1 THEN "text" END"#, [12], values: ["Kind of Blue", nil])
    try await expect(
      { SQLFunction.iif($0.number < 0, "minus", "plus") }, #"iif("number" < $1, $2, $3)"#,
      [0, "minus", "plus"], values: ["minus", "plus"])
    try await expect(
      { SQLFunction.iif($0.number < 0, $0.note, $0.note) }, #"iif("number" < $1, "note", "note")"#,
      [0], values: ["a-b-a", nil])
  }

  @Test("format builds a text, and an empty format is NULL")
  func formats() async throws {
    try await expect(
      { SQLFunction.format("it's %s: %d", $0.text, SQLExpression.value(7)) },
      #"format('it''s %s: %d', "text", $1)"#, [7],
      values: ["it's Kind of Blue: 7", "it's Élan: 7"])
    try await expect({ _ in SQLFunction.format("") }, "format('')", values: [nil, nil])
  }

  @Test("Hints to the query planner do not change the result")
  func hints() async throws {
    try await expect(where: { ($0.number < 0).likely() }, #"likely("number" < $1)"#, [0], rows: [1])
    try await expect(
      where: { ($0.number < 0).unlikely() }, #"unlikely("number" < $1)"#, [0], rows: [1])
    try await expect(
      where: { ($0.number < 0).likelihood(0.25) }, #"likelihood("number" < $1, 0.25)"#, [0],
      rows: [1])
  }

  @Test("Row values are compared column by column, from the left")
  func rowValues() async throws {
    try await expect(
      Album.where { RowValue($0.year, $0.id).isGreater(than: 1992, 2) }.select { $0.id },
      #"SELECT "id" FROM "album" WHERE ("year", "id") > ($1, $2)"#, [1992, 2], rows: [4])
    try await expect(
      Album.where { RowValue($0.year, $0.id).isAtLeast(1992, 2) }.select { $0.id },
      #"SELECT "id" FROM "album" WHERE ("year", "id") >= ($1, $2)"#, [1992, 2], rows: [2, 4])
    try await expect(
      Album.where { RowValue($0.year, $0.id).isLess(than: 1992, 2) }.select { $0.id },
      #"SELECT "id" FROM "album" WHERE ("year", "id") < ($1, $2)"#, [1992, 2], rows: [1])
    try await expect(
      Album.where { RowValue($0.id, $0.title).isAtMost(1, "Promise") }.select { $0.id },
      #"SELECT "id" FROM "album" WHERE ("id", "title") <= ($1, $2)"#, [1, "Promise"], rows: [1])
    try await expect(
      Album.where { RowValue($0.id, $0.title).isEqual(to: 1, "Promise") }.select { $0.id },
      #"SELECT "id" FROM "album" WHERE ("id", "title") = ($1, $2)"#, [1, "Promise"], rows: [1])
    try await expect(
      Album.where { RowValue($0.artistID, $0.title).isEqual(to: RowValue($0.artistID, $0.title)) }
        .select { $0.id },
      #"SELECT "id" FROM "album" WHERE ("artistID", "title") = ("artistID", "title")"#,
      rows: [1, 2, 3])
    try await expect(
      where: { RowValue($0.number, $0.id).isLess(than: RowValue($0.id, $0.number)) },
      #"("number", "id") < ("id", "number")"#, rows: [1])
    try await expect(
      where: { RowValue($0.number, $0.id).isGreater(than: RowValue($0.id, $0.number)) },
      #"("number", "id") > ("id", "number")"#, rows: [2])
    try await expect(
      where: { !RowValue($0.count, $0.id).isEqual(to: 12, 1) },
      #"(("count", "id") = ($1, $2)) IS NOT TRUE"#, [12, 1], rows: [2])
  }

  @Test("A query selects the rowid by a name that is not the name of a column")
  func rowids() async throws {
    try await expect({ $0.rowid }, #""rowid""#, values: [1, 2])
    let database = try Database.inMemory()
    try await database.create(RowidTaken.self, RowidNamed.self)
    try await database.insert(RowidTaken(name: "a", rowid: "mine"))
    try await database.insert(RowidNamed(name: "a", number: "mine"))
    let taken = RowidTaken.select { $0.rowid }
    #expect(try taken.statement().sql == #"SELECT "rowid" FROM "taken""#)
    #expect(try await database.fetch(taken) == ["mine"])
    let named = RowidNamed.select { $0.rowid }
    #expect(try named.statement().sql == #"SELECT "_rowid_" FROM "named""#)
    #expect(try await database.fetch(named) == [1])
  }

  @Test("Functions return the connection's changes, SQLite's version and new bytes")
  func connection() async throws {
    let database = try await FunctionSample.database()
    let one = FunctionSample.where { $0.id == 1 }
    let state = one.select { _ in
      (SQLFunction.changes(), SQLFunction.totalChanges(), SQLFunction.lastInsertRowID())
    }
    #expect(
      try state.statement().sql
        == #"SELECT changes(), total_changes(), last_insert_rowid() FROM "sample" WHERE "id" = $1"#)
    let before = try #require(try await database.read { try $0.first(state) })
    let found = try #require(
      try await database.transaction { db in
        try db.execute("UPDATE sample SET number = 1")
        return try db.first(state)
      })
    #expect(found == (2, before.1 + 2, 2))
    let library = one.select { _ in
      (
        SQLFunction.sqliteVersion(), SQLFunction.sqliteSourceID(),
        SQLFunction.compileOptionUsed("THREADSAFE"), SQLFunction.compileOption(9_999)
      )
    }
    #expect(
      try library.statement()
        == Statement(
          sql: "SELECT sqlite_version(), sqlite_source_id(), sqlite_compileoption_used($1), "
            + #"sqlite_compileoption_get($2) FROM "sample" WHERE "id" = $3"#,
          arguments: ["THREADSAFE", 9_999, 1]))
    let answer = try #require(try await database.first(library))
    #expect(answer.0.hasPrefix("3.") && answer.1.contains("-") && answer.2 && answer.3 == nil)
    let bytes = one.select { _ in
      (SQLFunction.zeroBlob(3), SQLFunction.randomBlob(5), SQLFunction.random())
    }
    #expect(
      try bytes.statement()
        == Statement(
          sql: #"SELECT zeroblob($1), randomblob($2), random() FROM "sample" WHERE "id" = $3"#,
          arguments: [3, 5, 1]))
    let made = try #require(try await database.first(bytes))
    #expect(made.0 == [0, 0, 0] && made.1.count == 5)
  }
}

@Table("taken")
private struct RowidTaken {
  @Column(primaryKey: true) var name: String
  var rowid: String
}

@Table("named")
private struct RowidNamed {
  @Column(primaryKey: true) var name: String
  @Column("ROWID") var number: String
}
