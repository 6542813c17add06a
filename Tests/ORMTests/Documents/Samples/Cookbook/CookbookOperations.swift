import Foundation
import ORM
import Testing

extension CookbookSamples {
  static let operations: [Recipe] = [
    Recipe("Back up while the program runs") { db in
      let folder = try TemporaryFolder()
      let path = folder.file("backup.sqlite")
      try await db.backup(to: path) { progress in print("\(Int(progress.fraction * 100)) %") }

      let copy = try Database(path)
      #expect(try await copy.count(Album.self) == 5)
    },
    Recipe("Open a copy of a bundled database") { db in
      let folder = try TemporaryFolder()
      let (seed, path) = (folder.file("seed.sqlite"), folder.file("music.sqlite"))
      try await db.backup(to: seed)
      let (music, wasCopied) = try Database.open(copying: seed, to: path)
      print(wasCopied ? "the first start" : "a later one")

      #expect(try await music.count(Album.self) == 5 && wasCopied)
    },
    Recipe("Open a file read-only") { db in
      let folder = try TemporaryFolder()
      let path = folder.file("music.sqlite")
      try await db.backup(to: path)
      var configuration = Configuration()
      configuration.isReadOnly = true
      let reader = try Database(path, configuration: configuration)

      #expect(try await reader.count(Album.self) == 5)
      await #expect(throws: DatabaseError.self) { try await reader.deleteAll(Album.self) }
    },
    Recipe("Query another file in the same statement") { db in
      let folder = try TemporaryFolder()
      let (path, other) = (folder.file("music.sqlite"), folder.file("archive.sqlite"))
      try await db.backup(to: path)
      try await db.backup(to: other)
      var configuration = Configuration()
      configuration.prepareConnection = { connection in
        try connection.execute("ATTACH \(other) AS archive")
      }
      let both = try Database(path, configuration: configuration)
      let count = try await both.value(
        Int.self,
        sql: "SELECT count(*) FROM album JOIN archive.album AS old ON old.id = album.id")

      #expect(count == 5)
    },
    Recipe("Show the plan of a query") { db in
      let plan = try await db.explain(Album.where { $0.artistID == 1 && $0.title == "Promise" })
      // EXPLAIN QUERY PLAN SELECT … FROM "album" WHERE "artistID" = $1 AND "title" = $2
      print(plan)

      #expect(plan.scans.isEmpty)
    },
    Recipe("Find slow queries") { _ in
      var configuration = Configuration()
      configuration.statementHooks = [
        StatementHook(slowerThan: .milliseconds(50)) { event in print("slow:", event) }
      ]
      let db = try Database.inMemory(configuration: configuration)

      try await db.create(Artist.self)
    },
    Recipe("Find N+1 queries") { _ in
      var configuration = Configuration()
      configuration.warnings = QueryWarnings { print($0) }
      let db = try Database.inMemory(configuration: configuration)

      try await db.create(Artist.self)
    },
    Recipe("Set a deadline") { db in
      do {
        let found = try await db.within(.seconds(60)) { db in
          try await db.fetch(Album.where { $0.title.like("%love%") })
        }
        print(found.map(\.title))
      } catch let error as DeadlineError {
        print("no answer in time, while", error.activity)
      }
      // SELECT … FROM "album" WHERE "title" LIKE $1

      #expect(try await db.count(Album.self) == 5)
    },
    Recipe("Cancel a query") { db in
      let search = Task { try await db.fetch(Album.where { $0.title.like("%love%") }) }
      search.cancel()
      do {
        print(try await search.value.count)
      } catch is CancellationError {
        print("stopped")
      }

      #expect(try await db.count(Album.self) == 5)
    },
    Recipe("Limit the wait for another process's lock") { db in
      let folder = try TemporaryFolder()
      let path = folder.file("music.sqlite")
      try await db.backup(to: path)
      _ = try Database(path)
      let held = try HeldLock(path: path)
      var configuration = Configuration()
      configuration.busyTimeout = .milliseconds(100)
      let music = try Database(path, configuration: configuration)
      do {
        try await music.insert(Artist.Draft(name: "Faust"))
      } catch let error as DatabaseError where error.code == .busy {
        print("still locked after", error.waited ?? .zero)
      }

      try held.end("ROLLBACK")
      #expect(try await music.count(Artist.self) == 3)
    },
    Recipe("Shrink the file") { db in
      try await db.vacuum()
      // VACUUM
      try await db.optimize()
      // PRAGMA optimize

      #expect(try await db.checkIntegrity().isEmpty)
    },
  ]
}
