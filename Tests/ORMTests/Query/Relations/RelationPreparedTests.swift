import ORM
import Testing

@testable import ORMCore
@testable import ORMSQLite

/// Lists of queries that are built once and run with many values.
@Suite("Lists in prepared queries")
struct RelationPreparedTests {
  private typealias Artist = Related.Artist
  private typealias Album = Related.Album
  private typealias Track = Related.Track

  /// Artists with their albums whose id is at least `least`, the tracks of these whose title is
  /// not `title`, and the number of their albums.
  private static let shelves = PreparedQuery {
    (artist: Placeholder<Int>, least: Placeholder<Int>, title: Placeholder<String>) in
    Artist.where { $0.id <= artist }.order { $0.id }.select {
      $0.name
      $0.albums.where { $0.id >= least }.order { $0.id }.select {
        ($0.id, $0.tracks.where { $0.title != title && $0.id >= least }.select { $0.id }, least)
      }
      $0.albums.count()
    }
  }

  @Test("Lists of a prepared query have the values of its placeholders at every level")
  func levels() async throws {
    let db = try await Related.database()
    let trace = try await StatementTrace.start(on: db)
    let all = try await db.fetch(Self.shelves(3, 0, "-"))
    #expect(all.map(\.0) == ["Sade", "Fela", "Nina"] && all.map(\.2) == [2, 1, 0])
    #expect(all.map { $0.1.map(\.0) } == [[1, 3], [2], []])
    #expect(all.map { $0.1.map(\.1) } == [[[1], [3]], [[2]], []])
    let later = try await db.fetch(Self.shelves(2, 2, "Zombie"))
    #expect(later.map { $0.1.map(\.0) } == [[3], [2]] && later.map(\.2) == [2, 1])
    #expect(later.map { $0.1.map(\.1) } == [[[3]], [[]]])
    #expect(later.allSatisfy { $0.1.allSatisfy { $0.2 == 2 } })
    #expect(
      try await db.fetch(Self.shelves(3, 0, "-")).map { $0.1.map(\.0) } == [[1, 3], [2], []])
    #expect(trace.count("SELECT") == 9)
    let first = try await db.first(Self.shelves(3, 3, "Sally"))
    #expect(first?.0 == "Sade" && first?.1.map(\.0) == [3])
    #expect(try await db.first(Self.shelves(-1, 0, "-")) == nil)
  }

  @Test("Lists of a prepared query can be streamed, read by forEach, and fetched concurrently")
  func elsewhere() async throws {
    let db = try await Related.database()
    for least in 0...3 {
      let expected = try await db.fetch(Self.shelves(3, least, "-")).map { $0.1.map(\.0) }
      #expect(expected == [[1, 3], [2], []].map { $0.filter { $0 >= least } })
      var streamed: [[Int]] = []
      for try await row in db.stream(Self.shelves(3, least, "-")) {
        streamed.append(row.1.map(\.0))
      }
      #expect(streamed == expected)
      let each = try await db.read { db in
        var rows: [[Int]] = []
        try db.forEach(Self.shelves(3, least, "-")) { rows.append($0.1.map(\.0)) }
        return rows
      }
      #expect(each == expected)
    }
    try await withThrowingTaskGroup { group in
      for task in 0..<40 {
        group.addTask {
          let rows = try await db.fetch(Self.shelves(3, task % 4, "-"))
          let ids = rows.flatMap { $0.1.map(\.0) }.sorted()
          #expect(ids == [1, 2, 3].filter { $0 >= task % 4 })
        }
      }
      try await group.waitForAll()
    }
  }

  @Test("Lists of a prepared query can be filtered and ordered by placeholders, even by nil")
  func kinds() async throws {
    let db = try await Related.database()
    let edited = PreparedQuery { (editor: Placeholder<Int?>, last: Placeholder<Int>) in
      Artist.order { $0.id }.select {
        $0.albums.where { $0.editorID == editor }.order { ($0.id == last).desc() }
          .order { $0.id }.select { $0.id }
        $0.albums.order { ($0.id == last).desc() }.first
      }
    }
    let all = try await db.fetch(Artist.order { $0.id }.select { $0.albums.order { $0.id } })
    for (editor, last) in [(nil, 3), (nil, 1), (2, 1), (1, 3), (9, 2)] as [(Int?, Int)] {
      let rows = try await db.fetch(edited(editor, last))
      let expected = all.map { albums in
        albums.filter { $0.editorID == editor }.map(\.id)
          .sorted { ($0 == last ? 0 : 1, $0) < ($1 == last ? 0 : 1, $1) }
      }
      #expect(rows.map(\.0) == expected)
      #expect(
        zip(rows, all).allSatisfy { row, albums in
          albums.contains { $0.id == last } ? row.1?.id == last : (row.1 == nil) == albums.isEmpty
        })
    }
  }

  @Test("A prepared query with lists has the same statement key for all values")
  func shape() throws {
    let (query, id) = try #require(Self.shelves.text.lists)
    let rows = query.lists[0].rows.withKeys
    func with<Value>(_ values: [SQLValue], _ body: () throws -> Value) rethrows -> Value {
      try PlaceholderValues.$current.withValue(.init(query: id, values: values)) { try body() }
    }
    let first = try #require(with([.integer(1), .integer(2), .text("a")]) { KeyedArguments(rows) })
    let others: [SQLValue] = [.integer(3), .integer(4), .text("b")]
    let found = try #require(with(others) { KeyedArguments(rows) })
    #expect(found.key == first.key)
    #expect(try found.arguments == with(others) { try rows.statement.arguments })
    #expect(found.arguments == [.integer(4), .integer(4)])
    // Without values there is nothing to bind.
    #expect(KeyedArguments(rows) == nil)
    #expect(throws: ValueEncodingError.self) { try rows.statement }
  }

  @Test("Lists of a prepared query refuse invalid values, foreign placeholders and distinct rows")
  func errors() async throws {
    let db = try await Related.database()
    let large = PreparedQuery { (id: Placeholder<UInt64>) in
      Artist.select { $0.albums.where { $0.id.cast(as: UInt64.self) == id } }
    }
    #expect(try await db.fetch(large(3)).map(\.count) == [1, 0, 0])
    await #expect(throws: ValueEncodingError.self) { try await db.fetch(large(.max)) }
    nonisolated(unsafe) var kept: Placeholder<Int>?
    _ = PreparedQuery { (id: Placeholder<Int>) in
      kept = id
      return Artist.where { $0.id == id }
    }
    let other = try #require(kept)
    let foreign = PreparedQuery { (id: Placeholder<Int>) in
      Artist.where { $0.id == id }.select { $0.albums.where { $0.id == other } }
    }
    await #expect(throws: ValueEncodingError.self) { try await db.fetch(foreign(1)) }
    let merged = PreparedQuery { (id: Placeholder<Int>) in
      Artist.where { $0.id == id }.distinct().select { ($0.name, $0.albums) }
    }
    let error = await #expect(throws: RelationError.self) { try await db.fetch(merged(1)) }
    #expect(error?.reason == .listNotSupportedHere && error?.table == "album")
  }
}
