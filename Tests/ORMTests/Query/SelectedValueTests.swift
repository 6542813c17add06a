import Foundation
import ORM
import Testing

@Table
private struct Category {
  let id: Int
  var name: String
  var parentID: Int?
}

@Selection
private struct Branch: Equatable {
  let id: Int
  let name: String
  let level: Int
  let note: String?
  let weight: Double
  let isRoot: Bool
}

struct SelectedValueTests {
  private func database() async throws -> Database {
    let db = try Database.inMemory()
    try await db.create(Category.self)
    try await db.insert([
      Category(id: 1, name: "Music", parentID: nil), Category(id: 2, name: "Jazz", parentID: 1),
      Category(id: 3, name: "Bebop", parentID: 2),
    ])
    return db
  }

  @Test("Values can be selected next to columns, and are bound and returned unchanged")
  func tuples() async throws {
    let date = Date(timeIntervalSince1970: 5)
    let query = Category.where { $0.id == 1 }
      .select { ($0.name, 0, "x", 1.5, true, date, 7 as Int?, String?.none) }
    let statement = try query.statement()
    #expect(
      statement.sql
        == #"SELECT "name", $1, $2, $3, $4, $5, $6, $7 FROM "category" WHERE "id" = $8"#)
    #expect(statement.arguments == [0, "x", 1.5, true, 5.0, 7, .null, 1])
    let row = try #require(try await database().first(query))
    #expect((row.0, row.1, row.2) == ("Music", 0, "x"))
    #expect((row.3, row.4, row.5, row.6, row.7) == (1.5, true, date, 7, nil))
  }

  @Test("Results on separate lines are selected as a tuple")
  func lines() async throws {
    let query = Category.where { $0.id > 1 }.order { $0.id }.select {
      $0
      $0.name.length() + $0.id * 2
      ($0.name, 0)
      "x"
    }
    #expect(
      try query.statement().sql == """
        SELECT "id", "name", "parentID", length("name") + "id" * $1, "name", $2, $3 \
        FROM "category" WHERE "id" > $4 ORDER BY "id"
        """)
    let rows = try await database().fetch(query)
    #expect(rows.map(\.0.id) == [2, 3])
    #expect(rows.map(\.1) == [8, 11])
    #expect(rows.map(\.2.0) == ["Jazz", "Bebop"])
    #expect(rows.map(\.3) == ["x", "x"])
    let ten = Category.where { $0.id == 3 }.select {
      let number = $0.id
      number
      number + 1
      number + 2
      number + 3
      number + 4
      number + 5
      number + 6
      number + 7
      number + 8
      number + 9
    }
    let row = try #require(try await database().first(ten))
    #expect((row.0, row.1, row.2, row.3, row.4) == (3, 4, 5, 6, 7))
    #expect((row.5, row.6, row.7, row.8, row.9) == (8, 9, 10, 11, 12))
  }

  @Test("A join can select results on separate lines, and a write can return them")
  func linesElsewhere() async throws {
    let db = try await database()
    let pairs = Category.join(Category.self, as: "parent") { $0.parentID == $1.id }.select {
      $0.name
      $1.name
    }
    #expect(try await db.fetch(pairs).map(\.1).sorted() == ["Jazz", "Music"])
    let renamed = Category.where { $0.id == 1 }.update { $0.name = "Sound" }.returning {
      $0.name
      $0.id + 1
    }
    let rows = try await db.fetch(renamed)
    #expect(rows.map(\.0) == ["Sound"] && rows.map(\.1) == [2])
  }

  @Test("A value alone can be selected for each row")
  func alone() async throws {
    let query = Category.select { _ in 1 }
    #expect(try query.statement().sql == #"SELECT $1 FROM "category""#)
    #expect(try await database().fetch(query) == [1, 1, 1])
  }

  @Test("A recursive query can start at a level that is a number")
  func recursion() async throws {
    let tree = TableExpression(
      recursive: "branch",
      from: Category.where { $0.parentID == nil }.select {
        Branch.select(
          id: $0.id, name: $0.name, level: 0, note: nil as String?, weight: 1.0, isRoot: true)
      }
    ) { branch in
      Category.join(source: branch) { $0.parentID == $1.id }.select { category, parent in
        Branch.select(
          id: category.id, name: category.name, level: parent.level + 1, note: parent.note,
          weight: parent.weight / 2, isRoot: false)
      }
    }
    let rows = try await database().fetch(tree.all.order(\.level))
    #expect(rows.map(\.name) == ["Music", "Jazz", "Bebop"])
    #expect(rows.map(\.level) == [0, 1, 2] && rows.map(\.weight) == [1, 0.5, 0.25])
    #expect(rows.map(\.isRoot) == [true, false, false] && rows.allSatisfy { $0.note == nil })
  }

  @Test("A selected value that can't be stored throws when the statement is made")
  func unencodable() {
    #expect(throws: ValueEncodingError.self) {
      try Category.select { ($0.id, Double.nan) }.statement()
    }
  }
}
