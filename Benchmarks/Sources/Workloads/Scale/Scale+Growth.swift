import Foundation
import ORM

extension Scale {
  /// Inserts, fetches, finds and streams at 1,000 rows, ten times as many, and so on.
  static func growth(in folder: URL, largest: Int) async throws -> [Series] {
    var insert = Series(name: "insert, a row", unit: "ns")
    var fetch = Series(name: "fetch, a row", unit: "ns")
    var find = Series(name: "find, a call", unit: "ns")
    var stream = Series(name: "memory of a streamed fetch", unit: "KB")
    var rows = 1000
    while rows <= largest {
      let db = try ORM.Database(folder.appending(path: "\(rows).sqlite").path)
      try await db.create(Track.self)
      let inserting = try await insertTracks(rows, into: db)
      insert.points.append(Point(size: rows, value: inserting))
      // Before the fetch, which leaves the heap large.
      stream.points.append(Point(size: rows, value: try await streamedKilobytes(db)))
      let rounds = rows > 1_000_000 ? 1 : 3
      let fetching = try await nanoseconds(of: rows, rounds: rounds) {
        let tracks = try await db.fetch(Track.self)
        guard tracks.count == rows else { throw SQLiteFailure(code: 12) }
      }
      fetch.points.append(Point(size: rows, value: fetching))
      let calls = 20_000
      let finding = try await nanoseconds(of: calls) { [rows] in
        try await db.read { db in
          for call in 0..<calls { try consume(db.find(Track.self, call &* 7919 % rows + 1)) }
        }
      }
      find.points.append(Point(size: rows, value: finding))
      rows *= 10
    }
    return [insert, fetch, find, stream]
  }

  /// Inserts arrays of at most 100,000 rows, each in a transaction of its own.
  private static func insertTracks(_ count: Int, into db: ORM.Database) async throws -> Double {
    var seconds = 0.0
    for first in stride(from: 1, through: count, by: 100_000) {
      let tracks = (first..<min(first + 100_000, count + 1)).map {
        Track(id: $0, title: "Track \($0)", albumID: $0 / 10, seconds: Double($0 % 300))
      }
      seconds += try await nanoseconds(of: 1, rounds: 1) { try await db.insert(tracks) }
    }
    return seconds / Double(count)
  }

  /// How much the process grows by, at most, while all rows are streamed.
  private static func streamedKilobytes(_ db: ORM.Database) async throws -> Double {
    let before = residentKilobytes()
    var (most, count) = (before, 0)
    for try await track in db.stream(Track.all) {
      consume(track)
      count += 1
      if count.isMultiple(of: 1000) { most = max(most, residentKilobytes()) }
    }
    return most - before
  }

  private static func residentKilobytes() -> Double {
    let status = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
    let pages = status?.split(separator: " ").dropFirst().first.flatMap { Double($0) }
    return (pages ?? 0) * 4
  }
}
