// The tables that the programs use. This file has to compile: it is the control, which tells a
// program that is refused for its mistake from one that is refused for its surroundings.

import Foundation
import ORM

@Table struct Artist {
  let id: Int
  var name: String
}

@Table struct Album {
  struct Flags: OptionSet, ColumnValue {
    let rawValue: Int
    static let live = Flags(rawValue: 1)
  }

  var id: Int?
  var title: String
  @Column(references: Artist.self) var artistID: Int
  var released: Date?
  var plays = 0
  var flags: Flags = []
  @Ignored var isSelected = false
}

@Table struct Country {
  @Column(primaryKey: true) var code: String
  var name: String
}

@Table struct OrderLine {
  @Column(primaryKey: true) var orderID: Int
  @Column(primaryKey: true) var productID: Int
  var quantity = 1
}

@Table struct Account {
  struct Settings: Codable { var theme: String }

  let id: Int
  var name: String
  @Column(as: JSON.self) var settings: Settings
  @Column(as: JSON.self) var tags: [String]
}

extension JSONPath where Root == Account.Settings, Value == String {
  static var theme: Self { Self("theme") }
}

@Table struct Track {
  let id: Int
  var name: String
  var albumID: Int
  var styleID: Int?
  var price: Double
  var seconds: Int
}

@Table struct Style {
  let id: Int
  var name: String
}

@Table struct Sale {
  let id: Int
  var trackID: Int
  var customerID: Int
  var price: Double
  var quantity: Int
  var date: Date
}

@Table struct Customer {
  let id: Int
  var name: String
  var city: String?
}

@Table struct Town {
  let id: Int
  var name: String
}

@Table struct House {
  let id: Int
  var street: String
  @Column(references: Town.self) var townID: Int
}

@Table struct Tenant {
  let id: Int
  var name: String
  @Column(references: Tenant.self) var motherID: Int?
}

@Table struct Room {
  let id: Int
  var name: String
  @Column(references: House.self) var houseID: Int
  @Column(references: Tenant.self) var tenantID: Int?
  var price: Double
  var size: Int
}

extension Town.Columns {
  var houses: ToMany<House> { toMany(\.town) }
  var rooms: ToMany<Room> { houses.to { $0.rooms } }
}

extension House.Columns {
  var town: ToOne<Town> { toOne(townID) }
  var rooms: ToMany<Room> { toMany(\.house) }
}

extension Tenant.Columns {
  var mother: ToOptional<Tenant> { toOptional(motherID) }
  var children: ToMany<Tenant> { toMany(\.mother) }
  var rooms: ToMany<Room> { toMany(\.tenant) }
}

extension Room.Columns {
  var house: ToOne<House> { toOne(houseID) }
  var tenant: ToOptional<Tenant> { toOptional(tenantID) }
}

@Selection struct ArtistCount {
  let artistID: Int
  let albums: Int
}

@Table struct LogLine {
  var text: String
}

@Selection struct ArtistTotal {
  let artist: String
  let albums: Int
}

extension ArtistTotal: DatabaseView {
  static var definition: some SelectStatement<ArtistTotal> {
    Artist.leftJoin(Album.self) { $0.id == $1.artistID }.group { artist, _ in artist.id }
      .select { ArtistTotal.select(artist: $0.name, albums: $1.id.count()) }
  }
}

@Selection struct AlbumText: FullTextIndex {
  typealias Content = Album
  let title: String
}

@Table struct Note: FullTextTable {
  var text: String
}

@Table struct Place: RTreeTable {
  typealias Box = Box2D<Float>
  let id: Int
  var minX: Float, maxX: Float
  var minY: Float, maxY: Float
}

struct NotATable {
  var id = 1
}

final class Counter {
  var count = 0
}

private func whatIsRight(_ db: Database, _ album: Album, _ line: LogLine) async throws {
  _ = Album.where { $0.title == "Promise" && $0.released == nil && $0.flags.contains(.live) }
  _ = Album.where { $0.plays.in([1, 2]) }.order { $0.title }
  let joined = Artist.leftJoin(Album.self) { $0.id == $1.artistID }
  _ = joined.select { artist, album in (artist.name, album.id.count()) }
  _ = Album.select { $0.title }.union(Artist.select { $0.name })
  _ = Account.where { $0.settings[.theme] == "dark" && $0.tags.contains("a") }
  _ = Account.join { $0.tags.each() }.where { _, tag in tag.value == "a" }
  _ = try await db.fetch(Album.all.page(size: 50)).next
  _ = try await db.find(Artist.self, 1)
  _ = try await db.find(OrderLine.self, (1, 2))
  try await db.insert(Artist.Draft(name: "Sade"))
  try await db.insert(line)
  try await db.update(album, columns: \.title)
  try await db.insert(Album.self) { $0.title = "Promise" }
  try await db.transaction { tx in try tx.update(album) }
  try await db.delete(Album.self, where: { $0.plays == 0 })
  try await db.run(Album.where { $0.plays == 0 }.update { $0.title = $0.title.upper() })
  let upsert = Album.insert(album).onConflict { $0.title }.doUpdate { $0.plays += $1.plays }
  _ = try await db.fetch(upsert.returning { ($0.id, $0.plays) })
  _ = Album.insert {
    ($0.title, $0.artistID)
  } select: {
    Artist.select { ($0.name, $0.id) }
  }
  _ = Album.all.update(from: Artist.self) {
    $0.title = $1.name
  } where: {
    $0.artistID == $1.id
  }
}
