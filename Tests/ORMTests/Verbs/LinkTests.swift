import Foundation
import ORM
import Testing

/// Rows are linked through a junction table.
@Suite("Links through a junction table")
struct LinkTests {
  private typealias Album = Related.Album
  private typealias Tag = Related.Tag
  private typealias Tagging = Related.Tagging

  private struct Undone: Error {}

  @Test("link inserts missing links by one statement, and returns their number")
  func link() async throws {
    let db = try await Related.database()
    let album = try #require(try await db.find(Album.self, 1))
    let tags = try await db.insert((3...5).map { Tag(id: $0, name: "\($0)") })
    let soul = Tag(id: 1, name: "soul")
    let trace = try await StatementTrace.start(on: db)
    // One tag is already linked, and one is passed twice.
    #expect(try await db.link(album, to: [soul] + tags + [tags[0]], by: \.tags) == 3)
    #expect(
      trace.statements.filter { $0.hasPrefix("INSERT") } == [
        #"INSERT INTO "tagging" ("albumID", "tagID") SELECT $1, "id" FROM "tag""#
          + #" WHERE "id" IN ($2, $3, $4, $5) AND NOT EXISTS (SELECT 1 FROM "tagging""#
          + #" WHERE "albumID" = $6 AND "tag"."id" = "tagID")"#
      ])
    #expect(try await db.link(album, to: [soul] + tags, by: \.tags) == 0)
    let taggings = try await db.fetch(Tagging.where { $0.albumID == 1 }.order { $0.tagID })
    #expect(taggings.map(\.tagID) == [1, 3, 4, 5] && taggings.map(\.weight) == [3, 1, 1, 1])
    // The same relation from the other side.
    let zombie = Album(id: 2, title: "", artistID: 2, editorID: nil)
    #expect(try await db.link(tags[0], to: [album, zombie], by: \.albums) == 1)
    trace.removeAll()
    #expect(try await db.unlink(album, from: [soul, tags[1]], by: \.tags) == 2)
    #expect(
      trace.statements.contains(
        #"DELETE FROM "tagging" WHERE "albumID" = $1 AND "tagID" IN ($2, $3)"#))
    #expect(try await db.unlink(album, from: [soul, tags[1]], by: \.tags) == 0)
    #expect(try await db.fetch(Album.where { $0.id == 1 }.select { $0.tags.count() }) == [2])
    #expect(try await db.link(album, to: [], by: \.tags) == 0)
    #expect(try await db.unlink(album, from: [], by: \.tags) == 0)
  }

  @Test("Linking 10,000 rows takes as many statements as linking one")
  func bulk() async throws {
    let db = try await Related.database()
    try await db.create(Playlist.self, Song.self, Entry.self)
    let album = try #require(try await db.find(Album.self, 1))
    let tags = try await db.insert((10..<10_010).map { Tag(id: $0, name: "") })
    let trace = try await StatementTrace.start(on: db)
    #expect(try await db.link(album, to: tags, by: \.tags) == 10_000)
    #expect(try await db.link(album, to: tags, by: \.tags) == 0)
    #expect(try await db.unlink(album, from: tags.dropLast(), by: \.tags) == 9_999)
    #expect(trace.count("INSERT") == 2 && trace.count("DELETE") == 1 && trace.count("SELECT") == 5)

    // This junction table has neither a key nor an index of both references.
    let list = try await db.insert(Playlist(id: UUID(), name: "a"))
    let songs = try await db.insert((0..<10_000).map { Song(id: UUID(), code: "\($0)") })
    #expect(try await db.link(list, to: Array(songs[..<5_000]), by: \.songs) == 5_000)
    #expect(try await db.link(list, to: songs, by: \.songs) == 5_000)
    #expect(try await db.link(list, to: [songs[0], songs[9_999]], by: \.songs) == 0)
    #expect(try await db.count(Entry.self) == 10_000)
    #expect(try await db.unlink(list, from: Array(songs[1...]), by: \.songs) == 9_999)
    #expect(try await db.fetch(Entry.select { $0.song }) == ["0"])
  }

  @Test("link throws if a row does not exist or has no key")
  func missingRows() async throws {
    let db = try await Related.database()
    let album = try #require(try await db.find(Album.self, 3))
    let tags = [Tag(id: 2, name: ""), Tag(id: 9, name: "")]
    let error = await #expect(throws: RowNotFoundError.self) {
      try await db.link(album, to: tags, by: \.tags)
    }
    #expect(error?.table == "tag")
    let gone = Album(id: 9, title: "", artistID: 1, editorID: nil)
    await #expect(throws: RowNotFoundError.self) {
      try await db.link(gone, to: [tags[0]], by: \.tags)
    }
    #expect(try await db.count(Tagging.self) == 4)
    #expect(try await db.unlink(album, from: tags, by: \.tags) == 0)
    try await db.create(Playlist.self, Disc.self, Burning.self)
    let list = Playlist(id: UUID(), name: "")
    await #expect(throws: MissingPrimaryKeyError.self) {
      try await db.link(list, to: [Disc(id: nil)], by: \.discs)
    }
    await #expect(throws: MissingPrimaryKeyError.self) {
      try await db.unlink(Disc(id: nil), from: [list], by: \.playlists)
    }
  }

  @Test("link refuses a junction table with other required columns, and names them")
  func moreColumns() async throws {
    let db = try Database.inMemory()
    try await db.create(Group.self, Member.self, Membership.self)
    let group = try await db.insert(Group(id: nil))
    let member = try await db.insert(Member(id: nil))
    let error = await #expect(throws: LinkError.self) {
      try await db.link(group, to: [member], by: \.members)
    }
    #expect(error?.table == "membership" && error?.reason == .missingColumns(["role", "since"]))
    try await db.insert(
      Membership(id: 1, groupID: 1, memberID: 1, role: "", since: Date(), note: nil))
    #expect(try await db.unlink(group, from: [member], by: \.members) == 1)
  }

  @Test(
    "link refuses other relations, throws within a read, and is rolled back with its transaction")
  func refusals() async throws {
    let db = try await Related.database()
    let artist = try #require(try await db.find(Related.Artist.self, 1))
    let album = try #require(try await db.find(Album.self, 1))
    let tag = Tag(id: 2, name: "")
    func isRefused(_ body: () async throws -> Void) async {
      let error = await #expect(throws: RelationError.self) { try await body() }
      #expect(error?.reason == .notLinked)
    }
    await isRefused { try await db.link(artist, to: [album], by: \.albums) }
    await isRefused { try await db.link(artist, to: [tag], by: \.tags) }
    await isRefused { try await db.link(artist, to: [], by: \.tracks) }
    await isRefused { try await db.link(album, to: [tag], by: \.souls) }
    await isRefused { try await db.unlink(album, from: [tag], by: \.souls) }
    let reading = await #expect(throws: DatabaseError.self) {
      try await db.read { db in try db.link(album, to: [tag], by: \.tags) }
    }
    #expect(reading?.code == .readOnly)
    await #expect(throws: Undone.self) {
      try await db.transaction { tx in
        #expect(try tx.link(album, to: [tag], by: \.tags) == 1)
        #expect(try tx.unlink(album, from: [tag, Tag(id: 1, name: "")], by: \.tags) == 2)
        throw Undone()
      }
    }
    #expect(try await db.count(Tagging.self) == 4)
  }

  // MARK: - Other keys

  @Table
  struct Playlist: Equatable {
    let id: UUID
    var name: String
  }

  @Table
  struct Song: Equatable {
    let id: UUID
    @Column(unique: true, collate: .noCase) var code: String?
  }

  /// A junction table that refers to a column that is not a key, and has no key of both references.
  @Table
  struct Entry: Equatable {
    let id: Int?
    @Column(index: true, references: Playlist.self) var playlistID: UUID
    @Column(collate: .noCase) var song: String
  }

  @Test("Links can use keys of bytes, and references to a column with a collation")
  func otherKeys() async throws {
    let db = try Database.inMemory()
    try await db.create(Playlist.self, Song.self, Entry.self)
    let list = try await db.insert(Playlist(id: UUID(), name: "a"))
    let songs = try await db.insert(
      ["one", "TWO", "e\u{301}", nil].map { Song(id: UUID(), code: $0) })
    try await db.insert(Entry(id: nil, playlistID: list.id, song: "ONE"))
    #expect(try await db.link(list, to: Array(songs[..<3]), by: \.songs) == 2)
    let linked = try await db.fetch(Entry.order { $0.song }.select { $0.song })
    #expect(linked == ["e\u{301}", "ONE", "TWO"])
    let error = await #expect(throws: LinkError.self) {
      try await db.link(list, to: songs, by: \.songs)
    }
    #expect(error?.reason == .nullReference(column: "code"))
    #expect(try await db.unlink(list, from: songs, by: \.songs) == 3)
  }

  @Table(withoutRowID: true)
  struct Friendship: Equatable {
    @Column(primaryKey: true, references: Person.self) var personName: String
    @Column(primaryKey: true, references: Person.self) var friendName: String
    var kind: String?
  }

  @Table
  struct Person: Equatable {
    @Column(primaryKey: true, collate: .noCase) var name: String
  }

  @Test("Rows of one table are linked through a WITHOUT ROWID table")
  func friends() async throws {
    let db = try Database.inMemory()
    try await db.create(Person.self, Friendship.self)
    let people = try await db.insert(["Ada", "Bea", "Cy"].map { Person(name: $0) })
    #expect(try await db.link(people[0], to: Array(people[1...]), by: \.friends) == 2)
    #expect(
      try await db.link(Person(name: "ADA"), to: [Person(name: "CY")] + people, by: \.friends) == 1)
    let friends = try await db.fetch(
      Person.order { $0.name }.select { $0.friends.order { $0.name }.select { $0.name } })
    #expect(friends == [["Ada", "Bea", "Cy"], [], []])
    #expect(
      try await db.unlink(Person(name: "ada"), from: [Person(name: "bEA")], by: \.friends) == 1)
    #expect(try await db.unlink(people[0], from: people, by: \.friends) == 2)
  }

  /// A junction table that refers to a key of two columns, in another order, and has no index.
  @Table
  struct Loan: Equatable {
    let id: Int?
    var number: Int
    var room: String
    @Column(references: Related.Artist.self) var artistID: Int
  }

  /// A junction table that refers to a column that is not unique.
  @Table
  struct Fan: Equatable {
    let id: Int?
    @Column(references: Related.Artist.self) var artistID: Int
    var title: String
  }

  @Test("Rows are linked by keys of several columns, or by columns that are not unique")
  func severalColumns() async throws {
    let db = try await Related.database()
    try await db.create(Loan.self, Fan.self)
    let artist = try #require(try await db.find(Related.Artist.self, 1))
    let shelves = try await db.insert(
      (1...20).map { Related.Shelf(room: "C\($0 % 2)", number: $0, label: nil) })
    #expect(try await db.link(artist, to: Array(shelves[..<3]), by: \.loaned) == 3)
    #expect(try await db.link(artist, to: shelves, by: \.loaned) == 17)
    #expect(try await db.link(artist, to: Array(shelves[..<3]), by: \.loaned) == 0)
    #expect(try await db.link(artist, to: shelves.reversed(), by: \.loaned) == 0)
    let loaned = try await db.load([artist]) { $0.loaned.order { $0.number } }
    #expect(loaned.first?.1 == shelves)
    #expect(try await db.unlink(artist, from: Array(shelves[..<2]), by: \.loaned) == 2)
    #expect(try await db.unlink(artist, from: shelves, by: \.loaned) == 18)

    let albums = try await db.insert(
      (10..<12).map { Album(id: $0, title: "Same", artistID: 2, editorID: nil) })
    #expect(try await db.link(artist, to: albums, by: \.liked) == 1)
    #expect(try await db.fetch(Fan.select { $0.title }) == ["Same"])
    #expect(try await db.unlink(artist, from: [albums[1]], by: \.liked) == 1)
  }

  @Test("link does not count rows that a trigger skips, and throws if a constraint is violated")
  func triggers() async throws {
    let db = try await Related.database()
    try await db.execute(
      """
      CREATE TRIGGER quiet BEFORE INSERT ON tagging WHEN new.tagID = 3
      BEGIN SELECT RAISE(IGNORE); END
      """)
    let album = try #require(try await db.find(Album.self, 1))
    let tags = try await db.insert((3...4).map { Tag(id: $0, name: "") })
    #expect(try await db.link(album, to: tags, by: \.tags) == 1)
    try await db.execute("CREATE UNIQUE INDEX one ON tagging (albumID) WHERE tagID > 4")
    let more = try await db.insert((5...6).map { Tag(id: $0, name: "") })
    let error = await #expect(throws: DatabaseError.self) {
      try await db.link(album, to: more, by: \.tags)
    }
    #expect(error?.violation?.kind == .unique)
    #expect(try await db.count(Tagging.self) == 5)
  }

  @Table
  struct Disc: Equatable {
    var id: Int?
  }

  @Table
  struct Burning: Equatable {
    let id: Int
    var playlistID: UUID
    var discID: Int
  }

  @Table
  struct Group: Equatable {
    var id: Int?
  }

  @Table
  struct Member: Equatable {
    var id: Int?
  }

  @Table
  struct Membership: Equatable {
    let id: Int
    var groupID: Int
    var memberID: Int
    var role: String
    var since: Date
    var note: String?
    var weight = 1
  }
}

extension Related.Album.Columns {
  fileprivate var souls: ToMany<Related.Tag> { tags.where { $0.name == "soul" } }
}

extension Related.Artist.Columns {
  fileprivate var loans: ToMany<LinkTests.Loan> { toMany(\.artist) }
  fileprivate var loaned: ToMany<Related.Shelf> { loans.to { $0.shelf } }
  fileprivate var fans: ToMany<LinkTests.Fan> { toMany(\.artist) }
  fileprivate var liked: ToMany<Related.Album> { fans.to { $0.album } }
}

extension LinkTests.Loan.Columns {
  fileprivate var artist: ToOne<Related.Artist> { toOne(artistID) }
  fileprivate var shelf: ToOne<Related.Shelf> { toOne(on: (number, \.number), (room, \.room)) }
}

extension LinkTests.Fan.Columns {
  fileprivate var artist: ToOne<Related.Artist> { toOne(artistID) }
  fileprivate var album: ToOne<Related.Album> { toOne(on: (title, \.title)) }
}

extension LinkTests.Playlist.Columns {
  fileprivate var entries: ToMany<LinkTests.Entry> { toMany(\.playlist) }
  fileprivate var songs: ToMany<LinkTests.Song> { entries.to { $0.named } }
}

extension LinkTests.Entry.Columns {
  fileprivate var playlist: ToOne<LinkTests.Playlist> { toOne(playlistID) }
  fileprivate var named: ToOptional<LinkTests.Song> { toOptional(on: (song, \.code)) }
}

extension LinkTests.Playlist.Columns {
  fileprivate var burnings: ToMany<LinkTests.Burning> { toMany(\.playlist) }
  fileprivate var discs: ToMany<LinkTests.Disc> { burnings.to { $0.disc } }
}

extension LinkTests.Disc.Columns {
  fileprivate var burnings: ToMany<LinkTests.Burning> { toMany(\.disc) }
  fileprivate var playlists: ToMany<LinkTests.Playlist> { burnings.to { $0.playlist } }
}

extension LinkTests.Burning.Columns {
  fileprivate var playlist: ToOne<LinkTests.Playlist> { toOne(playlistID) }
  fileprivate var disc: ToOne<LinkTests.Disc> { toOne(discID) }
}

extension LinkTests.Group.Columns {
  fileprivate var memberships: ToMany<LinkTests.Membership> { toMany(\.group) }
  fileprivate var members: ToMany<LinkTests.Member> { memberships.to { $0.member } }
}

extension LinkTests.Membership.Columns {
  fileprivate var group: ToOne<LinkTests.Group> { toOne(groupID) }
  fileprivate var member: ToOne<LinkTests.Member> { toOne(memberID) }
}

extension LinkTests.Friendship.Columns {
  fileprivate var person: ToOne<LinkTests.Person> { toOne(personName) }
  fileprivate var friend: ToOne<LinkTests.Person> { toOne(friendName) }
}

extension LinkTests.Person.Columns {
  fileprivate var friendships: ToMany<LinkTests.Friendship> { toMany(\.person) }
  fileprivate var friends: ToMany<LinkTests.Person> { friendships.to { $0.friend } }
}
