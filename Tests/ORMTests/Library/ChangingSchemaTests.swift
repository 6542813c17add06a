import CSQLite
import Testing

@testable import ORMCore
@testable import ORMSQLite

/// If a statement names a missing table and the file has a newer schema, SQLite prepares the
/// statement once more. If that schema is outdated as well, SQLite reports "no such table", with
/// `SQLITE_ERROR` or `SQLITE_SCHEMA`.
@Suite("Preparing a statement while another connection changes the schema")
struct ChangingSchemaTests {
  private static let sql = "SELECT n FROM entry"

  @Test("A statement is prepared again until the schema stays the same", arguments: 0..<3)
  func isPreparedAgain(_ way: Int) throws {
    let folder = try TemporaryFolder()
    let changes = try SchemaChanges(folder.file(), count: 15)
    let (reader, failure) = (changes.reader, SwiftFunctionError())
    switch way {
    case 0: _ = try DynamicStatement(Self.sql, on: reader)
    case 1:
      let found = try PreparedStatement.next(
        in: Self.sql[...], on: reader, arena: ParameterArena(), callbackFailure: failure)
      #expect(found.statement != nil)
    default:
      try PreparedStatement.each(
        in: Statement(sql: Self.sql), on: reader, authorizer: nil, arena: ParameterArena(),
        callbackFailure: failure
      ) { _ in }
    }
    #expect(changes.left < 0)
  }

  @Test("A statement throws in the end if the schema does not stop changing")
  func endsAnyway() throws {
    let folder = try TemporaryFolder()
    let changes = try SchemaChanges(folder.file(), count: .max)
    let error = #expect(throws: DatabaseError.self) {
      _ = try DynamicStatement(Self.sql, on: changes.reader)
    }
    #expect(error?.message == "no such table: entry")
  }
}

/// Two connections to a file. Each time one of them prepares a query, the other one changes the
/// schema; the last change creates the table.
private final class SchemaChanges {
  let reader: OpaquePointer
  let writer: OpaquePointer
  var left: Int

  init(_ path: String, count: Int) throws {
    (reader, writer, left) = (try Self.open(path), try Self.open(path), count)
    change("CREATE TABLE other (x)")
    sqlite3_exec(reader, "SELECT * FROM other", nil, nil, nil)
    sqlite3_set_authorizer(
      reader,
      { context, action, _, _, _, _ in
        guard action == SQLITE_SELECT, let context else { return SQLITE_OK }
        Unmanaged<SchemaChanges>.fromOpaque(context).takeUnretainedValue().changeOnce()
        return SQLITE_OK
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  deinit {
    sqlite3_close_v2(reader)
    sqlite3_close_v2(writer)
  }

  private func changeOnce() {
    left -= 1
    if left == 0 { change("CREATE TABLE entry (n)") }
    if left > 0 { change("CREATE INDEX i\(left) ON other (x)") }
  }

  private func change(_ sql: String) {
    #expect(sqlite3_exec(writer, sql, nil, nil, nil) == SQLITE_OK)
  }

  private static func open(_ path: String) throws -> OpaquePointer {
    var handle: OpaquePointer?
    #expect(sqlite3_open(path, &handle) == SQLITE_OK)
    return try #require(handle)
  }
}
