import ORMCore
import ORMSchema

extension SchemaHistory {
  /// A condition by which a history recognizes the version of a database without records, which
  /// another program or library has created.
  ///
  /// ```swift
  /// .version(.foreign, adopting: [.grdb(through: "v7"), .userVersion(7)])
  /// ```
  ///
  /// The conditions are evaluated only in databases without records. If conditions of several
  /// versions are true in one database, ``HistoryError`` has the reason `undecided`, unless these
  /// versions have the same schema and no rules between them.
  public struct Adoption: Sendable {
    fileprivate enum Sign: Sendable {
      case grdb(String)
      case userVersion(Int)
      case condition(String)
    }

    fileprivate let sign: Sign

    /// A condition that is true if this is the last migration that GRDB has recorded in its table
    /// `grdb_migrations`.
    ///
    /// A database with a different last migration is refused, with the reason `tooOld` or
    /// `notRecognized`.
    ///
    /// - Parameter identifier: The identifier of the migration.
    public static func grdb(through identifier: String) -> Self { Self(sign: .grdb(identifier)) }

    /// A condition that is true if `PRAGMA user_version` returns this number, which is 0 unless a
    /// program has set it.
    public static func userVersion(_ version: Int) -> Self { Self(sign: .userVersion(version)) }

    /// A condition that is true if the first value of a query is true, that is, a number other than
    /// 0.
    ///
    /// ```swift
    /// .where(sql: "SELECT value = '7' FROM settings WHERE key = 'schema'")
    /// ```
    ///
    /// The condition is false if the query uses a table or a column that the database lacks, or
    /// returns no row. If the query fails in another way, writes, or returns a text or a blob,
    /// ``HistoryError`` has the reason `failedCondition`.
    public static func `where`(sql: String) -> Self { Self(sign: .condition(sql)) }
  }
}

extension Connection {
  /// Returns the indexes of the versions that adopt the database.
  ///
  /// - Parameter found: The schema of the database.
  /// - Throws: ``HistoryError`` if a condition can't be evaluated, or if no version adopts the last
  ///   migration of GRDB.
  func adoptingVersions(of history: SchemaHistory, _ found: Schema) throws -> [Int] {
    let entries = history.entries
    if found.tables.isEmpty && found.virtualTables.isEmpty { return [] }
    if entries.allSatisfy(\.adoptions.isEmpty) { return [] }
    let migrations = try migrationsOfGRDB()
    try checkGRDB(migrations, entries)
    let places = try entries.indices.filter { place in
      try entries[place].adoptions.contains { adoption in
        switch adoption.sign {
        case .grdb(let identifier): migrations.last.hasSameBytes(as: identifier)
        case .userVersion(let version): try userVersion() == version
        case .condition(let sql): try isTrue(sql, entries[place].name)
        }
      }
    }
    return places
  }

  private func isTrue(_ sql: String, _ version: String) throws -> Bool {
    let raw = RawConnection(handle)
    raw.setDoubleQuotedStrings(false)
    defer { raw.setDoubleQuotedStrings(true) }
    do {
      let statement = try prepare(sql, by: .package)
      try statement.checkObservable()
      switch try statement.values().first?.first {
      case .integer(let number)?: return number != 0
      case .real(let number)?: return number != 0
      case .null?, nil: return false
      case .text?, .blob?:
        throw HistoryError(
          .failedCondition, version,
          "its condition adopting: .where(sql: \(sql.debugDescription)) returns text or a BLOB,"
            + " not a truth value: compare it, for example value = '7'")
      }
    } catch let error as DatabaseError {
      if error.message.starts(withBytes: "no such table: ")
        || error.message.starts(withBytes: "no such column: ")
      {
        return false
      }
      throw HistoryError(
        .failedCondition, version,
        "its condition adopting: .where(sql: \(sql.debugDescription)) can't be evaluated, or is"
          + " not a query of one value: \(error.message)")
    }
  }

  /// - Throws: ``HistoryError`` if versions adopt databases of GRDB, but not this one.
  private func checkGRDB(
    _ migrations: [String], _ entries: [SchemaHistory.Entry]
  ) throws(HistoryError) {
    let adopted = entries.flatMap(\.adoptions).compactMap { adoption in
      if case .grdb(let identifier) = adoption.sign { identifier } else { nil }
    }
    guard let last = migrations.last, !adopted.isEmpty,
      !adopted.contains(where: { $0.hasSameBytes(as: last) })
    else { return }
    let names = adopted.map(\.debugDescription).joined(separator: " or ")
    let passed = adopted.first { name in migrations.contains { $0.hasSameBytes(as: name) } }
    if let passed {
      throw HistoryError(
        .notRecognized, "",
        "GRDB has migrated the database through \(last.debugDescription), which comes after"
          + " \(passed.debugDescription), but the history adopts only \(names): record the schema"
          + " after that migration as a version with .grdb(through: \(last.debugDescription))")
    }
    throw HistoryError(
      .tooOld, "",
      "GRDB has migrated the database through \(last.debugDescription), but the history adopts only"
        + " \(names): open the database once with a release that runs the migrations in between, or"
        + " run them in a MigrationList before the history")
  }
}
