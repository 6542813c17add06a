import Foundation
import ORM
import Testing

private struct Shop {
  @Embeddable struct Address: Equatable { var street: String; var city: String? }
  @Table struct Customer: Equatable {
    let id: Int
    var name: String
    @Embedded(prefix: "home_") var home: Address
  }
  @Selection struct Line: Equatable { let name: String; let city: String? }
}

// These names also exist in the library or in Swift.
private enum Result: Int, ColumnValue { case win, lose }
private enum Outer: String, ColumnValue { case north, south }
private enum Row: String, ColumnValue { case first }
private enum Output: String, ColumnValue { case loud }

private struct Output2 {
  @Table struct Value: Equatable { var id: Int?; var parameters: Row? }
}

@Table private struct Game: Equatable {
  let id: Int
  var result: Result
  var outer: Outer?
  var row: Row
  var output: Output
}

private struct Draft {
  @Table struct Item: Equatable {
    let id: Int
    var `self`: Int
    var `a b`: String?
    @Embedded(prefix: "part_") var part: Part
  }
  @Embeddable struct Part: Equatable { var `self`: String; var `init`: Date }
}

@Suite("Surroundings of table declarations")
struct SurroundingsTests {
  @Test("A table and its columns can have the names of generated types and keywords")
  func hiddenNames() async throws {
    let db = try Database.inMemory()
    try await db.create(Draft.Item.self)
    let part = Draft.Part(self: "x", init: Date(timeIntervalSince1970: 5))
    let item = try await db.insert(Draft.Item.Draft(self: 2, `a b`: "c", part: part))
    #expect(item == Draft.Item(id: 1, self: 2, `a b`: "c", part: part))
    #expect(try await db.fetch(Draft.Item.where { $0.`self` == 2 && $0.`a b` == "c" }) == [item])
    #expect(try await db.fetch(Draft.Item.where { $0.part.`self` == "x" }) == [item])
  }

  @Test("A table can be nested in a private type")
  func nestedInPrivate() async throws {
    let db = try Database.inMemory()
    try await db.create(Shop.Customer.self)
    let home = Shop.Address(street: "Strand 1", city: "London")
    let draft = Shop.Customer.Draft(name: "Ann", home: home)
    let ann = try await db.insert(draft)
    #expect(ann == Shop.Customer(id: 1, name: "Ann", home: home))
    let londoners = Shop.Customer.where { $0.home.city == "London" }
    #expect(try await db.fetch(londoners) == [ann])
    let lines = londoners.select { Shop.Line.select(name: $0.name, city: $0.home.city) }
    #expect(try await db.fetch(lines) == [Shop.Line(name: "Ann", city: "London")])
  }

  @Test("Column types can have names that the library or Swift also has")
  func names() async throws {
    let db = try Database.inMemory()
    try await db.create(Game.self, Output2.Value.self)
    let draft = Game.Draft(result: .lose, outer: .south, row: .first, output: .loud)
    let game = try await db.insert(draft)
    let lost = Game.where { $0.result == .lose && $0.outer == .south }
    #expect(try await db.fetch(lost) == [game])
    let pairs = Game.leftJoin(Output2.Value.self) { $0.row == $1.parameters }
    let sides = try await db.fetch(pairs.select { ($0.outer, $1.id) }).map(\.0)
    #expect(sides == [Outer.south])
  }
}
