import ORMCore
import ORMSchema

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Connection {
  /// Returns the disk space and the time that a plan needs; nil if SQLite was built without
  /// `dbstat`.
  ///
  /// The database's folder needs space for each rebuilt table and its indexes, in the file and in
  /// its log, and for overwriting the old table when it is dropped. Temporary files need twice the
  /// largest index, and the old table if it is overwritten. Measured with tables of ten million
  /// rows. See <https://www.sqlite.org/dbstat.html>.
  func needs(
    of plan: MigrationPlan, _ renames: RenamePlan
  ) throws -> (space: MigrationPlan.Space, duration: Duration)? {
    if plan.rebuiltTables.isEmpty || path.isEmpty || path.hasSameBytes(as: ":memory:") {
      return nil
    }
    var (database, temporary, copied) = (0, 0, 0)
    let overwrites = try migrationReader.secureDelete()
    for table in plan.rebuiltTables {
      let found = renames.tables.first { $0.wanted.isSameName(as: table) }?.found ?? table
      let sizes = try? migrationReader.sizes(of: found)
      guard let sizes else { return nil }
      let whole = sizes.reduce(0, +)
      copied += whole
      let largestIndex = sizes.dropFirst().max() ?? 0
      database += whole + (sizes.first ?? 0) + (overwrites ? whole : 0)
      temporary = max(temporary, largestIndex * 2 + (overwrites ? whole : 0))
    }
    let space = MigrationPlan.Space(database: database, temporary: temporary)
    return (space, .milliseconds(copied / Self.bytesCopiedInMillisecond))
  }

  /// The number of bytes of a rebuilt table and its indexes; see ``MigrationPlan/duration``.
  private static let bytesCopiedInMillisecond = 40_000

  /// - Throws: ``MigrationError`` if the disk has less free space than the plan needs, and both are
  ///   known.
  func checkSpace(for plan: MigrationPlan) throws {
    guard let space = plan.space else { return }
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    for (needed, folder, words) in [
      (space.database, folder, "next to the database"),
      (space.temporary, Self.temporaryFolder, "for temporary files"),
    ] {
      let attributes = try? FileManager.default.attributesOfFileSystem(forPath: folder)
      // The type depends on the system.
      let size = attributes?[.systemFreeSize]
      let free = size as? Int ?? (size as? UInt64).map { Int(clamping: $0) }
      guard let free, free < needed else {
        continue
      }
      throw MigrationError(
        .insufficientSpace,
        "the migration needs \(needed) bytes \(words), in \(folder), but only \(free) are free")
    }
  }

  /// The folder for SQLite's temporary files; see
  /// <https://www.sqlite.org/tempfiles.html#temporary_file_storage_locations>.
  private static var temporaryFolder: String {
    let all = ProcessInfo.processInfo.environment
    let own = ["SQLITE_TMPDIR", "TMPDIR"].compactMap { all[$0] }  // Characters: not of SQL
    let folders = own + ["/var/tmp", "/usr/tmp", "/tmp"]
    return folders.first { FileManager.default.isWritableFile(atPath: $0) } ?? "."
  }
}
