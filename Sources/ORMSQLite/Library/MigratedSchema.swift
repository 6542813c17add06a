import ORMCore
import ORMSchema
import Synchronization

/// The schema to which a program has migrated its database, and a migration by a newer program, if
/// there is one: a program that is still open would write values in the earlier form.
///
/// The connections of a `Database` share it. Running a statement does not access it. After another
/// connection has changed the tables, SQLite compiles each statement again, and the connection then
/// reads the ledger; see ``Authorizer/refusesRecompiled``.
final class MigratedSchema: Sendable {
  private struct State {
    /// The fingerprint of the schema; nil until a migration is done.
    var fingerprint: String?
    var newer: NewerSchemaError?
  }

  private let state = Mutex(State())

  /// The error about a migration to a newer schema, if one was found.
  var newer: NewerSchemaError? { state.withLock(\.newer) }

  /// Whether the connections look for newer migrations.
  var isWatched: Bool { state.withLock { $0.fingerprint != nil } }

  /// The fingerprint of the schema that the program has migrated to; nil if none is known.
  var fingerprint: String? { state.withLock(\.fingerprint) }

  /// - Parameter fingerprint: The fingerprint of the database's current schema; nil while it is
  ///   being migrated.
  func set(_ fingerprint: String?) {
    state.withLock { $0 = State(fingerprint: fingerprint) }
  }

  /// Checks the last migration that the database has recorded.
  ///
  /// - Returns: The error for each use of the database if the last migration was to another schema;
  ///   otherwise nil.
  /// - Throws: ``DatabaseError`` if the record can't be read.
  func look(by connection: RawConnection) throws -> NewerSchemaError? {
    guard let known = state.withLock(\.fingerprint) else { return nil }
    let ledger = "main.\(Schema.migrationsTable.quotedIdentifier)"
    let rows = try connection.texts(
      "SELECT fingerprint, at, app FROM \(ledger) ORDER BY id DESC LIMIT 1")
    guard let row = rows.first, row.count == 3, !row[0].hasSameBytes(as: known) else { return nil }
    // If only the cases of enums differ, the columns are unchanged unless their values were
    // converted.
    if row[0].fingerprintOfTables.elementsEqual(known.fingerprintOfTables),
      try !convertsCases(from: known, in: ledger, connection)
    {
      return nil
    }
    let error = NewerSchemaError(date: row[1], app: row[2])
    state.withLock { if $0.fingerprint.hasSameBytes(as: known) { $0.newer = error } }
    return error
  }

  /// Whether the last migration has converted values that the schema with a fingerprint stores in
  /// another way.
  private func convertsCases(
    from fingerprint: String, in ledger: String, _ connection: RawConnection
  ) throws -> Bool {
    func schema(_ condition: String = "") throws -> Schema? {
      let sql =
        "SELECT schema FROM \(ledger) WHERE schema <> '' \(condition) ORDER BY id DESC LIMIT 1"
      return try connection.texts(sql).first?.first.flatMap { try? Schema(json: $0) }
    }
    let name = SQLValue.text(fingerprint).literal
    // If a record can't be read, its migration may have converted values.
    guard let last = try schema(), let known = try schema("AND fingerprint = \(name)") else {
      return true
    }
    return last.convertsValues(of: known)
  }
}

extension String {
  /// The part of a fingerprint that covers tables only.
  var fingerprintOfTables: Substring.UTF8View {
    self[..<(utf8.firstIndex(of: UInt8(ascii: ".")) ?? endIndex)].utf8
  }
}
