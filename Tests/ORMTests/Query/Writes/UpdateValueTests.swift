import Foundation
import ORM
import Testing

private typealias Item = StockItem
private typealias Shelf = StockShelf

@Suite("Values that updates set")
struct UpdateValueTests {
  @Test("A column can be set to a value, to NULL, to another column, and to an expression")
  func assignments() async throws {
    try await expect(
      Item.where { $0.id == 2 }.update {
        $0.count = 9
        $0.note = nil
        $0.place = $0.id
        $0.code = $0.code.upper().appending("!")
        $0.isHidden = !$0.isHidden
      },
      #"UPDATE "item" SET "count" = $1, "note" = $2, "place" = "id", "#
        + #""code" = upper("code") || $3, "isHidden" = NOT "isHidden" WHERE "id" = $4"#,
      [9, nil, "!", 2], changes: 1
    ) { $0[1] = Item(id: 2, code: "NUT!", shelfID: 1, place: 2, count: 9, isHidden: true) }
  }

  @Test("Compound assignments such as += are rendered as SQL's operators")
  func operators() async throws {
    func update(_ set: (inout Updates<Item>) -> Void) -> Update<Item> {
      Item.where { $0.id == 3 }.update(set)
    }
    let start = #"UPDATE "item" SET "count" = "count" "#
    let end = #" WHERE "id" = "#
    try await expect(update { $0.count += 2 }, start + "+ $1" + end + "$2", [2, 3], changes: 1) {
      $0[2].count = 9
    }
    try await expect(update { $0.count -= 2 }, start + "- $1" + end + "$2", [2, 3], changes: 1) {
      $0[2].count = 5
    }
    try await expect(update { $0.count *= 2 }, start + "* $1" + end + "$2", [2, 3], changes: 1) {
      $0[2].count = 14
    }
    try await expect(update { $0.count /= 2 }, start + "/ $1" + end + "$2", [2, 3], changes: 1) {
      $0[2].count = 3
    }
    try await expect(
      update { $0.count += $0.place * 10 },
      #"UPDATE "item" SET "count" = orm_exact_integer("count" + "place" * $1, "#
        + "-9223372036854775808, 9223372036854775807, 'item', 'count')" + end + "$2", [10, 3],
      changes: 1
    ) { $0[2].count = 17 }
    try await expect(
      update { $0.isHidden.toggle() },
      #"UPDATE "item" SET "isHidden" = NOT "isHidden" WHERE "id" = $1"#, [3], changes: 1
    ) { $0[2].isHidden = true }
  }

  @Test("Every numeric column has compound assignments, even if it is optional")
  func numbers() async throws {
    let gauge = Gauge(
      id: 1, a: 1, b: 1, c: 1, d: 1, e: 1, f: 1, g: 1, h: 1, i: 1, j: 1, k: nil, l: 1.5)
    let update = Gauge.where { $0.id == 1 }.update {
      $0.a += 1
      $0.b -= 1
      $0.c *= 3
      $0.d /= 1
      $0.e += 1
      $0.f += 1
      $0.g += 1
      $0.h += 1
      $0.i += 0.5
      $0.j += 0.5
      $0.k += 1
      $0.l += 1
    }
    let db = try Database.inMemory()
    try await db.create(Gauge.self)
    try await db.insert(gauge)
    let rows = try await db.fetch(update.returning())
    #expect(
      rows == [
        Gauge(
          id: 1, a: 2, b: 0, c: 3, d: 1, e: 2, f: 2, g: 2, h: 2, i: 1.5, j: 1.5, k: nil, l: 2.5)
      ])
  }

  @Test("A column that an update has already set is read with its new value")
  func sequence() async throws {
    try await expect(
      Item.where { $0.id == 1 }.update {
        $0.count += 1
        $0.count += 1
        $0.place = $0.count
      },
      #"UPDATE "item" SET "count" = orm_exact_integer("count" + $1 + $2, -9223372036854775808, "#
        + #"9223372036854775807, 'item', 'count'), "place" = orm_exact_integer("count" + $3 + $4, "#
        + #"-9223372036854775808, 9223372036854775807, 'item', 'place') WHERE "id" = $5"#,
      [1, 1, 1, 1, 1], changes: 1
    ) {
      $0[0].count = 7
      $0[0].place = 7
    }
    let swap = Item.where { $0.id == 1 }.update {
      let count = $0.count
      $0.count = $0.place
      $0.place = count
      $0.count = $0.count
    }
    try await expect(
      swap, #"UPDATE "item" SET "count" = "place", "place" = "count" WHERE "id" = $1"#, [1],
      changes: 1
    ) {
      $0[0].count = 1
      $0[0].place = 5
    }
  }

  @Test("A column can be set to the result of a subquery")
  func subqueries() async throws {
    try await expect(
      Item.where { $0.shelfID == 1 }.update { item in
        item.note = Shelf.where { $0.id == item.shelfID }.select { $0.name }.scalar()
        item.count = Shelf.select { $0.capacity.max() }.scalar().coalesce(0)
      },
      #"UPDATE "item" SET "note" = (SELECT "name" FROM "shelf" WHERE "id" = "item"."shelfID"), "#
        + #""count" = coalesce((SELECT max("capacity") FROM "shelf"), $1) WHERE "shelfID" = $2"#,
      [0, 1], changes: 2
    ) {
      for index in 0...1 {
        $0[index].note = "A"
        $0[index].count = 10
      }
    }
  }

  @Test("Several columns can be set to the row of a query, and to NULL if it has no row")
  func rowValue() async throws {
    let shelf = Shelf.where { $0.id == 2 }.select { ($0.name.optional(), $0.id) }
    try await expect(
      Item.where { $0.id == 1 }.update { $0.set(\.note, \.count, to: shelf) },
      #"UPDATE "item" SET ("note", "count") = (SELECT "name", "id" FROM "shelf" WHERE "id" = $1) "#
        + #"WHERE "id" = $2"#,
      [2, 1], changes: 1
    ) {
      $0[0].note = "B"
      $0[0].count = 2
    }
    let db = try await Stock.database()
    let none = Item.where { $0.id == 1 }.update {
      $0.set(\.note, \.count, to: Shelf.where { $0.id == 9 }.select { ($0.name.optional(), $0.id) })
    }
    let error = await #expect(throws: DatabaseError.self) { try await db.run(none) }
    #expect(error?.violation?.columns == ["count"])
  }

  @Test("Columns of embedded structs can be set, even if the struct is optional")
  func embedded() async throws {
    let update = Depot.where { $0.id == 1 }.update {
      $0.home.city = $0.home.city.upper()
      $0.home.street = nil
      $0.work.city = $0.home.city
      $0.work.street = "Main"
    }
    #expect(
      try update.statement()
        == Statement(
          sql: #"UPDATE "depot" SET "at_city" = upper("at_city"), "at_street" = $1, "#
            + #""work_city" = upper("at_city"), "work_street" = $2 WHERE "id" = $3"#,
          arguments: [nil, "Main", 1]))
    let db = try Database.inMemory()
    try await db.create(Depot.self)
    let depot = Depot(id: 1, home: Place(street: "x", city: "Ely"), work: nil)
    try await db.insert(depot)
    let rows = try await db.fetch(update.returning())
    #expect(
      rows == [
        Depot(
          id: 1, home: Place(street: nil, city: "ELY"), work: Place(street: "Main", city: "ELY"))
      ])
  }

  @Test("Values of any content are bound in the representation of their columns")
  func values() async throws {
    let title = "it's\0\"--\n🎶"
    let update = Song.where { $0.id == 1 }.update {
      $0.title = title
      $0.tags = ["a", "it's"]
      $0.flags = [.live, .explicit]
      $0.genre = .jazz
      $0.added = Date(timeIntervalSince1970: 7)
      $0.token = Song.token(9)
      $0.rating = 4
    }
    #expect(
      try update.statement()
        == Statement(
          sql: #"UPDATE "song" SET "title" = $1, "tags" = $2, "flags" = $3, "genre" = $4, "#
            + #""added" = $5, "token" = $6, "rating" = $7 WHERE "id" = $8"#,
          arguments: [
            .text(title), #"["a","it's"]"#, 5, "jazz", .real(7),
            .blob([9, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 9]), .real(4), 1,
          ]))
    let db = try await Song.database()
    let song = try #require(try await db.first(update.returning()))
    #expect(song.title == title && song.tags == ["a", "it's"] && song.token == Song.token(9))
  }
}

/// A column of each numeric type.
@Table
private struct Gauge: Equatable {
  let id: Int
  var a: Int8
  var b: Int16
  var c: Int32
  var d: Int64
  var e: UInt
  var f: UInt8
  var g: UInt16
  var h: UInt32
  var i: Double
  var j: Float
  var k: Int?
  var l: Double?
}

@Table
private struct Depot: Equatable {
  let id: Int
  @Embedded(prefix: "at_") var home: Place
  @Embedded(prefix: "work_") var work: Place?
}
