import ORM

/// The tables of the test kit's tests.
enum Kit {
  @Table
  struct Artist: Identifiable, Equatable {
    let id: Int
    var name: String
  }

  @Table
  struct Album: Identifiable, Equatable {
    var id: Int?
    var title: String
    @Column(references: Artist.self) var artistID: Int
  }

  @Sendable
  static func seed(_ db: Database) async throws {
    try await db.insert(Artist(id: 1, name: "Sade"))
    try await db.insert([
      Album(id: 1, title: "Diamond Life", artistID: 1), Album(id: 2, title: "Promise", artistID: 1),
    ])
  }
}
