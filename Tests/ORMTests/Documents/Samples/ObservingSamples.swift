import Foundation
import ORM
import Testing

/// The code of the guide to observing changes.
enum ObservingSamples {
  @Table
  struct Artist: Identifiable {
    let id: Int
    var name: String
  }

  @Table
  struct Album: Identifiable {
    var id: Int?
    var title: String
    @Column(references: Artist.self) var artistID: Int
    var lastPlayed: Date?
  }

  static func run(_ db: Database) async throws {
    try await db.create(Artist.self, Album.self)
    let artist = try await db.insert(Artist.Draft(name: "Sade")).id
    try await db.insert(Album(id: 7, title: "Promise", artistID: artist))
    try await show(artist, of: db)
    try await start(db)
    let values = try await others(db)
    #expect(values == ["Promise", "Sade", "1 1"])
    try await keys(db)
    try await changesets(db)
  }

  static func show(_ artist: Int, of db: Database) async throws {
    let (shown, continuation) = AsyncStream.makeStream(of: [String].self)
    let task = Task {
      let list = List(continuation: continuation)
      for try await albums in db.observe(Album.where { $0.artistID == artist }.order { $0.title }) {
        list.show(albums)
      }
      // SELECT "id", "title", "artistID", "lastPlayed" FROM "album" WHERE "artistID" = $1 ORDER BY "title"
    }
    var titles = shown.makeAsyncIterator()
    #expect(await titles.next() == ["Promise"])
    try await db.insert(Album(title: "Diamond Life", artistID: artist))
    #expect(await titles.next() == ["Diamond Life", "Promise"])
    try await db.delete(Album.self, where: { $0.title == "Diamond Life" })
    #expect(await titles.next() == ["Promise"])
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  static func start(_ db: Database) async throws {
    let (shown, continuation) = AsyncStream.makeStream(of: [String].self)
    let task = Task {
      let list = List(continuation: continuation)
      let (first, rest) = try await db.observe(Artist.order { $0.name }).start()
      list.show(first)
      for try await artists in rest { list.show(artists) }
      // SELECT "id", "name" FROM "artist" ORDER BY "name"
    }
    var names = shown.makeAsyncIterator()
    #expect(await names.next() == ["Sade"])
    let can = try await db.insert(Artist.Draft(name: "Can"))
    #expect(await names.next() == ["Can", "Sade"])
    try await db.delete(can)
    #expect(await names.next() == ["Sade"])
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  static func others(_ db: Database) async throws -> [String?] {
    let album = db.observe(Album.self, 7)
    // SELECT "id", "title", "artistID", "lastPlayed" FROM "album" WHERE "id" = $1
    let names = db.observe(String.self, sql: "SELECT name FROM artist ORDER BY name")
    // SELECT name FROM artist ORDER BY name
    let counts = db.observe { db in [try db.count(Artist.self), try db.count(Album.self)] }
    // SELECT count(*) FROM "artist"
    return [
      try await album.first { _ in true }??.title,
      try await names.first { _ in true }?.first,
      try await counts.first { _ in true }?.map(String.init).joined(separator: " "),
    ]
  }

  static func keys(_ db: Database) async throws {
    let (indexed, continuation) = AsyncStream.makeStream(of: String.self)
    let task = Task {
      let index = Index(continuation: continuation)
      for try await changes in try await db.changes(of: Album.self) {
        index.remove(changes.deleted + changes.updated)
        index.add(changes.inserted + changes.updated)
        if !changes.isComplete { index.rebuild() }
      }
    }
    // When the loop has begun is seen by what it tells.
    let writing = Task {
      while !Task.isCancelled {
        try await db.execute("UPDATE album SET title = title || '!' WHERE id = 7")
      }
    }
    var calls = indexed.makeAsyncIterator()
    #expect(await calls.next() == "- [7]")
    #expect(await calls.next() == "+ [7]")
    writing.cancel()
    _ = await writing.result
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    try await db.execute("UPDATE album SET title = 'Love Deluxe' WHERE id = 7")
  }

  static func changesets(_ db: Database) async throws {
    let copy = try Database.inMemory()
    try await copy.create(Artist.self, Album.self)
    try await copy.insert(try await db.fetch(Artist.self))
    try await copy.insert(try await db.fetch(Album.self))

    let (_, changes) = try await db.transaction { tx in
      try tx.recordChanges(of: Album.self) {
        try tx.execute("UPDATE album SET title = upper(title)")
      }
    }
    for operation in try await db.operations(of: changes) {
      print(operation.kind, operation.key, try operation.new(\.title, of: Album.self) ?? "")
    }
    try await copy.apply(changes) { conflict in
      conflict.kind == .existingRow ? .replace : .abort
    }
    try await db.apply(changes.inverted())

    let titles = Album.select { $0.title }
    #expect(try await copy.fetch(titles) == ["LOVE DELUXE"])
    #expect(try await db.fetch(titles) == ["Love Deluxe"])
  }

  private struct Index {
    let continuation: AsyncStream<String>.Continuation
    func remove(_ keys: [Int]) { continuation.yield("- \(keys)") }
    func add(_ keys: [Int]) { continuation.yield("+ \(keys)") }
    func rebuild() { continuation.yield("rebuild") }
  }

  private struct List {
    let continuation: AsyncStream<[String]>.Continuation
    func show(_ albums: [Album]) { continuation.yield(albums.map(\.title)) }
    func show(_ artists: [Artist]) { continuation.yield(artists.map(\.name)) }
  }
}
