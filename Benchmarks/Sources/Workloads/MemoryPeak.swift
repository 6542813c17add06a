import CBaseline
import CTuned
import Foundation
import GRDB
import ORM

/// Fetches of very many rows, the memory of which is measured from outside: a process each.
public enum MemoryPeak {
  /// Makes the file that all read.
  public static func fill(_ path: String, rows: Int) throws {
    let db = try CConnection(path)
    try SQLiteFailure.check(baseline_web_create(db.pointer, Int32(rows)))
    try db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
  }

  /// Fetches all rows of the file at once, or one by one in a stream, and says how many there were.
  public static func fetch(_ path: String, by name: Contestant.Name) async throws -> Int {
    switch name {
    case .c:
      var checksum: Int64 = 0
      let db = try CConnection(path)
      try SQLiteFailure.check(baseline_purchases_fetch(db.pointer, &checksum))
      return checksum == 0 ? 0 : 1
    case .cTuned:
      var checksum: Int64 = 0
      let db = try CConnection(path)
      try SQLiteFailure.check(tuned_purchases_fetch(db.pointer, &checksum))
      return checksum == 0 ? 0 : 1
    case .grdb:
      let rows = try await DatabaseQueue(path: path).read { try Purchase.fetchAll($0) }
      return rows.count
    case .ormAwaiting:
      var count = 0
      for try await row in try ORM.Database(path).stream(Purchase.all) {
        consume(row)
        count += 1
      }
      return count
    default: return try await ORM.Database(path).fetch(Purchase.self).count
    }
  }
}
