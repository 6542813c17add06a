import Foundation
import ORM

@Table
struct Artist: Identifiable {
  let id: Int
  var name: String
}

@Table
struct Album: Identifiable {
  var id: Int?
  var title: String
  @Column(references: Artist.self, onDelete: .cascade) var artistID: Int
  var lastPlayed: Date?
}

let db = try Database("music.sqlite")
try await db.create(Artist.self, Album.self)

let sade = try await db.insert(Artist.Draft(name: "Sade"))
var album = try await db.insert(Album(title: "Diamond Life", artistID: sade.id))
try await db.insert(Album(title: "Promise", artistID: sade.id))

album.lastPlayed = .now
try await db.update(album)

let played = try await db.fetch(
  Album.self, where: { $0.artistID == sade.id && $0.lastPlayed != nil })
print("\(sade.name): \(played.map(\.title)) of \(try await db.count(Album.self)) albums played")

try await db.transaction { tx in
  for var album in played {
    album.title += " (remaster)"
    try tx.update(album)
  }
}
let titles = try await db.fetch(Album.where { $0.artistID == sade.id }.order { $0.title })
print(titles.map(\.title))
