import ORM
import Testing

private typealias Item = StockItem
private typealias Shelf = StockShelf

@Suite("Running writes")
struct WriteRunningTests {
  @Test("An insert of no rows runs no statement")
  func empty() async throws {
    let db = try await Stock.database()
    let trace = try await StatementTrace.start(on: db)
    let insert = Item.insert([])
    #expect(try insert.statements().isEmpty)
    #expect(throws: StatementCountError(table: "item", count: 0)) { try insert.statement() }
    #expect(try await db.run(insert) == 0)
    #expect(try await db.fetch(insert.returning()) == [])
    let ids = insert.onConflict().doNothing().returning { $0.id }
    #expect(try await db.first(ids) == nil)
    #expect(trace.statements.isEmpty)
  }

  @Test("An insert of 300,000 values is split over statements of a transaction, in order")
  func batches() async throws {
    let db = try Database.inMemory()
    try await db.create(Play.self, Postcard.self)
    let cards = (1...150_000).map { Postcard(id: $0, text: "text") }
    let insert = Postcard.insert(cards).onConflict { $0.id }.doUpdate { row, _ in row.text = "x" }
    let statements = try insert.statements()
    // The parameter after the rows counts, too.
    #expect(statements.count == 10)
    #expect(statements.allSatisfy { $0.arguments.count <= 32_766 })
    let count = statements.map(\.arguments.count).reduce(0, +)
    #expect(count == 300_010)
    let trace = try await StatementTrace.start(on: db)
    let ids = try await db.fetch(insert.returning { $0.id })
    #expect(ids == cards.map(\.id))
    #expect(trace.statements.count { $0 == "BEGIN IMMEDIATE" } == 1)
    #expect(trace.statements.count { $0 == "COMMIT" } == 1)
    #expect(try await db.run(insert) == 150_000)
    #expect(try await db.count(Postcard.self, where: { $0.text == "x" }) == 150_000)
  }

  @Test("A failure in a later statement of an insert undoes the earlier ones, except with FAIL")
  func failure() async throws {
    let db = try await Stock.database()
    let items = (10..<600).map { id in
      Item(id: id, code: id == 510 ? "bolt" : String(id), shelfID: 3, place: id)
    }
    let failing = Item.insert(items)
    let error = await #expect(throws: DatabaseError.self) { try await db.run(failing) }
    #expect(
      error?.violation == ConstraintViolation(kind: .unique, table: "item", columns: ["code"]))
    #expect(try await db.count(Item.self) == 3)
    let isInTransaction = try await db.transaction { tx in
      #expect(throws: DatabaseError.self) { try tx.run(failing) }
      return tx.isInTransaction
    }
    #expect(isInTransaction)
    #expect(try await db.count(Item.self) == 3)
    // With FAIL, all rows before the faulty one are kept, even those of its own statement.
    let insert = Item.insert(items, or: .fail)
    await #expect(throws: DatabaseError.self) { try await db.run(insert) }
    #expect(try await db.count(Item.self) == 503)
    await #expect(throws: DatabaseError.self) {
      try await db.fetch(insert.returning { $0.id })
    }
    #expect(try await db.count(Item.self) == 503)
  }

  @Test("OR IGNORE returns only the inserted rows, and OR REPLACE does not return deleted ones")
  func conflicts() async throws {
    let db = try await Stock.database()
    let items = [
      Stock.bolt, Item(id: 9, code: "pin", shelfID: 3, place: 1),
      Item(id: 2, code: "x", shelfID: 3, place: 3),
    ]
    let inserting = Item.insert(items, or: .ignore).returning { $0.id }
    #expect(try await db.fetch(inserting) == [9])
    let replacing = Item(id: 7, code: "bolt", shelfID: 1, place: 2)
    let rows = try await db.fetch(Item.insert(replacing, or: .replace).returning { $0.id })
    #expect(rows == [7])
    let ids = Item.order { $0.id }.select { $0.id }
    #expect(try await db.fetch(ids) == [3, 7, 9])
  }

  @Test("The database assigns keys to rows whose key is nil, among rows with keys")
  func nilKeys() async throws {
    let db = try Database.inMemory()
    try await db.create(Postcard.self)
    let cards = [
      Postcard(id: nil, text: "a"), Postcard(id: 7, text: "b"), Postcard(id: nil, text: "c"),
    ]
    let insert = Postcard.insert(cards)
    #expect(
      try insert.statement().sql
        == #"INSERT INTO "postcard" ("text", "id") VALUES (?, ?), (?, ?), (?, ?)"#)
    let ids = try await db.fetch(insert.returning { $0.id })
    #expect(ids == [1, 7, 8])
  }

  @Test("Columns that the database fills are left out of an insert, and are returned filled")
  func filledColumns() async throws {
    let db = try Database.inMemory()
    try await db.create(Concert.self)
    let concerts = [
      Concert(id: 1, title: "a"), Concert(id: 2, title: "b", place: "Ely"),
      Concert(id: 3, title: "c"),
    ]
    let insert = Concert.insert(concerts)
    #expect(
      try insert.statements().map(\.sql) == [
        #"INSERT INTO "concert" ("title", "id") VALUES ($1, $2)"#,
        #"INSERT INTO "concert" ("title", "place", "id") VALUES ($1, $2, $3)"#,
        #"INSERT INTO "concert" ("title", "id") VALUES ($1, $2)"#,
      ])
    let rows = try await db.fetch(insert.returning())
    #expect(rows.map(\.place) == ["to be announced", "Ely", "to be announced"])
    #expect(rows.map(\.headline) == ["A", "B", "C"])
  }

  @Test("RETURNING returns the row before AFTER triggers run")
  func triggers() async throws {
    let db = try Database.inMemory()
    try await db.create(Concert.self)
    try await db.execute(script: "\(raw: Concert.trigger)")
    let row = try await db.first(Concert.insert(Concert(id: 1, title: "a")).returning())
    #expect(row?.stamp == nil)
    #expect(try await db.find(Concert.self, 1)?.stamp == "stamp 1")
  }

  @Test("a trigger's body can contain writes as values, rendered with literals")
  func triggerBodies() async throws {
    let db = try await Stock.database()
    let trigger = Trigger("item_deleted", after: .delete(Item.self)) { old in
      Item.insert {
        ($0.code, $0.shelfID, $0.place)
      } select: {
        Shelf.where { $0.id == old.shelfID }.select { ($0.name.appending("?"), $0.id, $0.id + 50) }
      }
      Shelf.where { $0.id == old.shelfID }.update { $0.capacity = $0.capacity.coalesce(1) - 1 }
      Shelf.insert([Shelf(id: 8, name: "it's"), Shelf(id: 9, name: "?")], or: .ignore)
      Item.where { $0.note == old.note && $0.note != nil }.delete()
    }
    try await db.create(trigger)
    try await db.run(Item.where { $0.id == 1 }.delete())
    #expect(try await db.find(Item.self, 4)?.code == "A?")
    let shelves = try await db.fetch(Shelf.where { $0.id.in([1, 8, 9]) }.order { $0.id })
    #expect(
      shelves == [
        Shelf(id: 1, name: "A", capacity: 9), Shelf(id: 8, name: "it's"), Shelf(id: 9, name: "?"),
      ])
  }

  @Test("A view with INSTEAD OF triggers can be written, though SQLite counts no changes")
  func views() async throws {
    let db = try Database.inMemory()
    try await db.create(Postcard.self)
    try await db.execute(
      script: """
        CREATE VIEW "card" AS SELECT "id", "text" FROM "postcard";
        CREATE TRIGGER "inserting" INSTEAD OF INSERT ON "card" BEGIN
          INSERT INTO "postcard" ("id", "text") VALUES (new."id", new."text");
        END;
        CREATE TRIGGER "updating" INSTEAD OF UPDATE ON "card" BEGIN
          UPDATE "postcard" SET "text" = new."text" WHERE "id" = old."id";
        END;
        CREATE TRIGGER "deleting" INSTEAD OF DELETE ON "card" BEGIN
          DELETE FROM "postcard" WHERE "id" = old."id";
        END;
        """)
    #expect(try await db.run(Card.insert([Card(id: 1, text: "a"), Card(id: 2, text: "b")])) == 0)
    let update = Card.where { $0.id == 1 }.update { $0.text = $0.text.upper() }
    let texts = try await db.fetch(update.returning { $0.text })
    #expect(texts == ["A"])
    try await db.run(Card.where { $0.id == 2 }.delete())
    #expect(try await db.fetch(Postcard.self) == [Postcard(id: 1, text: "A")])
  }

  @Test("Writes work with composite keys, and in tables without a rowid or a key")
  func otherKeys() async throws {
    let db = try Database.inMemory()
    try await db.create(Podium.self, Scrap.self)
    let places = (1...4).map { Podium(week: 1, place: $0, name: "p\($0)") }
    #expect(try await db.run(Podium.insert(places)) == 4)
    let upsert = Podium.insert(Podium(week: 1, place: 2, name: "new")).onConflict {
      $0.week
      $0.place
    }.doUpdate { $0.name = $1.name }
    #expect(try await db.run(upsert) == 1)
    let last = Podium.order { $0.place.desc() }.limit(3).update { $0.name = $0.name.upper() }
    #expect(
      try last.statement().sql
        == #"UPDATE "podium" SET "name" = upper("name") WHERE ("week", "place") IN "#
        + #"(SELECT "week", "place" FROM "podium" ORDER BY "place" DESC LIMIT $1)"#)
    let names = try await db.fetch(last.returning { $0.name })
    #expect(Set(names) == ["NEW", "P3", "P4"])
    try await db.run(Scrap.insert([Scrap(text: "a"), Scrap(text: "b"), Scrap(text: "c")]))
    let scrap = Scrap.order { $0.text }.limit(1)
    let updated = try await db.fetch(scrap.update { $0.text = "z" }.returning())
    #expect(updated == [Scrap(text: "z")])
    let deleted = try await db.fetch(scrap.delete().returning { $0.text })
    #expect(deleted == ["b"])
  }

  @Test("A read refuses writes, and a write that returns rows runs on the writer")
  func connections() async throws {
    let folder = try TemporaryFolder()
    let db = try Database(folder.file("stock.sqlite"))
    try await db.create(Shelf.self)
    try await db.run(Shelf.insert(Stock.shelves))
    let update = Shelf.where { $0.id == 1 }.update { $0.name = "Z" }
    let names = update.returning { $0.name }
    #expect(try await db.fetch(names) == ["Z"])
    #expect(try await db.first(names) == "Z")
    let error = await #expect(throws: DatabaseError.self) {
      try await db.read { try $0.run(update) }
    }
    #expect(error?.code == .readOnly)
    await #expect(throws: DatabaseError.self) { try await db.read { try $0.fetch(names) } }
    #expect(try await db.count(Shelf.self, where: { $0.name == "Z" }) == 1)
  }

  @Test("A returned row that can't be decoded rolls the write back")
  func undecodable() async throws {
    let db = try Database.inMemory()
    try await db.create(Postcard.self)
    try await db.run(Postcard.insert([Postcard(id: 1, text: "a"), Postcard(id: 2, text: "b")]))
    let update = Postcard.updateAll { $0.text = $0.text.appending("!") }
    let asNumber = update.returning { SQLExpression(sql: "\($0.text)", as: Int.self) }
    await #expect(throws: RowDecodingError.self) { try await db.fetch(asNumber) }
    #expect(try await db.fetch(Postcard.self).map(\.text) == ["a", "b"])
  }
}

@Suite("Errors of writes")
struct WriteErrorTests {
  private func violation(_ write: some WriteStatement) async throws -> ConstraintViolation? {
    let db = try await Stock.database()
    let error = await #expect(throws: DatabaseError.self) { try await db.run(write) }
    #expect(try await db.fetch(Item.order { $0.id }) == Stock.items)
    return error?.violation
  }

  @Test("A violated foreign key is named, whether values, a query or an expression set it")
  func references() async throws {
    let expected = ConstraintViolation(
      kind: .foreignKey, table: "item", columns: ["shelfID"],
      constraint: #"REFERENCES "shelf" ("id")"#)
    let pin = Item(id: 9, code: "pin", shelfID: 77, place: 1)
    #expect(try await violation(Item.insert([pin])) == expected)
    let partial = Item.insert {
      $0.code = "pin"
      $0.shelfID = 77
      $0.place = 1
    }
    #expect(try await violation(partial) == expected)
    let select = Item.insert {
      ($0.code, $0.shelfID, $0.place)
    } select: {
      Shelf.select { ($0.name, $0.id + 50, $0.id) }
    }
    #expect(try await violation(select) == expected)
    #expect(try await violation(Item.where { $0.id == 1 }.update { $0.shelfID += 50 }) == expected)
    let from = Item.where { $0.id == 1 }.update(from: Shelf.self) {
      $0.shelfID = $1.id + 50
    } where: {
      $0.shelfID == $1.id
    }
    #expect(try await violation(from) == expected)
    #expect(try await violation(Shelf.updateAll { $0.id += 50 }) == expected)
    #expect(try await violation(Shelf.where { $0.id == 1 }.delete()) == expected)
    #expect(try await violation(Shelf.order { $0.id }.limit(1).delete()) == expected)
  }

  @Test("A NULL in a required column is named")
  func notNull() async throws {
    let update = Item.where { $0.id == 1 }.update {
      $0.code = SQLExpression(sql: "NULL", as: String.self)
    }
    #expect(
      try await violation(update)
        == ConstraintViolation(kind: .notNull, table: "item", columns: ["code"]))
  }

  @Test("A value that can't be stored throws before any SQL runs, with its table and column")
  func unencodable() async throws {
    let error = ValueEncodingError(
      table: "song", column: "rating", type: "Double", reason: .notANumber)
    var song = Song.samples[0]
    song.rating = .nan
    let writes: [any WriteStatement] = [
      Song.insert([Song.samples[1], song]), Song.insert { $0.rating = .nan },
      Song.where { $0.id == 1 }.update { $0.rating = .nan },
      Song.insert(Song.samples[0]).onConflict { $0.id }.doUpdate { row, _ in row.rating = .nan },
      Song.where { $0.rating == .nan }.delete(),
    ]
    for write in writes { #expect(throws: error) { try write.statement() } }
  }

  @Test("A read-only column is refused in every write, even if it is set to an expression")
  func readOnly() async throws {
    let writes: [any WriteStatement] = [
      Concert.where { $0.id == 1 }.update { $0.headline = "x" },
      Concert.where { $0.id == 1 }.update { $0.stamp = $0.title.optional() },
      Concert.insert { $0.stamp = "x" },
      Concert.insert {
        $0.headline
      } select: {
        Concert.select { $0.headline }
      },
      Concert.insert(Concert(id: 1, title: "a")).onConflict().doUpdate { $0.stamp = $1.stamp },
    ]
    for write in writes {
      let error = #expect(throws: DatabaseError.self) { try write.statement() }
      #expect(error?.code == .readOnly)
      let message = try #require(error?.message)
      #expect(message.hasSuffix(#"of "concert" is read-only"#))
    }
  }
}

/// A view.
@Table("card")
private struct Card: Equatable {
  let id: Int
  var text: String
}

@Table(withoutRowID: true)
private struct Podium: Equatable {
  @Column(primaryKey: true) var week: Int
  @Column(primaryKey: true) var place: Int
  var name: String
}
