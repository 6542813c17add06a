import CSQLite
import ORMCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A changeset in SQLite's format, which SQLite reads in place; see
/// <https://www.sqlite.org/session/intro.html>.
struct ChangesetBytes {
  let count: Int32
  let start: UnsafeMutableRawPointer?

  /// - Throws: ``DatabaseError`` if SQLite was built without sessions. No other function here may
  ///   be called then.
  static func checkSessions() throws {
    guard orm_sqlite3_has_session() != 0 else {
      throw DatabaseError(
        extendedCode: .misuse,
        message: "SQLite was built without SQLITE_ENABLE_SESSION, which changesets need")
    }
  }

  /// Calls a closure with an iterator at each change in turn.
  func forEach(_ body: (ChangesetIterator) throws -> Void) throws {
    var iterator: OpaquePointer?
    try Self.check(orm_sqlite3changeset_start(&iterator, count, start))
    guard let iterator else { return }
    do {
      var code = orm_sqlite3changeset_next(iterator)
      while code == SQLITE_ROW {
        try body(ChangesetIterator(handle: iterator))
        code = orm_sqlite3changeset_next(iterator)
      }
      try Self.check(code == SQLITE_DONE ? SQLITE_OK : code)
    } catch {
      orm_sqlite3changeset_finalize(iterator)
      throw error
    }
    try Self.check(orm_sqlite3changeset_finalize(iterator))
  }

  func inverted() throws -> Data {
    try Self.output { orm_sqlite3changeset_invert(count, start, $0, $1) }
  }

  func appending(_ others: ChangesetBytes) throws -> Data {
    try Self.output {
      orm_sqlite3changeset_concat(count, start, others.count, others.start, $0, $1)
    }
  }

  static func check(_ code: Int32) throws {
    guard code != SQLITE_OK else { return }
    throw DatabaseError(
      extendedCode: ResultCode(rawValue: code), message: String(cString: sqlite3_errstr(code)))
  }

  /// Returns the changeset that C code in a closure allocates.
  static func output(
    _ body: (UnsafeMutablePointer<Int32>, UnsafeMutablePointer<UnsafeMutableRawPointer?>) -> Int32
  ) throws -> Data {
    var count: Int32 = 0
    var bytes: UnsafeMutableRawPointer?
    defer { sqlite3_free(bytes) }
    try check(body(&count, &bytes))
    return bytes.map { Data(bytes: $0, count: Int(count)) } ?? Data()
  }
}

// MARK: - Applying

extension ChangesetBytes {
  /// The reason why a change can't be applied.
  enum Conflict {
    case differentValues, missingRow, existingRow, constraint, foreignKey

    fileprivate init(_ code: Int32) {
      switch code {
      case SQLITE_CHANGESET_DATA: self = .differentValues
      case SQLITE_CHANGESET_NOTFOUND: self = .missingRow
      case SQLITE_CHANGESET_CONFLICT: self = .existingRow
      case SQLITE_CHANGESET_CONSTRAINT: self = .constraint
      default: self = .foreignKey
      }
    }
  }

  /// The handling of a change that has a conflict.
  enum Answer {
    case abort, omit, replace

    fileprivate var code: Int32 {
      switch self {
      case .abort: SQLITE_CHANGESET_ABORT
      case .omit: SQLITE_CHANGESET_OMIT
      case .replace: SQLITE_CHANGESET_REPLACE
      }
    }
  }

  private final class Context {
    let answer: (Conflict, ChangesetIterator) -> Answer

    init(_ answer: @escaping (Conflict, ChangesetIterator) -> Answer) { self.answer = answer }
  }

  /// Applies the changes; see <https://www.sqlite.org/session/sqlite3changeset_apply.html>.
  ///
  /// - Returns: The error if the changes were not applied; nil if they were.
  func apply(
    to connection: OpaquePointer, answering answer: (Conflict, ChangesetIterator) -> Answer
  ) -> DatabaseError? {
    let code = withoutActuallyEscaping(answer) { answer in
      let context = Context(answer)
      return withExtendedLifetime(context) {
        orm_sqlite3changeset_apply(
          connection, count, start,
          { context, kind, iterator in
            guard let context, let iterator else { return SQLITE_CHANGESET_ABORT }
            return Unmanaged<Context>.fromOpaque(context).takeUnretainedValue()
              .answer(Conflict(kind), ChangesetIterator(handle: iterator)).code
          }, Unmanaged.passUnretained(context).toOpaque())
      }
    }
    return code == SQLITE_OK ? nil : DatabaseError(code, on: connection)
  }
}
