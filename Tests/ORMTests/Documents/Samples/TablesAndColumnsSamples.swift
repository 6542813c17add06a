import Foundation
import ORM
import Testing

/// The code of the guide to tables and columns.
enum TablesAndColumnsSamples {
  @Table
  struct Artist: Identifiable {
    let id: Int
    @Column(unique: true, collate: .noCase) var name: String
    @Column("home_page") var homePage: URL?
  }

  @Table("media", naming: .snakeCase)
  struct Medium {
    @Column(primaryKey: true) var catalogNumber: String
    var mediaURL: URL?
    var plays = 0
    @Ignored var isSelected = false
  }

  @Table
  struct Track {
    @Column(primaryKey: true) var albumID: Int
    @Column(primaryKey: true) var position: Int
    var title: String
    @Column(index: true, references: Artist.self, onDelete: .setNull) var artistID: Int?
    @Column(check: "seconds > 0") var seconds: Int
    @Column(generated: .virtual("seconds / 60")) var minutes: Int?

    #Index<Track>(\.artistID, \.title)
  }

  @Embeddable
  struct Address {
    var street: String
    var city: String
  }

  @Table
  struct Label {
    let id: Int
    @Embedded(prefix: "home_") var home: Address
    @Column(default: .database("CURRENT_TIMESTAMP"), as: DateTimeText.self) var since: Date?
    @Column(lazy: true) var logo: Lazy<Data>
  }

  @Table
  struct Play {
    var title: String
    var at: Date
  }

  static func run(_ db: Database) async throws {
    try await db.create(Artist.self, Medium.self, Track.self, Label.self, Play.self)

    print(Medium.createSQL)
    #expect(Medium.createSQL.contains(#""media_url" TEXT"#))

    let artist = try await db.insert(Artist.Draft(name: "Sade"))
    try await db.insert(Medium(catalogNumber: "EPC 26044"))
    let track = try await db.insert(
      Track(albumID: 1, position: 1, title: "Smooth Operator", artistID: artist.id, seconds: 298))
    // INSERT INTO "track" (…) VALUES ($1, $2, $3, $4, $5)
    // SELECT … FROM "track" WHERE rowid = $1
    #expect(track.minutes == 4)

    let first = try await db.find(Track.self, (1, 1))
    // SELECT … FROM "track" WHERE "albumID" = $1 AND "position" = $2
    #expect(first?.title == track.title)

    let label = try await db.insert(
      Label.Draft(home: Address(street: "Soho Square", city: "London"), logo: .loaded(Data([1]))))
    #expect(label.since != nil)
    let labels = try await db.fetch(Label.self, where: { $0.home.city == "London" })
    // SELECT "id", "home_street", "home_city", "since" FROM "label" WHERE "home_city" = $1
    #expect(labels.count == 1)
    let logo = try await db.load(\.logo, of: label)
    // SELECT "logo" FROM "label" WHERE "id" = $1
    print(logo)

    try await db.insert(Play(title: "Smooth Operator", at: .now))
    try await db.delete(Play.self, where: { $0.title == "Smooth Operator" })
    // DELETE FROM "play" WHERE "title" = $1
  }
}
