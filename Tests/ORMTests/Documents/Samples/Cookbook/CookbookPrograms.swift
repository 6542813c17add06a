import Foundation
import ORM
import ORMTesting
import Observation
import Synchronization
import Testing

extension CookbookSamples {
  @MainActor @Observable
  final class AlbumList {
    private(set) var albums: [Album] = []
    let db: Database

    init(db: Database) { self.db = db }

    func follow() async throws {
      for try await albums in db.observe(Album.order { $0.title }) { self.albums = albums }
    }
  }

  @MainActor @Observable
  final class ReadyAlbumList {
    private(set) var albums: [Album]
    private let changes: ValueObservation<[Album]>

    init(db: Database) throws {
      (albums, changes) = try db.observe(Album.order { $0.title }).startBlocking()
    }

    func follow() async throws {
      for try await albums in changes { self.albums = albums }
    }
  }

  struct AlbumService: Sendable {
    let db: Database
    var patience = Duration.seconds(30)

    func album(_ id: Int) async throws -> Album? {
      try await db.within(patience) { try await $0.find(Album.self, id) }
    }

    func add(_ title: String, by artist: Int) async throws -> Album {
      try await db.insert(Album(title: title, artistID: artist))
    }
  }

  @Suite(.database(Artist.self, Album.self))
  struct AlbumTests {
    @Test("an album is found by its title")
    func finds() async throws {
      let db = try Database.current
      try await db.insert(Artist(id: 1, name: "Sade"))
      try await db.insert(Album(title: "Promise", artistID: 1))
      #expect(try await db.count(Album.self, where: { $0.title == "Promise" }) == 1)
    }
  }

  static let programs: [Recipe] = [
    Recipe("Keep a SwiftUI list up to date") { db in
      let list = await AlbumList(db: db)
      let task = Task { try await list.follow() }
      while await list.albums.count < 5 { await Task.yield() }
      try await db.insert(Album(title: "Stronger Than Pride", artistID: 1))
      while await list.albums.count < 6 { await Task.yield() }
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
    },
    Recipe("Show a list without an empty first frame") { db in
      let list = try await ReadyAlbumList(db: db)
      #expect(await list.albums.count == 5)
      let task = Task { try await list.follow() }
      try await db.insert(Album(title: "Stronger Than Pride", artistID: 1))
      while await list.albums.count < 6 { await Task.yield() }
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
    },
    Recipe("Use a database without await") { db in
      try await OwnThread.run {
        let count = try db.blocking.transaction { tx in
          // BEGIN IMMEDIATE
          try tx.execute("DELETE FROM album WHERE plays < 8")
          return try tx.count(Album.self)
        }
        #expect(count == 2)
      }
    },
    Recipe("Observe which rows changed") { db in
      let changes = try await db.changes(of: Album.self)
      try await db.delete(Album.self, key: 5)
      for try await change in changes {
        print(change.inserted, change.updated, change.deleted)
        break
      }

      #expect(try await db.count(Album.self) == 4)
    },
    Recipe("Set up a server with Hummingbird or Vapor") { db in
      let service = AlbumService(db: db)
      let added = try await service.add("Lovers Rock", by: 1)
      #expect(try await service.album(added.id ?? 0)?.title == "Lovers Rock")
      try await db.close()
      await #expect(throws: DatabaseError.self) { try await service.album(1) }
    },
    Recipe("Test code that uses a database") { db in
      let count = try await db.count(Album.self)
      #expect(count == 5)
    },
    Recipe("Encrypt the file") { db in
      let folder = try TemporaryFolder()
      let path = folder.file()
      @Sendable func passphrase() -> String { "from the keychain" }
      var configuration = Configuration()
      configuration.prepareConnection = { connection in
        try connection.key(passphrase())
      }
      do {
        _ = try Database(path, configuration: configuration)
      } catch let error as DatabaseError {
        print("this SQLite does not encrypt:", error.message)
      }

      #expect(try await db.count(Album.self) == 5)
    },
  ]
}
