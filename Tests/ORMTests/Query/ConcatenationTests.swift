import ORM
import Testing

struct ConcatenationTests {
  @Table("person")
  struct Person: Hashable {
    let id: Int
    var first: String
    var last: String
    var nick: String?
    var title: String?
  }

  private static let people = [
    Person(id: 1, first: "Sade", last: "Adu", nick: "S", title: nil),
    Person(id: 2, first: "Miles", last: "Davis", nick: nil, title: "Dr"),
  ]

  private func database() async throws -> Database {
    let db = try Database.inMemory()
    try await db.create(Person.self)
    try await db.insert(Self.people)
    return db
  }

  private func expect<Value: Equatable & Sendable>(
    _ query: some SelectStatement<Value>, _ results: String, _ values: [Value],
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    #expect(
      try query.statement().sql == #"SELECT \#(results) FROM "person" ORDER BY "id""#,
      sourceLocation: sourceLocation)
    let found = try await database().fetch(query)
    #expect(found == values, sourceLocation: sourceLocation)
  }

  @Test("Texts and columns are joined by + in any order")
  func anyOrder() async throws {
    let all = Person.order { $0.id }
    try await expect(all.select { $0.first + "!" }, #""first" || $1"#, ["Sade!", "Miles!"])
    try await expect(all.select { "the " + $0.last }, #"$1 || "last""#, ["the Adu", "the Davis"])
    try await expect(
      all.select { $0.first + " " + $0.last }, #""first" || $1 || "last""#,
      ["Sade Adu", "Miles Davis"])
    try await expect(
      all.select { "<" + $0.first + " " + $0.last.upper() + ">" },
      #"$1 || "first" || $2 || upper("last") || $3"#, ["<Sade ADU>", "<Miles DAVIS>"])
  }

  @Test("A text that is joined with NULL is NULL")
  func optionals() async throws {
    let all = Person.order { $0.id }
    try await expect(all.select { $0.nick + "!" }, #""nick" || $1"#, ["S!", nil])
    try await expect(all.select { "a " + $0.nick }, #"$1 || "nick""#, ["a S", nil])
    try await expect(all.select { $0.first + $0.nick }, #""first" || "nick""#, ["SadeS", nil])
    try await expect(all.select { $0.nick + $0.first }, #""nick" || "first""#, ["SSade", nil])
    try await expect(all.select { $0.nick + $0.title }, #""nick" || "title""#, [String?.none, nil])
    let found = try await database().fetch(Person.where { !($0.nick + $0.first == "SSade") })
    #expect(found.map(\.id) == [2])
  }

  @Test("An update sets a column to joined texts and columns, or appends to it")
  func updates() async throws {
    let db = try await database()
    let update = Person.updateAll {
      $0.first = $0.first + " " + $0.last
      $0.last += "!"
      $0.last += $0.first
      $0.nick += "?"
      $0.title = "Prof. " + $0.title
    }
    #expect(
      try update.statement().sql
        == #"UPDATE "person" SET "first" = "first" || $1 || "last", "#
        + #""last" = "last" || $2 || ("first" || $3 || "last"), "nick" = "nick" || $4, "#
        + #""title" = $5 || "title""#)
    #expect(try await db.run(update) == 2)
    #expect(
      try await db.fetch(Person.order { $0.id }) == [
        Person(id: 1, first: "Sade Adu", last: "Adu!Sade Adu", nick: "S?", title: nil),
        Person(
          id: 2, first: "Miles Davis", last: "Davis!Miles Davis", nick: nil, title: "Prof. Dr"),
      ])
  }

  @Test("The operator + of Swift's strings and numbers works next to columns")
  func texts() async throws {
    let (one, two) = ("Sa", "de")
    let found = try await database().fetch(Person.where { $0.first == one + two && $0.id < 1 + 2 })
    #expect(found.map(\.id) == [1])
  }
}
