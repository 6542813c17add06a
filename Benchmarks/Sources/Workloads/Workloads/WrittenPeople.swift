import CBaseline
import GRDB
import ORM

// What the workloads share that write people: an empty table before, and a look at what is in it after.

extension CConnection {
  func clearPeople() throws { try SQLiteFailure.check(baseline_people_clear(pointer)) }

  /// The checksum of what is in the table, where it is asked for.
  func writtenPeople(_ pass: Contestant.Pass) throws -> Int64 { try pass.people(in: pointer) }
}

extension ORMConnection {
  func clearPeople() async throws {
    try await database.withHandle { try SQLiteFailure.check(baseline_people_clear($0)) }
  }

  func writtenPeople(_ pass: Contestant.Pass) async throws -> Int64 {
    guard pass == .checked else { return 0 }
    return try await database.withHandle { try pass.people(in: $0) }
  }
}

extension GRDBConnection {
  func clearPeople() throws {
    try queue.writeWithoutTransaction { db in
      try SQLiteFailure.check(baseline_people_clear(db.sqliteConnection))
    }
  }

  func writtenPeople(_ pass: Contestant.Pass) throws -> Int64 {
    guard pass == .checked else { return 0 }
    return try queue.read { db in
      guard let handle = db.sqliteConnection else { throw SQLiteFailure(code: SQLITE_MISUSE) }
      return try pass.people(in: handle)
    }
  }
}

extension Contestant.Pass {
  /// The checksum of the table, read by C whoever has written it.
  fileprivate func people(in handle: OpaquePointer) throws -> Int64 {
    guard self == .checked else { return 0 }
    var checksum: Int64 = 0
    try SQLiteFailure.check(baseline_people_fetch(handle, 1, &checksum))
    return checksum
  }
}
