import ORM

/// Tables with relations of each kind, and some rows.
enum Related {
  @Table
  struct Artist: Equatable {
    let id: Int
    var name: String
    var born: Int?
  }

  /// Two relations lead to one table.
  @Table
  struct Album: Equatable {
    let id: Int
    var title: String
    @Column(references: Artist.self) var artistID: Int
    @Column(references: Artist.self) var editorID: Int?
  }

  @Table
  struct Track: Equatable {
    let id: Int
    var title: String
    @Column(references: Album.self) var albumID: Int?
    var seconds: Int
  }

  /// A table that refers to itself.
  @Table
  struct Employee: Equatable {
    let id: Int
    var name: String
    @Column(references: Employee.self) var bossID: Int?
  }

  /// A key of two columns, and a column with other values that no two rows share.
  @Table
  struct Shelf: Equatable {
    @Column(primaryKey: true) let room: String
    @Column(primaryKey: true) let number: Int
    @Column(unique: true) var label: String?
  }

  @Table
  struct Tag: Equatable {
    let id: Int
    var name: String
  }

  /// The join table of albums and tags, with a column of its own.
  @Table
  struct Tagging: Equatable {
    @Column(primaryKey: true, references: Album.self) let albumID: Int
    @Column(primaryKey: true, references: Tag.self) let tagID: Int
    var weight = 1
  }

  @Table
  struct Book: Equatable {
    let id: Int
    var title: String
    var room: String
    var shelfNumber: Int
    var label: String?
  }
}

extension Related.Artist.Columns {
  var albums: ToMany<Related.Album> { toMany(\.artist) }
  var edited: ToMany<Related.Album> { toMany(\.editor) }
  var tracks: ToMany<Related.Track> { albums.to { $0.tracks } }
  var tags: ToMany<Related.Tag> { albums.to { $0.tags } }
  /// Over two references at once.
  var recordings: ToMany<Related.Track> { toMany(\.album.artist) }
}

extension Related.Album.Columns {
  var artist: ToOne<Related.Artist> { toOne(artistID) }
  var editor: ToOptional<Related.Artist> { toOptional(editorID) }
  var tracks: ToMany<Related.Track> { toMany(\.album) }
  var taggings: ToMany<Related.Tagging> { toMany(\.album) }
  var tags: ToMany<Related.Tag> { taggings.to { $0.tag } }
}

extension Related.Tagging.Columns {
  var album: ToOne<Related.Album> { toOne(albumID) }
  var tag: ToOne<Related.Tag> { toOne(tagID) }
}

extension Related.Tag.Columns {
  var taggings: ToMany<Related.Tagging> { toMany(\.tag) }
  var albums: ToMany<Related.Album> { taggings.to { $0.album } }
}

extension Related.Track.Columns {
  var album: ToOptional<Related.Album> { toOptional(albumID) }
}

extension Related.Employee.Columns {
  var boss: ToOptional<Related.Employee> { toOptional(bossID) }
  var reports: ToMany<Related.Employee> { toMany(\.boss) }
}

extension Related.Shelf.Columns {
  var books: ToMany<Related.Book> { toMany(\.shelf) }
  var labelledBooks: ToMany<Related.Book> { toMany(\.labelled) }
}

extension Related.Book.Columns {
  var shelf: ToOne<Related.Shelf> { toOne(on: (room, \.room), (shelfNumber, \.number)) }
  var labelled: ToOptional<Related.Shelf> { toOptional(on: (label, \.label)) }
}

extension Related {
  static func database(_ configuration: Configuration = Configuration()) async throws -> Database {
    var configuration = configuration
    // Many tests run at once, and on a busy machine a task may wait for long.
    configuration.connectionTimeout = nil
    let db = try Database.inMemory(configuration: configuration)
    try await fill(db)
    return db
  }

  static func fill(_ db: Database) async throws {
    try await db.create(
      Artist.self, Album.self, Track.self, Tag.self, Tagging.self, Employee.self, Shelf.self,
      Book.self)
    try await db.insert([
      Artist(id: 1, name: "Sade", born: 1959), Artist(id: 2, name: "Fela", born: 1938),
      Artist(id: 3, name: "Nina", born: nil),
    ])
    try await db.insert([
      Album(id: 1, title: "Promise", artistID: 1, editorID: nil),
      Album(id: 2, title: "Zombie", artistID: 2, editorID: 3),
      Album(id: 3, title: "Diamond Life", artistID: 1, editorID: 1),
    ])
    try await db.insert([
      Track(id: 1, title: "Jezebel", albumID: 1, seconds: 329),
      Track(id: 2, title: "Zombie", albumID: 2, seconds: 746),
      Track(id: 3, title: "Sally", albumID: 3, seconds: 322),
      Track(id: 4, title: "Loose", albumID: nil, seconds: 10),
    ])
    try await db.insert([Tag(id: 1, name: "soul"), Tag(id: 2, name: "afrobeat")])
    try await db.insert([
      Tagging(albumID: 1, tagID: 1, weight: 3), Tagging(albumID: 2, tagID: 2, weight: 5),
      Tagging(albumID: 3, tagID: 1, weight: 4), Tagging(albumID: 2, tagID: 1, weight: 1),
    ])
    try await db.insert([
      Employee(id: 1, name: "Ada", bossID: nil), Employee(id: 2, name: "Bea", bossID: 1),
      Employee(id: 3, name: "Cy", bossID: 2), Employee(id: 4, name: "Di", bossID: 1),
    ])
    try await db.insert([
      Shelf(room: "A", number: 1, label: "new"), Shelf(room: "A", number: 2, label: nil),
      Shelf(room: "B", number: 1, label: "old"),
    ])
    try await db.insert([
      Book(id: 1, title: "One", room: "A", shelfNumber: 1, label: "old"),
      Book(id: 2, title: "Two", room: "B", shelfNumber: 1, label: nil),
      Book(id: 3, title: "Three", room: "A", shelfNumber: 2, label: "lost"),
    ])
  }
}
