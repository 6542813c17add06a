import ORMCore
import ORMSchema

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Connection {
  /// How much room on the disk a plan needs, and how long it takes; nil if SQLite was built without
  /// `dbstat`.
  ///
  /// In the database's folder: each table that is made again and its indexes, in the file and in
  /// its log, and what is overwritten when the old one is dropped; for temporary files: twice the
  /// largest index, and the old table if it is overwritten. Found out with tables of ten million
  /// rows. See <https://www.sqlite.org/dbstat.html>.
  func needs(
    of plan: MigrationPlan, _ renames: RenamePlan
  ) throws -> (space: MigrationPlan.Space, duration: Duration)? {
    if plan.rebuiltTables.isEmpty || path.isEmpty || path.hasSameBytes(as: ":memory:") {
      return nil
    }
    var (database, temporary, copied) = (0, 0, 0)
    let overwrites = try migrationReader.overwritesDeleted()
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

  /// Of a table that is made again with its indexes; see ``MigrationPlan/duration``.
  private static let bytesCopiedInMillisecond = 40_000

  /// - Throws: ``MigrationError`` if the disk has less room than a plan needs, if both are known.
  func checkSpace(for plan: MigrationPlan) throws {
    guard let space = plan.space else { return }
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    for (needed, folder, words) in [
      (space.database, folder, "beside the database"),
      (space.temporary, Self.temporaryFolder, "for temporary files"),
    ] {
      let attributes = try? FileManager.default.attributesOfFileSystem(forPath: folder)
      // One of two types, on one system or the other.
      let size = attributes?[.systemFreeSize]
      let free = size as? Int ?? (size as? UInt64).map { Int(clamping: $0) }
      guard let free, free < needed else {
        continue
      }
      throw MigrationError(
        .insufficientSpace,
        "the migration needs \(needed) bytes \(words), in \(folder), and there are \(free)")
    }
  }

  /// Where SQLite makes temporary files; see
  /// <https://www.sqlite.org/tempfiles.html#temporary_file_storage_locations>.
  private static var temporaryFolder: String {
    let all = ProcessInfo.processInfo.environment
    let own = ["SQLITE_TMPDIR", "TMPDIR"].compactMap { all[$0] }  // Characters: not of SQL
    let folders = own + ["/var/tmp", "/usr/tmp", "/tmp"]
    return folders.first { FileManager.default.isWritableFile(atPath: $0) } ?? "."
  }
}
