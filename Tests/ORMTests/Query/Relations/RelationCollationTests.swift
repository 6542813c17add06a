import ORM
import Testing

/// A foreign key column's collation can differ from the key's. A join compares by the collation
/// of the key, as SQLite's foreign keys do, and so do lists, aggregates and writes of the relation.
@Suite("Relations of columns whose collation differs from their key's")
struct RelationCollationTests {
  @Test("Lists, counts and exists compare by the collation of the key, as a join does")
  func folding() async throws {
    let db = try await filled()
    let joined = try await db.fetch(
      Item.order { $0.id }.select { ($0.id, $0.maker.id) })
    #expect(joined.map { "\($0.0) \($0.1)" } == ["1 1", "2 1", "3 1", "4 2"])

    let makers = try await db.fetch(
      Maker.order { $0.id }.select {
        ($0.id, $0.items.order { $0.id }.select { $0.id }, $0.items.count(), $0.items.exists())
      })
    #expect(makers.map(\.1) == [[1, 2, 3], [4], []])
    #expect(makers.map(\.2) == [3, 1, 0])
    #expect(makers.map(\.3) == [true, true, false])
  }

  @Test("Limited lists compare by the collation of the key", arguments: [1, 2, 3])
  func firstRows(limit: Int) async throws {
    let db = try await filled()
    let firsts = try await db.fetch(
      Maker.order { $0.id }.select {
        $0.items.order { $0.id }.limit(limit).select { $0.id }
      })
    #expect(firsts == [Array([1, 2, 3].prefix(limit)), [4], []])
    let one = try await db.fetch(
      Maker.where { $0.id == 1 }.select {
        $0.items.order { $0.id }.limit(limit).select { $0.id }
      })
    #expect(one == [Array([1, 2, 3].prefix(limit))])
  }

  @Test("load and streams compare by the collation of the key")
  func otherWays() async throws {
    let db = try await filled()
    let makers = try await db.fetch(Maker.order { $0.id })
    let loaded = try await db.load(makers) { $0.items.order { $0.id }.select { $0.id } }
    #expect(loaded.map(\.1) == [[1, 2, 3], [4], []])
    let query = Maker.order { $0.id }.select { $0.items.order { $0.id }.select { $0.id } }
    var streamed: [[Int]] = []
    for try await list in db.stream(query) { streamed.append(list) }
    #expect(streamed == [[1, 2, 3], [4], []])
  }

  @Test("A relation compares exactly if the key does, even if its column ignores case")
  func exact() async throws {
    let db = try Database.inMemory()
    try await db.create(Code.self, Use.self)
    try await db.insert([Code(text: "a"), Code(text: "A"), Code(text: "b")])
    try await db.insert([
      Use(id: 1, code: "a", part: 1), Use(id: 2, code: "A", part: 1),
      Use(id: 3, code: "B", part: 1),
    ])
    let joined = try await db.fetch(
      Use.order { $0.id }.select { ($0.id, $0.of.text) })
    #expect(joined.map { "\($0.0) \($0.1)" } == ["1 a", "2 A"])
    let lists = try await db.fetch(
      Code.order { $0.text.collate(.binary) }.select {
        ($0.text, $0.uses.order { $0.id }.select { $0.id }, $0.uses.count())
      })
    #expect(lists.map { "\($0.0) \($0.1) \($0.2)" } == ["A [2] 1", "a [1] 1", "b [] 0"])
    let firsts = try await db.fetch(
      Code.order { $0.text.collate(.binary) }.select {
        $0.uses.order { $0.id }.select { $0.id }.first
      })
    #expect(firsts == [2, 1, nil])
  }

  @Test("A relation of several columns compares each by the collation of its key")
  func severalColumns() async throws {
    let db = try Database.inMemory()
    try await db.create(Box.self, Content.self)
    try await db.insert([Box(room: "Hall", number: 1), Box(room: "hall", number: 2)])
    try await db.insert([
      Content(id: 1, room: "HALL", number: 1), Content(id: 2, room: "hall", number: 1),
      Content(id: 3, room: "HALL", number: 2), Content(id: 4, room: "Hal", number: 2),
    ])
    let joined = try await db.fetch(
      Content.order { $0.id }.select { ($0.id, $0.box.number) })
    #expect(joined.map { "\($0.0) \($0.1)" } == ["1 1", "2 1", "3 2"])
    let lists = try await db.fetch(
      Box.order { $0.number }.select {
        ($0.contents.order { $0.id }.select { $0.id }, $0.contents.count())
      })
    #expect(lists.map { "\($0.0) \($0.1)" } == ["[1, 2] 2", "[3] 1"])
    let boxes = try await db.fetch(Box.order { $0.number })
    let loaded = try await db.load(boxes) { $0.contents.order { $0.id }.select { $0.id } }
    #expect(loaded.map(\.1) == [[1, 2], [3]])
  }

  @Test("The SQL of a relation's subquery names the collation of the key")
  func text() async throws {
    let db = try await filled()
    try await expect(
      Maker.order { $0.id }.select { ($0.name, $0.items.count()) },
      #"SELECT "name", (SELECT count(*) FROM "item""#
        + #" WHERE "makerName" COLLATE NOCASE = "maker"."name") FROM "maker" ORDER BY "id""#,
      in: db, rows: [("Bolt", 3), ("Nut", 1), ("Pin", 0)])
  }

  @Test("sync compares references by the collation of the key")
  func sync() async throws {
    let db = try await filled()
    let maker = try #require(try await db.find(Maker.self, 1))
    var items = try await db.fetch(Item.where { $0.id <= 2 }.order { $0.id })
    items[0].title = "changed"
    let result = try await db.sync(items, as: \.items, of: maker)
    #expect(result.updated == 1 && result.deleted == 1 && result.inserted == 0)
    #expect(try await db.fetch(Item.order { $0.id }.select { $0.id }) == [1, 2, 4])

    let more = Item(id: 8, title: "x", makerName: "bOLT")
    #expect(try await db.sync(items + [more], as: \.items, of: maker).inserted == 1)
    let other = Item(id: 9, title: "x", makerName: "bolt ")
    await #expect(throws: SyncError.self) {
      try await db.sync(items + [other], as: \.items, of: maker)
    }
  }

  @Test("link adds no link that exists in another case, and unlink deletes it")
  func links() async throws {
    let db = try Database.inMemory()
    try await db.create(Word.self, Topic.self, Mention.self)
    let words = [Word(text: "Sea"), Word(text: "Sky")]
    try await db.insert(words)
    let topic = Topic(name: "Blue")
    try await db.insert(topic)
    try await db.insert(Mention(word: "SEA", topic: "BLUE"))
    let found = try await db.fetch(
      Topic.all.select { ($0.words.order { $0.text }.select { $0.text }, $0.words.count()) })
    #expect(found.map(\.0) == [["Sea"]] && found.map(\.1) == [1])
    #expect(try await db.link(topic, to: words, by: \.words) == 1)
    #expect(try await db.link(topic, to: words, by: \.words) == 0)
    #expect(try await db.count(Mention.self) == 2)
    #expect(try await db.unlink(topic, from: words, by: \.words) == 2)
    #expect(try await db.count(Mention.self) == 0)
  }

  private func filled() async throws -> Database {
    let db = try Database.inMemory()
    try await db.create(Maker.self, Item.self, ItemPart.self)
    try await db.insert([
      Maker(id: 1, name: "Bolt"), Maker(id: 2, name: "Nut"), Maker(id: 3, name: "Pin"),
    ])
    try await db.insert([
      Item(id: 1, title: "a", makerName: "Bolt"), Item(id: 2, title: "b", makerName: "bolt"),
      Item(id: 3, title: "c", makerName: "BOLT"), Item(id: 4, title: "d", makerName: "nut"),
    ])
    return db
  }

  // MARK: - Tables

  /// The key ignores case, and the column that refers to it does not.
  @Table
  struct Maker: Equatable {
    let id: Int
    @Column(unique: true, collate: .noCase) var name: String
  }

  @Table
  struct Item: Equatable {
    let id: Int
    var title: String
    @Column(index: true) var makerName: String
  }

  @Table
  struct ItemPart: Equatable {
    let id: Int
    @Column(references: Item.self) var itemID: Int
  }

  /// The key distinguishes case, and the column that refers to it does not.
  @Table
  struct Code: Equatable {
    @Column(primaryKey: true) let text: String
  }

  @Table
  struct Use: Equatable {
    let id: Int
    @Column(collate: .noCase, index: true) var code: String
    var part: Int
  }

  @Table
  struct Box: Equatable {
    @Column(primaryKey: true, collate: .noCase) let room: String
    @Column(primaryKey: true) let number: Int
  }

  @Table
  struct Content: Equatable {
    let id: Int
    var room: String
    var number: Int
  }

  @Table
  struct Word: Equatable {
    @Column(primaryKey: true, collate: .noCase) let text: String
  }

  @Table
  struct Topic: Equatable {
    @Column(primaryKey: true, collate: .noCase) let name: String
  }

  @Table
  struct Mention: Equatable {
    @Column(primaryKey: true) let word: String
    @Column(primaryKey: true) let topic: String
  }
}

extension RelationCollationTests.Item.Columns {
  var maker: ToOne<RelationCollationTests.Maker> { toOne(on: (makerName, \.name)) }
  var parts: ToMany<RelationCollationTests.ItemPart> { toMany(\.item) }
}
extension RelationCollationTests.ItemPart.Columns {
  var item: ToOne<RelationCollationTests.Item> { toOne(itemID) }
}
extension RelationCollationTests.Maker.Columns {
  var items: ToMany<RelationCollationTests.Item> { toMany(\.maker) }
}
extension RelationCollationTests.Use.Columns {
  var of: ToOne<RelationCollationTests.Code> { toOne(code) }
}
extension RelationCollationTests.Code.Columns {
  var uses: ToMany<RelationCollationTests.Use> { toMany(\.of) }
}
extension RelationCollationTests.Content.Columns {
  var box: ToOne<RelationCollationTests.Box> { toOne(on: (room, \.room), (number, \.number)) }
}
extension RelationCollationTests.Box.Columns {
  var contents: ToMany<RelationCollationTests.Content> { toMany(\.box) }
}
extension RelationCollationTests.Mention.Columns {
  var wordRow: ToOne<RelationCollationTests.Word> { toOne(word) }
  var topicRow: ToOne<RelationCollationTests.Topic> { toOne(topic) }
}
extension RelationCollationTests.Topic.Columns {
  var mentions: ToMany<RelationCollationTests.Mention> { toMany(\.topicRow) }
  var words: ToMany<RelationCollationTests.Word> { mentions.to { $0.wordRow } }
}
