import Foundation
import ORM
import Testing

/// The code of the page for coding assistants, `skills/orm/SKILL.md`.
enum AssistantSamples {
  enum Genre: String, ColumnValue { case soul, jazz, other }

  @Table
  struct Artist: Identifiable {
    let id: Int
    @Column(unique: true) var name: String
    var country: String?
  }

  @Table
  struct Album: Identifiable {
    var id: Int?
    var title: String
    @Column(index: true, references: Artist.self, onDelete: .cascade) var artistID: Int
    var year: Int?
    var genre: Genre = .other
    @Column(as: MinorUnits<Scale2>.self) var price: Decimal = 0
    @Column(as: JSON.self) var labels: [String] = []
    var plays = 0
    var version = 1
  }

  @Table
  struct Track: Identifiable {
    var id: Int?
    var title: String
    @Column(index: true, references: Album.self, onDelete: .cascade) var albumID: Int
    @Column(check: "seconds > 0") var seconds: Int
  }

  @Table
  struct Tag: Identifiable {
    let id: Int
    @Column(unique: true) var name: String
  }

  @Table(withoutRowID: true)
  struct AlbumTag {
    @Column(primaryKey: true, references: Album.self, onDelete: .cascade) var albumID: Int
    @Column(primaryKey: true, references: Tag.self, onDelete: .cascade) var tagID: Int

    #Index<AlbumTag>(\.tagID)
  }

  @Selection
  struct Line {
    let title: String
    let name: String
  }

  @Selection
  struct AlbumText: FullTextIndex {
    typealias Content = Album
    let title: String
  }

  struct Address: Codable, Equatable { var city: String }

  @Table
  struct Note: Identifiable {
    let id: UUID  // the program sets it: Note(id: UUID(), slug: "a", text: "b", …)
    @Column(unique: true, collate: .noCase) var slug: String
    var text: String
    @Column(index: true, references: Note.self, onDelete: .setNull) var parentID: UUID?
    @Column(default: .database("CURRENT_TIMESTAMP"), as: DateTimeText.self) var changed: Date?
    @Column(generated: .stored("length(text)")) var length: Int?
    @Column(as: JSON.self) var address: Address = .init(city: "Leeds")
    @Column(lazy: true) var scan: Lazy<Data>  // Note(…, scan: .loaded(data))
    var deleted: Date?

    #Index<Note>(\.text, unique: true, where: "deleted IS NULL")

    static let triggers = [
      Trigger("note_changed", after: .update(Note.self, of: \.text)) { _, new in
        "UPDATE note SET changed = CURRENT_TIMESTAMP WHERE id = \(new.id)"
      }
    ]
  }

  @Selection
  struct LivingNote: DatabaseView {  // created like a table: db.create(Note.self, LivingNote.self)
    let id: UUID
    let text: String

    static var definition: some SelectStatement<LivingNote> {
      Note.where { $0.deleted == nil }.select { LivingNote.select(id: $0.id, text: $0.text) }
    }
  }

  static func run() async throws {
    try await opening()
    try await rows(database())
    try await relations(database())
    try await relatedWrites(database())
    try await queries(database())
    try await ordering(database())
    try await functions(database())
    try await groups(database())
    try await writes(database())
    try await refusals(database())
    try await transactions(database())
    try await sql(database())
    try await search(database())
    try await observing(database())
    try await notes()
  }

  /// A database with two artists, three albums, three tracks and two tags.
  private static func database() async throws -> Database {
    let db = try Database.inMemory()
    try await db.create(Artist.self, Album.self, Track.self, Tag.self, AlbumTag.self)
    try await db.insert([
      Artist(id: 1, name: "Sade", country: "GB"), Artist(id: 2, name: "Elvis"),
    ])
    try await db.insert([
      Album(title: "Promise", artistID: 1, year: 1985, genre: .soul, plays: 2),
      Album(
        title: "Love Deluxe", artistID: 1, year: 1992, genre: .soul, labels: ["live"], plays: 3),
      Album(title: "Diamond Life", artistID: 1, year: 1984, plays: 5),
    ])
    try await db.insert([
      Track(title: "Jezebel", albumID: 1, seconds: 660),
      Track(title: "Tar Baby", albumID: 1, seconds: 240),
      Track(title: "Pearls", albumID: 2, seconds: 274),
    ])
    try await db.insert([Tag(id: 1, name: "live"), Tag(id: 2, name: "soul")])
    try await db.insert([AlbumTag(albumID: 1, tagID: 1), AlbumTag(albumID: 1, tagID: 2)])
    return db
  }

  private static func opening() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/music.sqlite"
    let db = try Database(path)  // or Database.inMemory(); one for the whole program
    try await db.create(Artist.self, Album.self, Track.self, Tag.self, AlbumTag.self)
    let schema = Schema(of: Artist.self, Album.self, Track.self, Tag.self, AlbumTag.self)
    try await db.migrate(to: schema)
    #expect(try await db.count(Album.self) == 0)
    try await db.close()
  }

  private static func rows(_ db: Database) async throws {
    let sade = Artist(id: 1, name: "Sade")
    var album = try await db.insert(Album(title: "Promise", artistID: sade.id, year: 1985))
    let more = try await db.insert([Album(title: "Love Deluxe", artistID: sade.id, year: 1992)])
    album.plays += 1
    try await db.update(album)  // throws RowNotFoundError if it does not exist
    try await db.update(album, columns: \.plays)
    try await db.save(album)  // inserts the row, or updates the one with its key
    let found = try await db.find(Album.self, 1)  // by primary key; nil if there is none
    let tagging = try await db.find(AlbumTag.self, (1, 1))  // a composite key is a tuple
    let first = try await db.first(Album.order { $0.year.desc() })
    let count = try await db.count(Album.self, where: { $0.year > 1990 })
    let exists = try await db.exists(Album.self, where: { $0.artistID == sade.id })
    try await db.delete(more[0])
    try await db.delete(Album.self, where: { $0.plays == 0 })
    try await db.deleteAll(Track.self)
    #expect(found?.title == "Promise" && tagging?.tagID == 1)
    #expect(first?.year == 1992 && count == 2 && exists)
    #expect(try await db.count(Track.self) == 0)
    #expect(try await db.find(Album.self, 4)?.plays == 1)
  }

  private static func relations(_ db: Database) async throws {
    let soul = try await db.fetch(Album.where { $0.artist.name == "Sade" }.order { $0.title })
    let pairs = try await db.fetch(Album.select { ($0, $0.artist) })  // [(Album, Artist)]
    let shelves = try await db.fetch(  // [(Artist, [Album], Int)], by two statements
      Artist.order { $0.name }.select {
        ($0, $0.albums.order { $0.year.desc() }.limit(2), $0.tracks.count())
      })
    let empty = try await db.fetch(Artist.where { $0.albums.isEmpty })
    let long = try await db.fetch(Album.where { $0.tracks.exists { $0.seconds > 600 } })
    let all = try await db.fetch(  // albums that have all of these tags
      Album.where { $0.tags.where { $0.name.in(["live", "soul"]) }.count() == 2 })
    // For rows that were fetched before:
    let loaded = try await db.load(soul) { ($0.tracks, $0.tracks.sum { $0.seconds }) }
    for (album, (tracks, seconds)) in loaded { print(album.title, tracks.count, seconds ?? 0) }
    #expect(soul.map(\.title) == ["Diamond Life", "Love Deluxe", "Promise"])
    #expect(pairs.map(\.1.id) == [1, 1, 1])
    #expect(shelves.map(\.0.name) == ["Elvis", "Sade"] && shelves.map(\.2) == [0, 3])
    #expect(shelves[1].1.map(\.year) == [1992, 1985])
    #expect(empty.map(\.name) == ["Elvis"] && long.map(\.id) == [1] && all.map(\.id) == [1])
    #expect(loaded.map { $0.1.1 } == [nil, 274, 900])
  }

  private static func relatedWrites(_ db: Database) async throws {
    let tags = try await db.fetch(Tag.order { $0.id })
    let (artist, albums) = try await db.insert(parent: Artist.Draft(name: "Can")) { artist in
      [Album(title: "Tago Mago", artistID: artist.id), Album(title: "Soon", artistID: artist.id)]
    }
    try await db.link(albums[0], to: tags, by: \.tags)
    try await db.unlink(albums[0], from: [tags[0]], by: \.tags)
    try await db.sync([albums[0]], as: \.albums, of: artist)  // deletes the other album
    #expect(try await db.fetch(AlbumTag.where { $0.albumID == 4 }).map(\.tagID) == [2])
    #expect(try await db.fetch(Album.where { $0.artistID == artist.id }).map(\.id) == [4])
  }

  private static func queries(_ db: Database) async throws {
    let (year, text): (Int?, String) = (1985, "")
    let recent = Album.where {
      if let year { $0.year >= year }  // a line inside an `if` counts only if the `if` is true
      if !text.isEmpty { $0.title.contains(text, ignoringCase: true) }
      $0.genre.in([.soul, .jazz]) || $0.labels.contains("live")  // all lines must hold
    }
    let newestFirst = recent.order {
      $0.year.desc()
      $0.title
    }
    let albums = try await db.fetch(newestFirst.limit(20, offset: 40))
    let titles = try await db.fetch(recent.select { ($0.id, $0.title) })  // [(Int?, String)]
    let genres = try await db.fetch(Album.select { $0.genre }.distinct().order { $0.genre })
    let page = try await db.fetch(newestFirst.page(size: 20))  // page.rows, page.next
    if let next = page.next {
      let more = try await db.fetch(newestFirst.page(after: next, size: 20))
      print(more.rows.map(\.title))
    }
    #expect(albums.isEmpty)
    #expect(titles.map(\.1) == ["Promise", "Love Deluxe"])
    #expect(genres == [.other, .soul])
    #expect(page.rows.map(\.id) == [2, 1] && page.next == nil)
  }

  private static func ordering(_ db: Database) async throws {
    func sorted(by column: String, descending: Bool) -> Select<Album> {
      switch column {
      case "year": Album.order { descending ? $0.year.desc() : $0.year.asc() }
      default: Album.order { descending ? $0.title.desc() : $0.title.asc() }
      }
    }
    let upwards = try await db.fetch(sorted(by: "year", descending: false))
    #expect(upwards.map(\.year) == [1984, 1985, 1992])
    #expect(try await db.first(sorted(by: "title", descending: true))?.title == "Promise")
  }

  private static func functions(_ db: Database) async throws {
    let some = Album.where {
      $0.year == nil || $0.year.between(1980...1989)
      $0.title.like("P%") || $0.title.hasPrefix("Love")
      $0.title.length() > 3 && !$0.labels.contains("demo")
    }
    let lines = try await db.fetch(
      some.select {
        $0.title.upper() + "!"
        $0.year.coalesce(0)
        SQLCase.when($0.plays > 9, then: "hit").else("new")
      })
    for try await album in db.stream(Album.order { $0.id }) { print(album.title) }  // in batches
    #expect(lines.map(\.0) == ["PROMISE!"] && lines.map(\.1) == [1985] && lines.map(\.2) == ["new"])
  }

  private static func groups(_ db: Database) async throws {
    let busy = try await db.fetch(  // [(Genre, Int, Int?)]
      Album.group { $0.genre }.having { $0.count() > 1 }
        .select { ($0.genre, $0.count(), $0.plays.sum()) })
    let averages = try await db.fetch(
      Album.group { $0.genre }.select { ($0.genre, $0.plays.average()) })  // [(Genre, Double?)]
    let running = try await db.fetch(
      Album.select { ($0.title, $0.plays.sum().over(order: $0.id)) }.order { $0.id })
    let joined = try await db.fetch(  // a relation is shorter where there is one
      Album.join(Artist.self) { album, artist in album.artistID == artist.id }
        .where { album, artist in artist.country == "GB" }
        .select { album, artist in (album.title, artist.name) })
    let newest = Album.where { $0.year == Album.select { $0.year.max() }.scalar() }
    #expect(busy.map(\.0) == [.soul] && busy.map(\.1) == [2] && busy.map(\.2) == [5])
    #expect(averages.map(\.1) == [5, 2.5] && running.map(\.1) == [2, 5, 10])
    #expect(joined.map(\.1) == ["Sade", "Sade", "Sade"])
    #expect(try await db.fetch(newest).map(\.id) == [2])
  }

  private static func writes(_ db: Database) async throws {
    guard let read = try await db.find(Album.self, 1) else { return }
    let changed = try await db.run(Album.where { $0.id == 1 }.update { $0.plays += 1 })  // a count
    let rows = try await db.fetch(
      Album.where { $0.year < 1990 }.update { $0.price = $0.price + 1 }.returning())  // [Album]
    let gone = try await db.run(Album.order { $0.id.desc() }.limit(.max, offset: 100).delete())
    let isSaved =
      try await db.run(
        Album.where { $0.id == read.id && $0.version == read.version }.update {
          $0.title = "Promise (remaster)"
          $0.version += 1
        }) == 1
    let upsert = Artist.insert(Artist.Draft(name: "Sade", country: "GB"))
      .onConflict { $0.name }.doUpdate { row, new in row.country = new.country }
    let artist = try await db.first(upsert.returning())
    try await db.run(Tag.insert(Tag.Draft(name: "live")).onConflict().doNothing())
    #expect(changed == 1 && rows.map(\.price) == [1, 1] && gone == 0 && isSaved)
    #expect(artist?.id == 1 && artist?.country == "GB")
    #expect(try await db.count(Tag.self) == 2)
  }

  /// The lines of the page's tables that compile without a warning, and throw; and one with a warning.
  private static func refusals(_ db: Database) async throws {
    await #expect(throws: MissingConditionError.self) {
      try await db.run(Album.all.update { $0.plays = 0 })
    }
    await #expect(throws: MissingAssignmentError.self) {
      try await db.run(Album.where { $0.id == 1 }.update { _ = $0.title == "x" })
    }
    await #expect(throws: DatabaseError.self) {
      try await db.transaction { tx in try await db.deleteAll(Track.self) }
    }
    #expect(try await db.fetch(Album.where { $0.plays == 2 }).map(\.title) == ["Promise"])
    #expect(try await db.count(Track.self) == 3)
  }

  private static func transactions(_ db: Database) async throws {
    let tag = try await db.transaction { tx in
      if let tag = try tx.first(Tag.self, where: { $0.name == "dub" }) { return tag }
      do {
        try tx.transaction {  // a savepoint: only its own writes are undone
          try tx.insert(Tag.Draft(name: "ska"))
          throw CancellationError()
        }
      } catch is CancellationError {}
      return try tx.insert(Tag.Draft(name: "dub"))
    }
    let (artists, total) = try await db.read { db in  // one state; cannot write
      (try db.fetch(Artist.self), try db.count(Album.self))
    }
    #expect(tag.name == "dub" && artists.count == 2 && total == 3)
    #expect(try await db.fetch(Tag.order { $0.id }).map(\.name) == ["live", "soul", "dub"])
  }

  private static func sql(_ db: Database) async throws {
    let year = 1985
    let lines = try await db.fetch(
      Line.self,
      sql: """
        SELECT album.title, artist.name FROM album JOIN artist ON artist.id = album.artistID
        WHERE album.year >= \(year) ORDER BY album.year
        """)
    let oldest = try await db.value(Int?.self, sql: "SELECT min(year) FROM album")
    try await db.execute("UPDATE album SET plays = 0 WHERE id IN \([1, 2])")
    let starred = Album.where { SQLExpression(sql: "\($0.title) GLOB \("P*")") }
    #expect(lines.map(\.title) == ["Promise", "Love Deluxe"] && oldest == 1984)
    #expect(try await db.fetch(starred).map(\.plays) == [0])
  }

  private static func search(_ db: Database) async throws {
    try await db.create(AlbumText.self)  // triggers keep it up to date
    let hits = try await db.fetch(  // [Album], best first
      Album.all.search(AlbumText.self, .allTokens(in: "prom", isPrefix: true))
        .order { _, text in text.rank }.limit(20))
    #expect(hits.map(\.title) == ["Promise"])
  }

  private static func observing(_ db: Database) async throws {
    for try await albums in db.observe(Album.where { $0.year > 1980 }.order { $0.title }) {
      print(albums.count)  // at once, and again after each commit that changes the result
      if albums.count > 1 { break }
    }

    do {
      try await db.insert(Artist.Draft(name: "Sade"))
    } catch let error as DatabaseError where error.kind == .unique {
      print("there is one already:", error.violation?.columns ?? [])  // also .foreignKey, .check, …
    }
  }

  private static func notes() async throws {
    let db = try Database.inMemory()
    try await db.create(Note.self, LivingNote.self)
    let root = UUID()
    let note = try await db.insert(
      Note(id: root, slug: "a", text: "first", scan: .loaded(Data([1]))))
    try await db.insert(
      Note(id: UUID(), slug: "b", text: "second", parentID: root, scan: .loaded(Data())))
    let folder = try TemporaryFolder()
    let path = folder.path + "/copy.sqlite"
    let parents = try await db.fetch(  // [(String, String?)]
      Note.order { $0.slug }.select { ($0.text, $0.parent.text) })
    let tree = TableExpression(recursive: "tree", from: Note.where { $0.id == root }) { tree in
      Note.join(source: tree) { $0.parentID == $1.id }.select { note, _ in note }
    }
    let texts = try await db.fetch(tree.all.select { $0.text })
    let months = try await db.fetch(
      Note.group { $0.changed.strftime("%Y-%m") }
        .select { ($0.changed.strftime("%Y-%m"), $0.count()) })
    let there = try await db.fetch(Note.where { $0.address["city", as: String.self] == "Leeds" })
    try await db.run(Note.updateAll { $0.address = $0.address.jsonSet("city", to: "York") })
    let random = try await db.first(Note.order { _ in SQLFunction.random() })
    let scan = try await db.load(\.scan, of: note)  // a lazy column is not fetched with its row
    let quick = try await db.within(.seconds(2)) { db in try await db.fetch(LivingNote.all) }
    try await db.backup(to: path)
    #expect(parents.map(\.1) == [nil, "first"] && texts == ["first", "second"])
    #expect(months.map(\.1) == [2] && there.count == 2 && random != nil)
    #expect(scan == Data([1]) && quick.count == 2)
    #expect(try await db.find(Note.self, root)?.address == Address(city: "York"))
    #expect(FileManager.default.fileExists(atPath: path))
  }
}

// With these, the extensions read as on the page. Other tests have tables of the same names.
private typealias Artist = AssistantSamples.Artist
private typealias Album = AssistantSamples.Album
private typealias Track = AssistantSamples.Track
private typealias Tag = AssistantSamples.Tag
private typealias AlbumTag = AssistantSamples.AlbumTag
private typealias Note = AssistantSamples.Note

extension Album.Columns {
  typealias AlbumTag = AssistantSamples.AlbumTag
  typealias Artist = AssistantSamples.Artist
  typealias Track = AssistantSamples.Track
  typealias Tag = AssistantSamples.Tag
}

extension Artist.Columns {
  typealias Album = AssistantSamples.Album
  typealias Track = AssistantSamples.Track
}

extension Track.Columns {
  typealias Album = AssistantSamples.Album
}

extension AlbumTag.Columns {
  typealias Album = AssistantSamples.Album
  typealias Tag = AssistantSamples.Tag
}

extension Note.Columns {
  typealias Note = AssistantSamples.Note
}

extension Album.Columns {
  var artist: ToOne<Artist> { toOne(artistID) }
  var tracks: ToMany<Track> { toMany(\.album) }
  var albumTags: ToMany<AlbumTag> { toMany(\.album) }
  var tags: ToMany<Tag> { albumTags.to { $0.tag } }
}

extension Artist.Columns {
  var albums: ToMany<Album> { toMany(\.artist) }
  var tracks: ToMany<Track> { albums.to { $0.tracks } }
}

extension Track.Columns {
  var album: ToOne<Album> { toOne(albumID) }
}

extension AlbumTag.Columns {
  var album: ToOne<Album> { toOne(albumID) }
  var tag: ToOne<Tag> { toOne(tagID) }
}

extension Note.Columns {
  var parent: ToOptional<Note> { toOptional(parentID) }
  var replies: ToMany<Note> { toMany(\.parent) }
}
