import CBaseline

/// A connection that C opened, for C and for Swift by hand.
///
/// It has no mutex and is Sendable all the same: one task uses it, from one run to the next.
final class CConnection: @unchecked Sendable {
  let pointer: OpaquePointer
  /// Keeps the file.
  private let databases: Databases?

  init(_ path: String, in databases: Databases? = nil) throws {
    var pointer: OpaquePointer?
    try SQLiteFailure.check(baseline_open(path, &pointer))
    guard let pointer else { throw SQLiteFailure(code: SQLITE_CANTOPEN) }
    self.pointer = pointer
    self.databases = databases
  }

  deinit { sqlite3_close_v2(pointer) }

  func execute(_ sql: String) throws {
    try SQLiteFailure.check(sqlite3_exec(pointer, sql, nil, nil, nil))
  }

  /// Runs a workload of C.
  func run(
    _ pass: Contestant.Pass,
    _ body: (OpaquePointer, UnsafeMutablePointer<Int64>?) -> Int32
  ) throws -> Int64 {
    guard pass == .checked else {
      try SQLiteFailure.check(body(pointer, nil))
      return 0
    }
    var checksum: Int64 = 0
    try SQLiteFailure.check(body(pointer, &checksum))
    return checksum
  }
}

struct SQLiteFailure: Error {
  let code: Int32

  static func check(_ code: Int32) throws {
    guard code == SQLITE_OK else { throw SQLiteFailure(code: code) }
  }
}
