import CBaseline
import GRDB
import ORM

extension Workload {
  /// Albums of some of the artists, each with its list of tracks.
  ///
  /// - Parameters:
  ///   - artists: How many there are, each of 5 albums of 10 tracks.
  ///   - albums: How many of the albums are fetched.
  static func lists(artists: Int, albums: Int, repetitions: Int) -> [Workload] {
    let all = artists * 5
    return [
      lists(
        "W13 keys", "fetch \(albums) of \(all) albums, each with its 10 tracks",
        rows: albums * 10, target: 1.15, artists: artists, repetitions: repetitions,
        c: { baseline_lists_fetch($0, baseline_lists_of_keys, Int32(albums), $1, $2) },
        orm: { try $0.fetch(AlbumLists.of(albums: albums)) },
        grdb: AlbumWithTracks.request.filter(GRDB.Column("id") <= albums)),
      lists(
        "W13 all", "fetch all \(all) albums, each with its 10 tracks",
        rows: all * 10, target: 1.15, artists: artists, repetitions: max(1, repetitions / 10),
        c: { baseline_lists_fetch($0, baseline_lists_of_all, Int32(all), $1, $2) },
        orm: { try $0.fetch(AlbumLists.all) }, grdb: AlbumWithTracks.request),
      lists(
        "W13 scan", "the same, by C by the keys of all",
        rows: all * 10, target: 0.5, artists: artists, repetitions: max(1, repetitions / 10),
        c: { baseline_lists_fetch($0, baseline_lists_of_keys, Int32(all), $1, $2) },
        orm: { try $0.fetch(AlbumLists.all) }),
      lists(
        "W13 first", "fetch \(albums) of \(all) albums, each with its longest 3 tracks",
        rows: albums * 3, target: 1.15, artists: artists, repetitions: repetitions, indexed: true,
        c: { baseline_lists_fetch($0, baseline_lists_first, Int32(albums), $1, $2) },
        orm: { try $0.fetch(AlbumLists.longest(albums: albums)) }),
      lists(
        "W13 window", "the same, by C with a window function",
        rows: albums * 3, target: 0.4, artists: artists, repetitions: repetitions, indexed: true,
        c: { baseline_lists_fetch($0, baseline_lists_window, Int32(albums), $1, $2) },
        orm: { try $0.fetch(AlbumLists.longest(albums: albums)) }),
      levels(artists: artists, wanted: albums / 5, repetitions: repetitions),
    ]
  }

  /// Artists, each with its albums, each with its tracks.
  private static func levels(artists: Int, wanted: Int, repetitions: Int) -> Workload {
    Workload(
      "W13 levels", "fetch \(wanted) of \(artists) artists with their albums with their tracks",
      operations: wanted * 50 * repetitions, targets: [.orm: Target(1.10, 1.10)],
      fill: { try SQLiteFailure.check(baseline_albums_create($0.pointer, Int32(artists))) },
      [
        .c: { databases in
          let db = try databases.openC()
          return Contestant { pass in
            try db.run(pass) {
              baseline_lists_levels($0, Int32(wanted), Int32(repetitions), $1)
            }
          }
        },
        .orm: { databases in
          let db = try await databases.openORM()
          return Contestant { pass in
            try await db.database.read { db in
              try repeating(repetitions) {
                let artists = try db.fetch(AlbumLists.of(artists: wanted))
                return pass == .checked ? artists.checksumOfArtists : 0
              }
            }
          }
        },
        .grdb: { databases in
          let db = try databases.openGRDB()
          return Contestant { pass in
            try await db.queue.read { db in
              try repeating(repetitions) {
                let artists = try ArtistWithAlbums.request.filter(GRDB.Column("id") <= wanted)
                  .fetchAll(db)
                return pass == .checked ? artists.checksum : 0
              }
            }
          }
        },
      ])
  }

  private static func lists(
    _ id: String, _ title: String, rows: Int, target: Double, artists: Int, repetitions: Int,
    indexed: Bool = false,
    c: @escaping @Sendable (OpaquePointer, Int32, UnsafeMutablePointer<Int64>?) -> Int32,
    orm: @escaping @Sendable (isolated Connection) throws -> [(Album, [Track])],
    grdb: QueryInterfaceRequest<AlbumWithTracks>? = nil
  ) -> Workload {
    var others: [(Contestant.Name, Opening)] = [
      (
        .orm,
        { databases in
          let db = try await databases.openORM()
          return Contestant { pass in
            try await db.database.read { db in
              try repeating(repetitions) {
                let albums = try orm(db)
                consume(albums)
                return pass == .checked ? albums.checksumOfAlbums : 0
              }
            }
          }
        }
      )
    ]
    if let grdb {
      others.append(
        (
          .grdb,
          { databases in
            let db = try databases.openGRDB()
            return Contestant { pass in
              try await db.queue.read { db in
                try repeating(repetitions) {
                  let albums = try grdb.fetchAll(db)
                  return pass == .checked ? albums.checksum : 0
                }
              }
            }
          }
        ))
    }
    return Workload(
      id, title, operations: rows * repetitions, targets: [.orm: Target(target, target)],
      fill: {
        try SQLiteFailure.check(baseline_albums_create($0.pointer, Int32(artists)))
        if indexed { try SQLiteFailure.check(baseline_lists_index($0.pointer)) }
      },
      Openings(
        c: { databases in
          let db = try databases.openC()
          return Contestant { pass in try db.run(pass) { c($0, Int32(repetitions), $1) } }
        }, others))
  }
}
