import Foundation
import ORM
import Testing

/// The property types that need a conversion: optionals, enums and other representations.
@Selection
private struct SongLine: Hashable {
  var title: String?
  var genre: SongGenre?
  @Column(as: UnixSeconds.self) var added: Date?
  @Column(as: JSON.self) var tags: [String]?
  var plays: Int32
  @Column(as: MinorUnits<Scale2>.self) var price: Decimal
}

@Selection
private struct SongTitle: Hashable {
  @Column("name") var title: String?
  var plays = 0
}

@Suite("Values of a @Selection")
struct SelectionRowTests {
  private let day = Date(timeIntervalSince1970: 86_400)

  @Test("An optional property accepts an expression that is not optional")
  func optionalProperties() async throws {
    let db = try await Song.database()
    let query = Song.where { $0.id == 1 }.select {
      SongTitle.select(title: $0.title, plays: $0.plays)
    }
    #expect(
      try query.statement().sql
        == #"SELECT "song"."title" AS "name", "song"."plays" AS "plays" FROM "song" "#
        + #"WHERE "song"."id" = $1"#)
    let title = try await db.first(Song.where { $0.id == 1 }.select { $0.title })
    #expect(try await db.first(query)?.title == title)
    let missing = SelectQuery { SongTitle.select(title: String?.none, plays: 3) }
    #expect(try await db.first(missing) == SongTitle(title: nil, plays: 3))
    let none = SelectQuery {
      SongLine.select(
        title: "a", genre: SQLExpression.value(SongGenre.soul),
        added: SQLExpression.value(day, as: UnixSeconds.self), tags: [String]?.none.asJSON,
        plays: SQLExpression.value(3), price: SQLExpression.value(1, as: MinorUnits<Scale2>.self))
    }
    #expect(try await db.first(none)?.added == day)
  }

  @Test("A value of the struct is a row of a query")
  func values() async throws {
    let db = try await Song.database()
    let line = SongLine(
      title: nil, genre: .soul, added: day, tags: ["a"], plays: 3, price: 12.5)
    let query = SelectQuery { line }
    let statement = try query.statement()
    #expect(
      statement.sql == #"SELECT $1 AS "title", $2 AS "genre", $3 AS "added", $4 AS "tags", "#
        + #"$5 AS "plays", $6 AS "price""#)
    #expect(statement.arguments == [.null, "soul", 86_400, #"["a"]"#, 3, 1_250])
    #expect(try await db.first(query) == line)
    #expect(try await db.first(SelectQuery { (1, line) })?.1 == line)
  }

  @Test("Values of the struct are rows of a common table expression", arguments: [0, 1, 8, 9, 40])
  func manyValues(count: Int) async throws {
    let db = try await Song.database()
    let lines = (0..<count).map { (number: Int) -> SongLine in
      let title: String? = number % 2 == 0 ? "\(number)" : nil
      let genre: SongGenre? = number % 3 == 0 ? .jazz : nil
      let tags: [String]? = number % 5 == 0 ? nil : ["\(number)"]
      return SongLine(
        title: title, genre: genre, added: day.addingTimeInterval(Double(number)), tags: tags,
        plays: Int32(number), price: Decimal(number) / 4)
    }
    let source = TableExpression(values: lines, as: "line") { $0 }
    #expect(try await db.fetch(source.all.order { $0.plays }) == lines)
    let end = day.addingTimeInterval(7)
    let jazz = source.all.where {
      $0.genre == .jazz
      $0.added < end
      $0.price < 1
    }
    let expected = lines.filter { line in line.genre == .jazz && line.price < 1 }.map(\.plays)
    #expect(try await db.fetch(jazz.select { $0.plays }).sorted() == expected)
  }

  @Test("Values of the struct are parts of a compound, and the start of a recursion")
  func compounds() async throws {
    let db = try await Song.database()
    let titles = Song.where { $0.id == 1 }.select { SongTitle.select(title: $0.title, plays: 1) }
      .unionAll(SelectQuery { SongTitle(title: nil, plays: 2) })
    #expect(try await db.fetch(titles).map(\.plays).sorted() == [1, 2])
    let steps = TableExpression(
      recursive: "step", from: SelectQuery { SongTitle(title: "a", plays: 1) }
    ) {
      $0.all.where { $0.plays < 3 }.select {
        SongTitle.select(title: ($0.title ?? "") + "b", plays: $0.plays + 1)
      }
    }
    #expect(try await db.fetch(steps.all.select { $0.title }) == ["a", "ab", "abb"])
  }
}

extension [String]? {
  fileprivate var asJSON: SQLExpression<JSON.Of<[String]>?> {
    .value(self, as: JSON.Of<[String]>?.self)
  }
}
