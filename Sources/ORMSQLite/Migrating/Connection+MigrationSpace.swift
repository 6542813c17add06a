import ORMCore
import ORMSchema

extension Connection {
  /// How much room on the disk a plan needs; nil if SQLite was built without `dbstat`.
  ///
  /// In the database's folder: each table that is made again and its indexes, in the file and in
  /// its log, and what is overwritten when the old one is dropped; for temporary files: twice the
  /// largest index, and the old table if it is overwritten. Found out with tables of ten million
  /// rows. See <https://www.sqlite.org/dbstat.html>.
  func space(for plan: MigrationPlan, _ renames: RenamePlan) throws -> MigrationPlan.Space? {
    if plan.rebuiltTables.isEmpty || path.isEmpty || path.hasSameBytes(as: ":memory:") {
      return nil
    }
    var (database, temporary) = (0, 0)
    let overwrites = try migrationReader.overwritesDeleted()
    for table in plan.rebuiltTables {
      let found = renames.tables.first { $0.wanted.isSameName(as: table) }?.found ?? table
      let sizes = try? migrationReader.sizes(of: found)
      guard let sizes else { return nil }
      let whole = sizes.reduce(0, +)
      let largestIndex = sizes.dropFirst().max() ?? 0
      database += whole * 2 + (overwrites ? whole : 0)
      temporary = max(temporary, largestIndex * 2 + (overwrites ? whole : 0))
    }
    return MigrationPlan.Space(database: database, temporary: temporary)
  }
}
