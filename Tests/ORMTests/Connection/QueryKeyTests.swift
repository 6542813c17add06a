import CSQLite
import ORM
import Testing

@testable import ORMCore
@testable import ORMSQLite

/// Fewer columns of the same table.
@Table("album")
private struct AlbumTitle {
  let id: Int
  var title: String
}

/// A connection that has rendered a query's SQL does not render it again for a query that differs
/// only in values.
@Suite("Keys of queries")
struct QueryKeyTests {
  let db: Database

  init() async throws { db = try await Catalog.database() }

  private static func join(_ artist: Int, _ year: Int?, _ title: String) -> some ComposableSelect<
    String
  > {
    CatalogArtist.join(CatalogAlbum.self) { $0.id == $1.artistID }
      .leftJoin(CatalogTrack.self) { _, album, track in album.id == track.albumID }
      .where { artistRow, album, track in
        artistRow.id == artist && album.year == year && track.title != title
      }
      .select { _, album, _ in album.title }
  }

  @Test("Queries of a whole table have different keys for each type and each alias")
  func wholeTables() async throws {
    try await db.read { db in
      for _ in 0..<3 {
        for id in 1...2 {
          let title = id == 1 ? "Promise" : "Love Deluxe"
          let whole = try db.fetch(CatalogAlbum.where { $0.id == id })
          #expect(whole.map(\.title) == [title])
          let some = try db.fetch(AlbumTitle.where { $0.id == id })
          #expect(some.map(\.title) == [title])
          let named = try db.fetch(CatalogAlbum.as("a").where { $0.id == id })
          #expect(named == whole)
          #expect(try db.fetch(CatalogAlbum.where { $0.id == id }.distinct()) == whole)
          let pairs = try db.fetch(
            CatalogAlbum.join(CatalogAlbum.self) { $0.id == $1.id }.where { a, _ in a.id == id })
          #expect(pairs.map { $0.0 } == whole && pairs.map { $0.1 } == whole)
          #expect(try db.exists(CatalogArtist.where { $0.id == id + 100 }) == false)
          #expect(try db.exists(CatalogAlbum.where { $0.id == id }))
        }
      }
    }
    let query = CatalogAlbum.all.node
    #expect(query == CatalogAlbum.as("album").node && query != AlbumTitle.all.node)
    #expect(query.hashValue == CatalogAlbum.as("album").node.hashValue)
    #expect(query != CatalogAlbum.as("a").node && query != CatalogArtist.all.node)
  }

  @Test("Queries with one key return the rows of their own values, alternating with other queries")
  func rows() async throws {
    try await db.read { db in
      for _ in 0..<3 {
        #expect(try db.fetch(Self.join(1, 1985, "Fear")) == ["Promise"])
        #expect(try db.fetch(Self.join(1, 1985, "none")) == ["Promise", "Promise"])
        #expect(try db.fetch(Self.join(2, 1985, "none")).isEmpty)
        // For nil the SQL is different: IS NULL.
        #expect(try db.fetch(Self.join(2, nil, "none")) == ["Kind of Blue"])
        for count in [1, 2, 3, 9, 10, 40, 2] {
          let some = try db.fetch(CatalogAlbum.where { $0.id.in(Array(1...count)) }.order { $0.id })
          #expect(some.map(\.id) == Array((1...count).prefix(4)))
        }
        let one = try db.fetch(CatalogAlbum.where { $0.title == "Promise" })
        #expect(one == [Catalog.promise])
        let two = try db.fetch(CatalogAlbum.self, where: { $0.title == "Unknown" })
        #expect(two == [Catalog.unknown])
        for (year, albums) in [(1985, 1), (1992, 2), (2000, 0)] {
          #expect(try db.count(CatalogAlbum.self, where: { $0.year == year }) == albums)
          #expect(try db.exists(CatalogAlbum.where { $0.year == year }) == (albums > 0))
          #expect(try db.count(CatalogAlbum.where { $0.year == year }.limit(1)) == min(albums, 1))
        }
        #expect(try db.first(CatalogAlbum.order { $0.id }) == Catalog.promise)
        #expect(try db.first(CatalogAlbum.order { $0.id.desc() }) == Catalog.unknown)
        for limit in 0...4 {
          let firsts = try db.fetch(CatalogAlbum.order { $0.id }.limit(limit))
          #expect(firsts.map(\.id) == Array((1...4).prefix(limit)))
          let rest = try db.fetch(CatalogAlbum.order { $0.id }.limit(2, offset: limit))
          #expect(rest.map(\.id) == Array((1...4).dropFirst(limit).prefix(2)))
        }
      }
    }
  }

  @Test("A value that can't be encoded is refused after a query with the same key has run")
  func unencodable() async throws {
    try await db.read { db in
      func songs(_ x: Double) -> Select<CatalogTrack> { CatalogTrack.where { $0.seconds > x } }
      let long = try db.fetch(songs(300))
      #expect(long.count == 2)
      #expect(throws: ValueEncodingError.self) { try db.fetch(songs(.nan)) }
      let longest = try db.fetch(songs(500))
      #expect(longest.count == 1)
    }
  }

  /// Queries that all have different SQL.
  private static let others = makeOthers()

  private static func makeOthers() -> [SelectNode] {
    typealias Album = CatalogAlbum
    func column(_ name: String) -> SelectNode {
      Album.where { _ in
        SQLExpression(.binary(.column(qualifier: "album", name: name), .equal, .value(.integer(1))))
      }.node
    }
    func named(_ name: String) -> SelectNode { Album.select { $0.id }.node.naming([name]) }
    func recent(_ name: String, year: Int?, materialized: Bool? = nil) -> SelectNode {
      let source = TableExpression(
        with: name, as: Album.where { $0.year == year }, materialized: materialized)
      return source.all.where { $0.id == 1 }.node
    }
    // Inside the array, they would crash the compiler (6.3.1) next to a query with a closure.
    let crossed = CatalogArtist.crossJoin(Album.self).node
    let crossedWithOther = CatalogArtist.crossJoin(AlbumTitle.self).node
    // Arrays of about twenty queries, because each is one expression to the compiler.
    let conditions: [SelectNode] = [
      Album.all.node, CatalogTrack.all.node, Album.all.distinct().node, Album.as("other").node,
      Album.select { $0.id }.node, Album.select { ($0.id, $0.title) }.node,
      Album.select { ($0.title, $0.id) }.node, named("a"), named("b"),
      Album.where { $0.id == 1 }.node, Album.where { $0.id != 1 }.node,
      Album.where { $0.id < 1 }.node, Album.where { $0.id == $0.id }.node,
      Album.where { $0.year == 1 }.node, Album.where { $0.year == nil }.node,
      Album.where { $0.year != nil }.node, Album.where { !($0.year > 1) }.node,
      Album.where { !($0.id > 1) }.node,
      Album.where { $0.id == 1 && $0.year == 1 }.node,
      Album.where { $0.id == 1 || $0.year == 1 }.node,
      Album.where { ($0.id == 1 && $0.year == 1) || $0.id == 2 }.node,
      Album.where { $0.id == 1 && ($0.year == 1 || $0.id == 2) }.node,
      Album.where { $0.id.between(1...2) }.node, Album.where { $0.year.between(1...2) }.node,
      Album.where { $0.title.like("a") }.node, Album.where { $0.title.like("a", escape: "!") }.node,
      Album.where { $0.title.like("a", escape: "?") }.node,
      // The two characters are equal in Swift: a semicolon and the Greek question mark.
      Album.where { $0.title.like("a", escape: ";") }.node,
      Album.where { $0.title.like("a", escape: "\u{37E}") }.node,
      Album.where { $0.title.glob("a") }.node,
    ]
    let operations: [SelectNode] = [
      Album.where { $0.title.lower() == "a" }.node,
      Album.where { $0.title.upper() == "a" }.node,
      Album.where { $0.title.collate(.noCase) == "a" }.node,
      Album.where { $0.title.collate(.rightTrim) == "a" }.node,
      Album.where { $0.id.cast(as: String.self) == "a" }.node,
      Album.where { $0.id.cast(as: Double.self) == 1 }.node,
      Album.where { $0.id.in([1, 2]) }.node, Album.where { $0.id.in([1, 2, 3]) }.node,
      Album.where { $0.id.in(Array(1...9)) }.node,
      Album.where { _ in SQLExpression(.inList(.value(1), [])) }.node,
      CatalogTrack.where { $0.seconds.in((1...9).map(Double.init)) }.node,
      Album.where { SQLExpression(sql: "\(1) = \($0.id)") }.node,
    ]
    let clauses: [SelectNode] = [
      Album.order { $0.id }.node, Album.order { $0.id.desc() }.node, Album.order { $0.title }.node,
      Album.order { $0.id.asc(nulls: .last) }.node, Album.order { $0.id.asc(nulls: .first) }.node,
      Album.order {
        $0.id
        $0.title
      }.node,
      Album.limit(1).node, Album.limit(1, offset: 1).node,
      Album.select { $0.count() }.node, Album.select { $0.year }.group { $0.year }.node,
      Album.select { $0.year }.group { $0.year }.having { $0.id == 1 }.node,
    ]
    let joins: [SelectNode] = [
      Album.join(CatalogArtist.self) { $0.artistID == $1.id }.node,
      Album.join(CatalogArtist.self) { $0.id == $1.id }.node,
      Album.leftJoin(CatalogArtist.self) { $0.artistID == $1.id }.node,
      Album.join(CatalogArtist.self, as: "by") { $0.artistID == $1.id }.node,
      Album.join(CatalogArtist.self) { $0.artistID == $1.id }.select { album, _ in album.id }.node,
      Album.join(Album.self, as: "other") { $0.id == $1.artistID }.node,
      Album.join(Album.self, as: "other") { $1.id == $0.artistID }.node,
      Album.select { $0.count(where: $0.id == 1) }.node, Album.select { $0.id.count() }.node,
      Album.select { $0.id.count(distinct: true) }.node, Album.select { $0.id.max() }.node,
      Album.all.node.count.asSubquery, CatalogTrack.all.node.count.asSubquery,
      Album.all.node.exists, CatalogTrack.all.node.exists,
      Album.where { $0.id == CatalogTrack.select { $0.albumID }.scalar() }.node,
      Album.where { $0.id == CatalogTrack.select { $0.id }.scalar() }.node,
      Album.as("other").select { $0.count() }.node,
      SelectNode(source: .table("one"), as: AlbumTitle.self, qualifier: "same"),
      SelectNode(source: .table("two"), as: AlbumTitle.self, qualifier: "same"),
      crossed, crossedWithOther,
      Album.all.union(Album.where { $0.id == 1 }).node,
      Album.all.unionAll(Album.where { $0.id == 1 }).node,
      Album.all.union(Album.where { $0.id != 1 }).node,
      Album.all.union(Album.where { $0.id == 1 }).limit(1).node,
      Album.all.union(Album.where { $0.id == 1 }).union(Album.all).node,
      recent("recent", year: 1990), recent("late", year: 1990),
      recent("recent", year: 1990, materialized: true), recent("recent", year: nil),
      Album.where { album in CatalogTrack.where { $0.albumID == album.id }.exists() }.node,
      // These names are equal in Swift, in pairs.
      column("e\u{301}"), column("\u{E9}"), column("q\u{307}\u{323}"),
      column("q\u{323}\u{307}"), column("K"), column("\u{212A}"),
    ]
    return conditions + operations + clauses + joins
  }

  @Test("Statements with different SQL have different keys")
  func texts() throws {
    var keys = 0
    for (index, query) in Self.others.enumerated() {
      let text = try query.statement.sql
      guard let keyed = KeyedArguments(query) else { continue }
      keys += 1
      for (otherIndex, other) in Self.others.enumerated() where otherIndex != index {
        let otherText = try other.statement.sql
        #expect(Array(otherText.utf8) != Array(text.utf8), "\(text) stands there twice")
        #expect(KeyedArguments(other)?.key != keyed.key, "\(text) for \(otherText)")
      }
      let arguments = try query.statement.arguments
      #expect(keyed.arguments == arguments, "\(text)")
    }
    #expect(keys > 35)
  }

  @Test("A query has different keys for its rows, its count and its existence")
  func questions() throws {
    let questions: [QueryQuestion] = [.rows, .first, .count, .exists]
    var (keys, found) = (0, 0)
    for (query, question) in Self.others.flatMap({ query in questions.map { (query, $0) } }) {
      let statement = try query.tree(for: question).statement
      // A count, for example, does not contain the values of the selected columns.
      guard let keyed = KeyedArguments(query, asking: question),
        keyed.arguments == statement.arguments
      else { continue }
      keys += 1
      for (other, question) in Self.others.flatMap({ other in questions.map { (other, $0) } }) {
        guard let otherKeyed = KeyedArguments(other, asking: question), otherKeyed.key == keyed.key
        else { continue }
        found += 1
        let rendered = try other.tree(for: question).statement
        #expect(Array(rendered.sql.utf8) == Array(statement.sql.utf8))
        #expect(otherKeyed.arguments == rendered.arguments, "\(rendered.sql)")
      }
    }
    #expect(keys > 120)
    // Each has its own key, except that the first row of a query has the key of a limited query.
    #expect(found > keys)
  }

  @Test("count and exists are right with alternating values, orders and limits")
  func answers() async throws {
    try await db.read { (db: isolated Connection) throws in
      let all = try db.fetch(CatalogAlbum.order { $0.id })
      for round in 0..<3 {
        for id in [0, 1, 2, 100_000 + round] {
          let some = CatalogAlbum.where { $0.id > id }
          let rows = all.filter { $0.id > id }
          #expect(try db.count(some) == rows.count)
          #expect(try db.exists(some) == !rows.isEmpty)
          #expect(try db.first(some.order { $0.id }) == rows.first)
          #expect(try db.count(some.order { $0.title }) == rows.count)
          #expect(try db.exists(some.order { $0.id + round }) == !rows.isEmpty)
          for limit in 0...2 {
            let limited = some.order { $0.id }.limit(limit, offset: round)
            let those = rows.dropFirst(round).prefix(limit)
            #expect(try db.count(limited) == those.count)
            #expect(try db.exists(limited) == !those.isEmpty)
            #expect(try db.first(limited) == those.first)
            #expect(try db.fetch(limited) == Array(those))
          }
          #expect(try db.count(some.select { $0.id + round }) == rows.count)
          #expect(try db.exists(some.select { $0.id.max() }))
        }
      }
    }
  }

  @Test("The values of common table expressions come before all other values")
  func composed() async throws {
    typealias Album = CatalogAlbum
    try await db.read { (db: isolated Connection) throws in
      let all = try db.fetch(Album.order { $0.id })
      for round in 0..<3 {
        for id in 1...4 {
          let some = TableExpression(with: "some", as: Album.where { $0.id >= id })
          let others = TableExpression(with: "others", as: Album.where { $0.id < id + 2 })
          let rows = all.filter { $0.id >= id }
          let sums = try db.fetch(some.all.order { $0.id }.select { $0.id + round })
          #expect(sums == rows.map { $0.id + round })
          let both = some.all.join(source: others) { $0.id == $1.id && $0.id > round }
          let found = rows.filter { $0.id < id + 2 && $0.id > round }
          let doubles = try db.fetch(both.order { one, _ in one.id }.select { $0.id + $1.id })
          #expect(doubles == found.map { 2 * $0.id })
          #expect(try db.count(both) == found.count)
          #expect(try db.exists(both) == !found.isEmpty)
          // A table expression that is used twice is defined once.
          let twice = some.all.join(source: some, as: "again") { $0.id == $1.id }
          #expect(try db.count(twice) == rows.count)
          let ends = Album.where { $0.id < id }.union(Album.where { $0.id > id + round })
          let atEnds = all.filter { $0.id < id || $0.id > id + round }
          #expect(try db.fetch(ends.order { $0.id }) == atEnds)
          #expect(try db.fetch(ends.order { $0.id }.limit(round)) == Array(atEnds.prefix(round)))
          #expect(try db.count(ends) == atEnds.count)
          #expect(try db.first(ends.order { $0.id }) == atEnds.first)
        }
      }
    }
  }

  @Test("Queries that differ only after their first values have different keys")
  func partly() async throws {
    @Sendable func titled(_ id: Int, _ title: String) -> Select<CatalogAlbum> {
      CatalogAlbum.where { $0.id == id && $0.title == title }
    }
    @Sendable func untitled(_ id: Int, _ title: String) -> Select<CatalogAlbum> {
      CatalogAlbum.where { $0.id == id && $0.title != title }
    }
    let long = String(repeating: "long", count: 100_000)
    try await db.read { db in
      let (id, title) = try #require(
        try db.first(CatalogAlbum.order { $0.id }.select { ($0.id, $0.title) }))
      for _ in 0..<3 {
        #expect(try db.fetch(titled(id, title)).map(\.title) == [title])
        #expect(try db.fetch(untitled(id, title)).isEmpty)
        #expect(try db.fetch(titled(id, long)).isEmpty)
        #expect(try db.fetch(untitled(id, long)).map(\.title) == [title])
      }
    }
  }

  @Test("A value that is too long for the connection throws, and other values run after it")
  func tooLong() async throws {
    try await db.transaction { tx in
      func albums(_ title: String, on tx: isolated Connection) throws -> [String] {
        try tx.fetch(CatalogAlbum.where { $0.title == title }).map(\.title)
      }
      _ = try tx.withHandle { sqlite3_limit($0, SQLITE_LIMIT_LENGTH, 1000) }
      #expect(try albums("Kind of Blue", on: tx) == ["Kind of Blue"])
      for _ in 0..<2 {
        let error = try #require(throws: DatabaseError.self) {
          try albums(String(repeating: "long", count: 1000), on: tx)
        }
        #expect(error.extendedCode == .tooBig)
        #expect(try albums("Kind of Blue", on: tx) == ["Kind of Blue"])
      }
    }
  }

  @Test("Random queries with one key have one text and the arguments of that text")
  func random() throws {
    let columns = RandomRow.Columns(source: TableSource(qualifier: "randomRow"))
    var maker = PairMaker(seed: 5)
    let queries = (0..<600).map { _ in
      let met = maker.condition(columns, maker.below(2))
      let key = maker.optionalInt(columns, maker.below(2))
      var query = RandomRow.where { _ in met.typed }
      if maker.below(3) == 0 { query = query.order { _ in key.typed } }
      if maker.below(3) == 0 { query = query.limit(maker.below(9), offset: maker.below(3)) }
      return query.node
    }
    let written = try queries.map { try $0.statement }
    var (keys, found) = (0, 0)
    for (query, statement) in zip(queries, written) {
      guard let keyed = KeyedArguments(query) else { continue }
      keys += 1
      for (other, otherStatement) in zip(queries, written) {
        guard let otherKeyed = KeyedArguments(other), otherKeyed.key == keyed.key else { continue }
        found += 1
        try #require(Array(statement.sql.utf8) == Array(otherStatement.sql.utf8))
        try #require(otherKeyed.arguments == otherStatement.arguments)
      }
    }
    #expect(keys > queries.count / 3)
    // Each has its own key; these are additional.
    #expect(found > 3 * keys)
  }

  #if DEBUG
    @Test("A debug build refuses a cached statement whose SQL or arguments differ from the query's")
    func wrongStatement() async throws {
      try await db.read { db in
        let known = try db.statement("SELECT $1")
        try known.check([1]) { Statement(sql: "SELECT $1", arguments: [1]) }
        for other in [
          Statement(sql: "SELECT +$1", arguments: [1]), Statement(sql: "SELECT $1", arguments: [2]),
        ] {
          let error = #expect(throws: WrongStatementError.self) { try known.check([1]) { other } }
          #expect(error?.known.sql == "SELECT $1" && error?.rendered == other)
        }
      }
    }
  #endif
}
