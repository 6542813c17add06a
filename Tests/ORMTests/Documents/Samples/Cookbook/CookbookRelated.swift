import ORM
import Testing

// With these, the extensions read as in the guide. Other tests have tables of the same names.
private typealias Album = CookbookSamples.Album
private typealias AlbumTag = CookbookSamples.AlbumTag
private typealias Appearance = CookbookSamples.Appearance
private typealias Folder = CookbookSamples.Folder
private typealias Piece = CookbookSamples.Piece
private typealias Comment = CookbookSamples.Comment

extension Album.Columns {
  typealias AlbumTag = CookbookSamples.AlbumTag
  typealias Piece = CookbookSamples.Piece
  typealias Tag = CookbookSamples.Tag
}

extension AlbumTag.Columns {
  typealias Album = CookbookSamples.Album
  typealias Tag = CookbookSamples.Tag
}

extension Appearance.Columns {
  typealias Artist = CookbookSamples.Artist
}

extension Folder.Columns {
  typealias Folder = CookbookSamples.Folder
}

extension Piece.Columns {
  typealias Album = CookbookSamples.Album
}

extension Comment.Columns {
  typealias Album = CookbookSamples.Album
  typealias Artist = CookbookSamples.Artist
}

extension AlbumTag.Columns {
  var album: ToOne<Album> { toOne(albumID) }
  var tag: ToOne<Tag> { toOne(tagID) }
}

extension Album.Columns {
  var albumTags: ToMany<AlbumTag> { toMany(\.album) }
  var tags: ToMany<Tag> { albumTags.to { $0.tag } }
}

extension Appearance.Columns {
  var artist: ToOptional<Artist> { toOptional(artistID) }
}

extension Piece.Columns {
  var album: ToOne<Album> { toOne(albumID) }
}

extension Album.Columns {
  var pieces: ToMany<Piece> { toMany(\.album) }
}

extension Comment.Columns {
  var artist: ToOptional<Artist> { toOptional(artistID) }
  var album: ToOptional<Album> { toOptional(albumID) }
}

extension Folder.Columns {
  var parent: ToOptional<Folder> { toOptional(parentID) }
}

extension CookbookSamples {
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

  @Table
  struct Folder: Identifiable {
    let id: Int
    var name: String
    @Column(index: true, references: Folder.self, onDelete: .cascade) var parentID: Int?
  }

  @Table
  struct Appearance: Identifiable {
    let id: Int
    var city: String
    @Column(index: true, references: Artist.self, onDelete: .setNull) var artistID: Int?
  }

  @Selection
  struct Ranked {
    let title: String
    let artistID: Int
    let place: Int
  }

  private static func folders(_ db: Database) async throws {
    try await db.create(Folder.self)
    try await db.insert([
      Folder(id: 1, name: "Music", parentID: nil), Folder(id: 2, name: "Soul", parentID: 1),
      Folder(id: 3, name: "Live", parentID: 2), Folder(id: 4, name: "Books", parentID: nil),
    ])
  }

  @Table
  struct Piece: Identifiable {
    let id: Int
    @Column(references: Album.self) var albumID: Int
    var title: String
    var position: Int
  }

  @Table
  struct Comment: Identifiable {
    let id: Int
    var text: String
    @Column(references: Artist.self, onDelete: .cascade) var artistID: Int?
    @Column(
      check: "(artistID IS NULL) <> (albumID IS NULL)", references: Album.self, onDelete: .cascade)
    var albumID: Int?
  }

  @Table
  struct Genre: Identifiable {
    let id: Int
    var name: String
    var records = 0
  }

  @Table
  struct Record: Identifiable {
    let id: Int
    @Column(index: true, references: Genre.self) var genreID: Int

    static let triggers = [
      Trigger("record_insert", after: .insert(Record.self)) { new in
        "UPDATE genre SET records = records + 1 WHERE id = \(new.genreID)"
      },
      Trigger("record_delete", after: .delete(Record.self)) { old in
        "UPDATE genre SET records = records - 1 WHERE id = \(old.genreID)"
      },
    ]
  }

  static let related: [Recipe] = [
    Recipe("Fetch rows with the row that they refer to") { db in
      let albums = Album.where { $0.artist.name == "Sade" }.order { $0.title }
        .select { ($0, $0.artist) }
      for (album, artist) in try await db.fetch(albums) { print(album.title, "by", artist.name) }
      // SELECT … FROM "album" JOIN "artist" ON "artist"."id" = "album"."artistID"
      //   WHERE "artist"."name" = $1 ORDER BY "album"."title"

      #expect(try await db.fetch(albums).map(\.1.id) == [1, 1, 1])
    },
    Recipe("Fetch rows with their children") { db in
      let shelves = try await db.fetch(
        Artist.order { $0.name }.select { ($0, $0.albums.order { $0.title }) })
      for (artist, albums) in shelves { print(artist.name, albums.map(\.title)) }
      // SELECT "id", "name", "id" FROM "artist" ORDER BY "name"
      // SELECT … FROM "album" …

      #expect(shelves.map(\.1.count) == [2, 0, 3])
    },
    Recipe("Load the children of rows that you have") { db in
      let artists = try await db.fetch(Artist.where { $0.name != "Neu!" }.order { $0.name })
      let loaded = try await db.load(artists) { ($0.albums.order { $0.title }, $0.albums.count()) }
      for (artist, (albums, count)) in loaded { print(artist.name, count, albums.map(\.title)) }

      #expect(loaded.map(\.1.1) == [2, 3])
    },
    Recipe("Find rows without children") { db in
      let names = try await db.fetch(Artist.where { $0.albums.isEmpty }.select { $0.name })
      // SELECT "name" FROM "artist" WHERE NOT EXISTS (SELECT 1 FROM "album" WHERE "artistID" = "artist"."id")

      #expect(names == ["Neu!"])
    },
    Recipe("Show the children of each row as one text") { db in
      let lines = try await db.fetch(
        Artist.order { $0.name }.select {
          $0.name
          $0.albums.order { $0.title }.groupConcat(separator: "; ") { $0.title } ?? "no albums"
        })
      for (name, titles) in lines { print(name, titles) }
      // SELECT "name", coalesce((SELECT group_concat("orm:value", $1) FROM (SELECT "album"."title" AS "orm:value"
      //   FROM "album" WHERE "album"."artistID" = "artist"."id" ORDER BY "album"."title")), $2) FROM "artist" ORDER BY "name"

      #expect(
        lines.map(\.1) == [
          "Ege Bamyasi; Tago Mago", "no albums", "Diamond Life; Love Deluxe; Promise",
        ])
    },
    Recipe("Fetch the newest two children of each row") { db in
      let newest = try await db.fetch(
        Artist.order { $0.name }.select {
          ($0.name, $0.albums.order { $0.released.desc() }.limit(2))
        })
      for (name, albums) in newest { print(name, albums.map(\.title)) }

      #expect(
        newest.map { $0.1.map(\.title) }
          == [["Tago Mago", "Ege Bamyasi"], [], ["Love Deluxe", "Promise"]])
    },
    Recipe("Number the rows of each group") { db in
      let ranked = TableExpression(
        Album.select {
          Ranked.select(
            title: $0.title, artistID: $0.artistID,
            place: SQLFunction.rowNumber().over(
              partition: $0.artistID, order: $0.released.desc()))
        }, as: "ranked")
      let newest = try await db.fetch(
        ranked.all.where { $0.place <= 2 }.order {
          $0.artistID
          $0.place
        })
      // SELECT … FROM (SELECT …, row_number() OVER (PARTITION BY "album"."artistID" ORDER BY "album"."released" DESC) AS "place"
      //   FROM "album") AS "ranked" WHERE "place" <= $1 ORDER BY "artistID", "place"

      #expect(newest.map(\.title) == ["Love Deluxe", "Promise", "Tago Mago", "Ege Bamyasi"])
    },
    Recipe("Insert a row with its children") { db in
      let (artist, albums) = try await db.insert(parent: Artist.Draft(name: "Faust")) { artist in
        ["Faust", "So Far"].map { Album(title: $0, artistID: artist.id) }
      }
      // INSERT INTO "artist" ("name") VALUES ($1)
      // INSERT INTO "album" …

      #expect(albums.map(\.artistID) == [artist.id, artist.id])
    },
    Recipe("Replace the children of a row") { db in
      guard let artist = try await db.find(Artist.self, 2) else { return }
      var albums = try await db.fetch(Album.where { $0.artistID == artist.id }.order { $0.id })
      albums[0].plays += 1
      albums[1] = Album(title: "Future Days", artistID: artist.id)
      let change = try await db.sync(albums, as: \.albums, of: artist)
      print(change.deleted, change.updated, change.inserted)
      // DELETE FROM "album" WHERE …
      // UPDATE "album" SET "plays" = $1 WHERE …
      // INSERT INTO "album" …

      #expect(change.deleted == 1 && change.updated == 1 && change.inserted == 1)
    },
    Recipe("Store a many-to-many relation") { db in
      try await db.create(Tag.self, AlbumTag.self)
      let tags = try await db.insert([Tag(id: 1, name: "soul"), Tag(id: 2, name: "live")])
      guard let album = try await db.first(Album.order { $0.id }) else { return }
      try await db.link(album, to: tags, by: \.tags)
      // INSERT INTO "albumTag" ("albumID", "tagID") SELECT …

      let soul = try await db.fetch(Album.where { $0.tags.contains(tags[0]) })
      // SELECT … FROM "album" WHERE EXISTS (SELECT 1 FROM "albumTag" JOIN "tag" …)
      let lines = try await db.fetch(Album.order { $0.title }.select { ($0.title, $0.tags) })
      for (title, tags) in lines { print(title, tags.map(\.name)) }
      try await db.unlink(album, from: [tags[1]], by: \.tags)
      // DELETE FROM "albumTag" WHERE …

      #expect(soul.map(\.id) == [1] && lines.map(\.1.count).reduce(0, +) == 2)
      #expect(try await db.count(AlbumTag.self) == 1)
    },
    Recipe("Refer to an optional row") { db in
      try await db.create(Appearance.self)
      try await db.insert(Appearance.Draft(city: "London", artistID: 3))
      let appearances = try await db.fetch(Appearance.select { ($0, $0.artist) })
      for (appearance, artist) in appearances { print(appearance.city, artist?.name ?? "-") }
      // SELECT … FROM "appearance" LEFT JOIN "artist" ON "artist"."id" = "appearance"."artistID"
      try await db.delete(Artist.self, key: 3)

      let left = try await db.fetch(Appearance.self)
      #expect(left.count == 1 && left[0].artistID == nil)
    },
    Recipe("Refer to a row of the same table") { db in
      try await folders(db)
      let pairs = try await db.fetch(Folder.select { ($0.name, $0.parent.name) })
      for (name, parent) in pairs { print(name, "in", parent ?? "no folder") }
      // SELECT "folder"."name", "folder_2"."name" FROM "folder"
      //   LEFT JOIN "folder" AS "folder_2" ON "folder_2"."id" = "folder"."parentID"

      #expect(pairs.map(\.1) == [nil, "Music", "Soul", nil])
    },
    Recipe("Walk a tree") { db in
      try await folders(db)
      let tree = TableExpression(recursive: "tree", from: Folder.where { $0.id == 1 }) { tree in
        Folder.join(source: tree) { $0.parentID == $1.id }.select { folder, _ in folder }
      }
      let inside = try await db.fetch(tree.all.select { $0.name })
      // WITH RECURSIVE "tree"… AS (SELECT … UNION ALL SELECT …) SELECT "name" FROM "tree"

      #expect(inside == ["Music", "Soul", "Live"])
    },
    Recipe("Find the rows that have every tag of a list") { db in
      try await db.create(Tag.self, AlbumTag.self)
      try await db.insert([Tag(id: 1, name: "soul"), Tag(id: 2, name: "live")])
      try await db.insert([
        AlbumTag(albumID: 1, tagID: 1), AlbumTag(albumID: 1, tagID: 2),
        AlbumTag(albumID: 2, tagID: 1),
      ])
      let names = ["soul", "live"]
      let both = try await db.fetch(
        Album.where { $0.tags.where { $0.name.in(names) }.count() == names.count })
      // SELECT … FROM "album" WHERE (SELECT count(*) FROM "albumTag" JOIN "tag" …) = $3

      #expect(both.map(\.id) == [1])
    },
    Recipe("Reorder a list by hand") { db in
      try await db.create(Piece.self)
      let titles = ["Smooth Operator", "Hang On to Your Love", "Cherry Pie"]
      for (index, title) in titles.enumerated() {
        try await db.insert(Piece.Draft(albumID: 1, title: title, position: index))
      }
      guard let album = try await db.find(Album.self, 1) else { return }
      var pieces = try await db.fetch(Piece.where { $0.albumID == 1 }.order { $0.position })
      pieces.insert(pieces.removeLast(), at: 0)
      for index in pieces.indices { pieces[index].position = index }
      try await db.sync(pieces, as: \.pieces, of: album)
      // UPDATE "piece" SET "position" = $1 WHERE "id" = $2

      let order = try await db.fetch(Piece.order { $0.position }.select { $0.title })
      #expect(order == ["Cherry Pie", "Smooth Operator", "Hang On to Your Love"])
    },
    Recipe("Refer to a row of one of several tables") { db in
      try await db.create(Comment.self)
      try await db.insert([
        Comment.Draft(text: "good", artistID: 1), Comment.Draft(text: "better", albumID: 4),
      ])
      let comments = try await db.fetch(
        Comment.select { ($0.text, $0.artist.name.coalesce($0.album.title)) })
      // SELECT "comment"."text", coalesce("artist"."name", "album"."title") FROM "comment" LEFT JOIN …

      #expect(comments.map(\.1) == ["Sade", "Tago Mago"])
      await #expect(throws: DatabaseError.self) { try await db.insert(Comment.Draft(text: "none")) }
      await #expect(throws: DatabaseError.self) {
        try await db.insert(Comment.Draft(text: "both", artistID: 1, albumID: 1))
      }
    },
    Recipe("Keep the number of children in their parent") { db in
      try await db.create(Genre.self, Record.self)
      try await db.insert(Genre.Draft(name: "soul"))
      let records = try await db.insert([Record.Draft(genreID: 1), Record.Draft(genreID: 1)])
      try await db.delete(records[0])
      let genre = try await db.find(Genre.self, 1)

      #expect(genre?.records == 1)
    },
  ]
}
