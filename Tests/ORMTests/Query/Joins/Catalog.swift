import ORM
import Testing

// Artists, albums and tracks, with a row on each side that has no match on the other.

@Table("artist")
struct CatalogArtist: Hashable {
  let id: Int
  var name: String
  var mentor: Int?
}

@Table("album")
struct CatalogAlbum: Hashable {
  let id: Int
  var title: String
  var artistID: Int?
  var year: Int?
}

@Table("track")
struct CatalogTrack: Hashable {
  let id: Int
  var albumID: Int
  var title: String
  var seconds: Double
}

enum Catalog {
  static let sade = CatalogArtist(id: 1, name: "Sade", mentor: nil)
  static let miles = CatalogArtist(id: 2, name: "Miles", mentor: 1)
  static let nina = CatalogArtist(id: 3, name: "Nina", mentor: 2)

  static let promise = CatalogAlbum(id: 1, title: "Promise", artistID: 1, year: 1985)
  static let deluxe = CatalogAlbum(id: 2, title: "Love Deluxe", artistID: 1, year: 1992)
  static let blue = CatalogAlbum(id: 3, title: "Kind of Blue", artistID: 2, year: nil)
  static let unknown = CatalogAlbum(id: 4, title: "Unknown", artistID: nil, year: 1992)

  static let tracks = [
    CatalogTrack(id: 1, albumID: 1, title: "Jezebel", seconds: 330),
    CatalogTrack(id: 2, albumID: 1, title: "Fear", seconds: 250),
    CatalogTrack(id: 3, albumID: 3, title: "So What", seconds: 545.5),
  ]

  static func database() async throws -> Database {
    let database = try Database.inMemory()
    try await database.create(CatalogArtist.self)
    try await database.create(CatalogAlbum.self)
    try await database.create(CatalogTrack.self)
    try await database.insert([sade, miles, nina])
    try await database.insert([promise, deluxe, blue, unknown])
    try await database.insert(tracks)
    return database
  }
}

/// Expects the whole text of a query, its arguments, and its rows in the catalog.
func expect<Query: ComposableSelect>(
  _ query: Query, _ sql: String, _ arguments: [SQLValue] = [], rows: [Query.Output],
  sourceLocation: SourceLocation = #_sourceLocation
) async throws where Query.Output: Equatable {
  let found = try await rowsOf(query, sql, arguments, sourceLocation)
  #expect(found == rows, sourceLocation: sourceLocation)
}

/// Expects the whole text of a query, its arguments, and its rows in the catalog.
func expect<Query: ComposableSelect, A: Equatable, B: Equatable>(
  _ query: Query, _ sql: String, _ arguments: [SQLValue] = [], rows: [(A, B)],
  sourceLocation: SourceLocation = #_sourceLocation
) async throws where Query.Output == (A, B) {
  let found = try await rowsOf(query, sql, arguments, sourceLocation)
  let isExpected = found.elementsEqual(rows, by: ==)
  #expect(isExpected, "\(found)", sourceLocation: sourceLocation)
}

/// Expects the whole text of a query, its arguments, and its rows in the catalog.
func expect<Query: ComposableSelect, A: Equatable, B: Equatable, C: Equatable>(
  _ query: Query, _ sql: String, _ arguments: [SQLValue] = [], rows: [(A, B, C)],
  sourceLocation: SourceLocation = #_sourceLocation
) async throws where Query.Output == (A, B, C) {
  let found = try await rowsOf(query, sql, arguments, sourceLocation)
  let isExpected = found.elementsEqual(rows, by: ==)
  #expect(isExpected, "\(found)", sourceLocation: sourceLocation)
}

private func rowsOf<Query: ComposableSelect>(
  _ query: Query, _ sql: String, _ arguments: [SQLValue], _ sourceLocation: SourceLocation
) async throws -> [Query.Output] {
  let statement = try query.statement()
  #expect(statement.sql == sql, sourceLocation: sourceLocation)
  #expect(statement.arguments == arguments, sourceLocation: sourceLocation)
  return try await Catalog.database().fetch(query)
}
