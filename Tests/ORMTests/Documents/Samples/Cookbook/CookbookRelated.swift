import ORM
import Testing

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
  struct Concert: Identifiable {
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

  static let related: [Recipe] = [
    Recipe("Fetch rows with the row they belong to") { db in
      let albums = Album.join(Artist.self) { $0.artistID == $1.id }
        .where { _, artist in artist.name == "Sade" }
        .order { album, _ in album.title }
      for (album, artist) in try await db.fetch(albums) { print(album.title, "by", artist.name) }
      // SELECT … FROM "album" JOIN "artist" ON "album"."artistID" = "artist"."id"
      //   WHERE "artist"."name" = $1 ORDER BY "album"."title"

      #expect(try await db.fetch(albums).count == 3)
    },
    Recipe("Fetch rows with all that belong to them") { db in
      let (artists, albums) = try await db.read { db in
        let artists = try db.fetch(Artist.order { $0.name })
        let albums = try db.fetch(Album.where { $0.artistID.in(artists.map(\.id)) })
        return (artists, Dictionary(grouping: albums, by: \.artistID))
      }
      for artist in artists { print(artist.name, albums[artist.id, default: []].map(\.title)) }
      // SELECT "id", "name" FROM "artist" ORDER BY "name"
      // SELECT … FROM "album" WHERE "artistID" IN ($1, $2, $3)

      #expect(artists.map { albums[$0.id, default: []].count } == [2, 0, 3])
    },
    Recipe("Find rows that nothing belongs to") { db in
      let silent = Artist.where { artist in
        !Album.where { $0.artistID == artist.id }.exists()
      }
      let names = try await db.fetch(silent.select { $0.name })
      // SELECT "name" FROM "artist" WHERE NOT EXISTS (SELECT 1 FROM "album" WHERE "artistID" = "artist"."id")

      #expect(names == ["Neu!"])
    },
    Recipe("Fetch the newest two of each") { db in
      let ranked = RowSource(
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
    Recipe("Store many-to-many") { db in
      try await db.create(Tag.self, AlbumTag.self)
      let soul = try await db.insert(Tag(id: 1, name: "soul"))
      try await db.insert([
        AlbumTag(albumID: 1, tagID: soul.id), AlbumTag(albumID: 2, tagID: soul.id),
      ])

      let tagged = Album.join(AlbumTag.self) { $0.id == $1.albumID }
        .join(Tag.self) { _, pivot, tag in pivot.tagID == tag.id }
        .where { _, _, tag in tag.name == "soul" }
        .select { album, _, _ in album }
      let albums = try await db.fetch(tagged)
      // SELECT … FROM "album" JOIN "albumTag" ON "album"."id" IS "albumTag"."albumID"
      //   JOIN "tag" ON "albumTag"."tagID" = "tag"."id" WHERE "tag"."name" = $1
      try await db.delete(AlbumTag.self, key: (1, soul.id))
      // DELETE FROM "albumTag" WHERE "albumID" = $1 AND "tagID" = $2

      #expect(albums.map(\.id) == [1, 2])
      #expect(try await db.count(AlbumTag.self) == 1)
    },
    Recipe("Refer to a row that may be missing") { db in
      try await db.create(Concert.self)
      try await db.insert(Concert.Draft(city: "London", artistID: 3))
      let concerts = Concert.leftJoin(Artist.self) { $0.artistID == $1.id }
      for (concert, artist) in try await db.fetch(concerts) {
        print(concert.city, artist?.name ?? "nobody yet")
      }
      // SELECT … FROM "concert" LEFT JOIN "artist" ON "concert"."artistID" IS "artist"."id"
      try await db.delete(Artist.self, key: 3)

      let left = try await db.fetch(Concert.self)
      #expect(left.count == 1 && left[0].artistID == nil)
    },
    Recipe("Join a table to itself") { db in
      try await folders(db)
      let pairs = Folder.join(Folder.self, as: "parent") { $0.parentID == $1.id }
        .select { ($0.name, $1.name) }
      for (name, parent) in try await db.fetch(pairs) { print(name, "in", parent) }
      // SELECT "folder"."name", "parent"."name" FROM "folder"
      //   JOIN "folder" AS "parent" ON "folder"."parentID" IS "parent"."id"

      #expect(try await db.fetch(pairs).count == 2)
    },
    Recipe("Walk a tree") { db in
      try await folders(db)
      let tree = RowSource(recursive: "tree", from: Folder.where { $0.id == 1 }) { tree in
        Folder.join(source: tree) { $0.parentID == $1.id }.select { folder, _ in folder }
      }
      let inside = try await db.fetch(tree.all.select { $0.name })
      // WITH RECURSIVE "tree"… AS (SELECT … UNION ALL SELECT …) SELECT "name" FROM "tree"

      #expect(inside == ["Music", "Soul", "Live"])
    },
  ]
}
