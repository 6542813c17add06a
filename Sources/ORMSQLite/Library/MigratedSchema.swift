import ORMCore
import ORMSchema
import Synchronization

/// The schema to which a program has migrated its database, and a newer migration by another
/// program, if there is one: a program that stays open would write values in the earlier form.
///
/// The connections of a `Database` share it. Running a statement does not read it. After another
/// connection has changed the tables, SQLite compiles each statement again, and the connection then
/// reads the ledger; see ``Authorizer/refusesRecompiled``.
final class MigratedSchema: Sendable {
  private struct State {
    /// The fingerprint of the schema; nil while no migration has been done.
    var fingerprint: String?
    var newer: SchemaIsNewer?
  }

  private let state = Mutex(State())

  /// The migration to a newer schema that was found.
  var newer: SchemaIsNewer? { state.withLock(\.newer) }

  /// Whether there is something to look for.
  var isWatched: Bool { state.withLock { $0.fingerprint != nil } }

  /// - Parameter fingerprint: The schema that the database has now; nil while it is being migrated.
  func set(_ fingerprint: String?) {
    state.withLock { $0 = State(fingerprint: fingerprint) }
  }

  /// Looks at the last migration that a connection finds recorded.
  ///
  /// - Returns: the error for each use of the database, if that is a migration to another schema.
  /// - Throws: ``DatabaseError`` if the record can't be read.
  func look(by connection: RawConnection) throws -> SchemaIsNewer? {
    guard let known = state.withLock(\.fingerprint) else { return nil }
    let rows = try connection.texts(
      "SELECT fingerprint, at, app FROM main.\(Schema.migrationsTable.quotedIdentifier)"
        + " ORDER BY id DESC LIMIT 1")
    // The number of the cases of enums is not compared: their columns are as they are known.
    guard let row = rows.first, row.count == 3,
      !row[0].fingerprintOfTables.elementsEqual(known.fingerprintOfTables)
    else { return nil }
    let error = SchemaIsNewer(date: row[1], app: row[2])
    state.withLock { if $0.fingerprint.hasSameBytes(as: known) { $0.newer = error } }
    return error
  }
}

extension String {
  /// The part of a fingerprint that is about tables only.
  var fingerprintOfTables: Substring.UTF8View {
    self[..<(utf8.firstIndex(of: UInt8(ascii: ".")) ?? endIndex)].utf8
  }
}
