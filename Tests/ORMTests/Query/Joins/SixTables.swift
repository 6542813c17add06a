import Foundation
import ORM

// A query of six tables with ten conditions. The tool that measures type-checking takes this file by
// itself, and says how long each of its expressions takes.
enum SixTables {
  @Table struct Artist {
    let id: Int
    var name: String
    var born: Int?
  }

  @Table struct Album {
    let id: Int
    var title: String
    var artistID: Int
    var year: Int?
    var price: Double
  }

  @Table struct Track {
    let id: Int
    var title: String
    var albumID: Int
    var seconds: Double
  }

  @Table struct Play {
    let id: Int
    var trackID: Int
    var listenerID: Int
    var at: Date
  }

  @Table struct Listener {
    let id: Int
    var name: String
    var countryID: Int
    var email: String?
  }

  @Table struct Country {
    let id: Int
    var name: String
    var isMember: Bool
  }

  static func query(since day: Date, listener name: String) -> some ComposableSelect<String> {
    Artist.join(Album.self) { $0.id == $1.artistID }
      .join(Track.self) { _, album, track in album.id == track.albumID }
      .join(Play.self) { _, _, track, play in track.id == play.trackID }
      .join(Listener.self) { _, _, _, play, listener in play.listenerID == listener.id }
      .join(Country.self) { _, _, _, _, listener, country in listener.countryID == country.id }
      .where { artist, album, track, play, listener, country in
        artist.name.like("S%") && artist.born != nil && album.year > 1980 && album.price < 12.5
          && track.seconds > 60 && track.title != "Intro" && play.at > day
          && listener.email != nil && listener.name == name && country.isMember
      }
      .order { artist, album, _, _, _, _ in
        artist.name
        album.year.desc()
      }
      .select { _, _, track, _, _, _ in track.title }
  }
}
