import ORM
import Testing

private typealias Note = SearchedNote

@Suite("Commands of a full-text index")
struct FullTextCommandTests {
  @Test(
    "A command is an insert into the column with the table's name",
    arguments: [
      (FullTextCommand.optimize, ["optimize"] as [SQLValue]),
      (.rebuild, ["rebuild"]),
      (.merge(pages: 500), ["merge", 500]),
      (.checkIntegrity(), ["integrity-check"]),
      (.checkIntegrity(withContent: true), ["integrity-check", 1]),
      (.automerge(4), ["automerge", 4]),
      (.crisisMerge(16), ["crisismerge", 16]),
      (.userMerge(3), ["usermerge", 3]),
      (.pageSize(1000), ["pgsz", 1000]),
      (titleFirst, ["rank", "bm25(10.0)"]),
    ])
  func runs(command: FullTextCommand, values: [SQLValue]) async throws {
    let db = try Database.inMemory()
    try await db.create(Note.self)
    for number in 1...20 { try await db.insert(Note(title: "bread \(number)", body: "milk")) }
    try await db.run(command, on: Note.self)
    let columns =
      values.count == 1 ? #"("note") VALUES ($1)"# : #"("note", "rank") VALUES ($1, $2)"#
    let statement = try command.statement(on: Note.self)
    #expect(statement == Statement(sql: #"INSERT INTO "note" "# + columns, arguments: values))
    #expect(try await db.count(Note.where { $0.match("bread") }) == 20)
  }

  private static var titleFirst: FullTextCommand { .rank(Note.columns.title.weight(10)) }

  @Test("merge reports when no work is left")
  func merge() async throws {
    let db = try Database.inMemory()
    try await db.create(Note.self)
    try await db.run(.automerge(0), on: Note.self)
    for number in 1...10 { try await db.insert(Note(title: "bread \(number)")) }
    #expect(try await db.run(.merge(pages: -500), on: Note.self) >= 2)
    #expect(try await db.run(.merge(pages: 500), on: Note.self) < 2)
  }

  @Test("The rank command sets the function that computes rank")
  func rank() async throws {
    let db = try Database.inMemory()
    try await db.create(Note.self)
    try await db.insert([
      Note(id: 1, title: "milk", body: "bread milk"),
      Note(id: 2, title: "bread", body: "milk"),
    ])
    let query = Note.where { $0.match("bread") }.order { $0.rank }.select { $0.id }
    #expect(try await db.fetch(query) == [2, 1])
    try await db.run(.rank(Note.columns.title.weight(0.01)), on: Note.self)
    #expect(try await db.fetch(query) == [1, 2])
  }

  @Test("checkIntegrity finds an index that differs from its content, and rebuild repairs it")
  func integrity() async throws {
    let db = try await Articles.database()
    try await db.execute("DROP TRIGGER articleText_delete")
    try await db.delete(SearchedArticle.self, key: 1)
    try await db.run(.checkIntegrity(), on: ArticleText.self)
    let error = await #expect(throws: DatabaseError.self) {
      try await db.run(.checkIntegrity(withContent: true), on: ArticleText.self)
    }
    #expect(error?.code == .corrupt)
    try await db.run(.rebuild, on: ArticleText.self)
    try await db.run(.checkIntegrity(withContent: true), on: ArticleText.self)
  }

  @Test("An error about a refused value names the command")
  func refusedValue() async throws {
    let db = try Database.inMemory()
    try await db.create(Note.self)
    let error = await #expect(throws: DatabaseError.self) {
      try await db.run(.pageSize(1), on: Note.self)
    }
    #expect(error?.message == "FTS5 refuses the value of the command 'pgsz'")
    #expect(error?.code == .error)
    let other = await #expect(throws: DatabaseError.self) {
      try await db.run(.deleteAll, on: Note.self)
    }
    #expect(other?.message.hasPrefix("'delete-all' may only be used with") == true)
  }

  @Test("A command is refused in a read")
  func reads() async throws {
    let db = try await Articles.database()
    await #expect(throws: DatabaseError.self) {
      try await db.read { db in _ = try db.run(.optimize, on: ArticleText.self) }
    }
  }
}
