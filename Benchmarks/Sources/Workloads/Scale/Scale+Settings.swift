import Foundation
import ORM

extension Scale {
  /// What settings of a connection cost or save, on disk, on a table that fits into the default cache.
  static func settings(in folder: URL) async throws -> [Series] {
    let rows = 100_000
    let calls = 20_000
    var databases: [ORM.Database] = []
    for (index, setting) in Setting.all.enumerated() {
      let path = folder.appending(path: "settings-\(index).sqlite").path
      databases.append(try ORM.Database(path, configuration: setting.configuration))
      try await databases[index].create(Track.self)
      try await databases[index].insert(tracks(1...rows))
    }

    var series = Setting.all.flatMap { setting in
      ["fetch, a row", "find, a call", "delete and insert, a row"].map {
        Series(
          name: "\($0): \(setting.name)", unit: "ns", points: [Point(size: 1, value: .infinity)])
      }
    }
    // By turns, as the speed of most machines drifts.
    for _ in 0..<5 {
      for (index, db) in databases.enumerated() {
        let times = [
          try await nanoseconds(of: rows, rounds: 1) { consume(try await db.fetch(Track.self)) },
          try await nanoseconds(of: calls, rounds: 1) {
            try await db.read { db in
              for call in 0..<calls { try consume(db.find(Track.self, call &* 7919 % rows + 1)) }
            }
          },
          try await nanoseconds(of: calls, rounds: 1) {
            try await db.transaction { db in
              try db.delete(Track.where { $0.id <= calls })
              try db.insert(tracks(1...calls))
            }
          },
        ]
        for (place, time) in times.enumerated() {
          let least = min(series[3 * index + place].points[0].value, time)
          series[3 * index + place].points = [Point(size: 1, value: least)]
        }
      }
    }
    return series
  }

  private static func tracks(_ ids: ClosedRange<Int>) -> [Track] {
    ids.map { Track(id: $0, title: "Track \($0)", albumID: $0 / 10, seconds: Double($0 % 300)) }
  }
}

/// A configuration that differs from the default in one thing.
private struct Setting: Sendable {
  let name: String
  let configuration: ORM.Configuration

  init(_ name: String, _ change: (inout ORM.Configuration) -> Void = { _ in }) {
    self.name = name
    var configuration = ORM.Configuration(readerCount: 1)
    change(&configuration)
    self.configuration = configuration
  }

  static let all = [
    Setting("by default"),
    Setting("SQLite's own cache, of 2 MB") { $0.cacheSize = nil },
    Setting("a map of 256 MB") { $0.mmapSize = 256 << 20 },
    Setting("deleted bytes overwritten") { $0.secureDelete = true },
    Setting("deleted bytes left") { $0.secureDelete = false },
  ]
}
