import ORM
import Testing

/// `first` of one nullable column.
struct FirstValueTests {
  private let most = Song.select { $0.plays.max() }

  @Test("The first value of an optional aggregate is a single optional, nil if there is no value")
  func aggregates() async throws {
    let db = try await Song.database()
    let greatest = try await db.first(most)
    #expect(type(of: greatest) == Int?.self && greatest == 10)
    try await db.deleteAll(Song.self)
    let none = try await db.first(most)
    #expect(none == nil)
    let sum = try await db.read { try $0.first(Song.select { $0.rating.sum() }) }
    #expect(type(of: sum) == Double?.self && sum == nil)
  }

  @Test("Prepared queries, SQL and RETURNING also return a single optional")
  func otherForms() async throws {
    let db = try await Song.database()
    let rating = PreparedQuery { (id: Placeholder<Int>) in
      Song.where { $0.id == id }.select { $0.rating }
    }
    let first = try await db.first(rating(1))
    #expect(type(of: first) == Double?.self && first == 4.5)
    let null = try await db.first(rating(2))
    #expect(null == nil)
    let read = try await db.read { try $0.first(rating(9)) }
    #expect(type(of: read) == Double?.self && read == nil)
    let sql = try await db.first(Double?.self, sql: "SELECT max(rating) FROM song")
    #expect(type(of: sql) == Double?.self && sql == 5)
    let written = try await db.first(
      Song.where { $0.id == 3 }.update { $0.original = 7 }.returning { $0.original })
    #expect(type(of: written) == Int?.self && written == 7)
  }

  @Test("A nested optional distinguishes NULL from no row")
  func twoOptionals() async throws {
    let db = try await Song.database()
    @Sendable func rating(of id: Int) -> some ComposableSelect<Double?> {
      Song.where { $0.id == id }.select { $0.rating }
    }
    let value: Double?? = try await db.first(rating(of: 1))
    let null: Double?? = try await db.first(rating(of: 2))
    let none: Double?? = try await db.first(rating(of: 9))
    #expect(value == .some(4.5) && null == .some(nil) && none == nil)
    try await db.read { db in
      let null: Double?? = try db.first(rating(of: 2))
      let none: Double?? = try db.first(rating(of: 9))
      #expect(null == .some(nil) && none == nil)
      let prepared = PreparedQuery { (id: Placeholder<Int>) in
        Song.where { $0.id == id }.select { $0.rating }
      }
      let row: Double?? = try db.first(prepared(2))
      #expect(row == .some(nil))
      let sql: Double?? = try db.first(Double?.self, sql: "SELECT rating FROM song WHERE id = 2")
      #expect(sql == .some(nil))
    }
  }
}
