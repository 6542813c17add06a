import Foundation
import ORM

extension Scale {
  /// Calls that have nothing to do, or whose work concerns nobody.
  static func nothing(in folder: URL) async throws -> [Series] {
    let calls = 10_000
    let plain = try await emptyTables(in: folder, "plain")
    var hooked = ORM.Configuration()
    hooked.statementHooks = [StatementHook { _ in }]
    let traced = try await emptyTables(in: folder, "traced", hooked)
    let observed = try await emptyTables(in: folder, "observed")
    let observers = (0..<100).map { _ in
      Task {
        for try await albums in observed.observe(Album.all) { consume(albums) }
      }
    }
    defer { for observer in observers { observer.cancel() } }
    // Until each of them has seen the rows that it begins with.
    try await Task.sleep(for: .milliseconds(200))

    func measure(
      _ name: String, _ body: @Sendable (Int) async throws -> Void
    ) async throws -> Series {
      var turn = 0
      let time = try await nanoseconds(of: calls) {
        for _ in 0..<calls {
          try await body(turn)
          turn += 1
        }
      }
      return Series(name: name, unit: "ns", points: [Point(size: 1, value: time)])
    }
    let artist = Artist(id: 1, name: "Sade")
    for db in [plain, traced, observed] { try await db.insert(artist) }
    return [
      try await measure("fetch of an empty table") { _ in consume(try await plain.fetch(Album.self))
      },
      try await measure("count of an empty table") { _ in consume(try await plain.count(Album.self))
      },
      try await measure("read of nothing") { _ in try await plain.read { _ in } },
      try await measure("transaction of nothing") { _ in try await plain.transaction { _ in } },
      try await measure("update of a row, nobody looks") { _ in try await plain.update(artist) },
      try await measure("the same, 100 observe another table") { _ in
        try await observed.update(artist)
      },
      try await measure("the same, with a statement hook") { _ in try await traced.update(artist) },
    ]
  }

  private static func emptyTables(
    in folder: URL, _ name: String, _ configuration: ORM.Configuration = ORM.Configuration()
  ) async throws -> ORM.Database {
    let path = folder.appending(path: "\(name).sqlite").path
    let db = try ORM.Database(path, configuration: configuration)
    try await db.create(Artist.self, Album.self)
    return db
  }
}
