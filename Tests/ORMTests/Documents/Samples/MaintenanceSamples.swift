import Foundation
import ORM
import Testing

/// The code of the guide to backups and care.
enum MaintenanceSamples {
  @Table
  struct Album: Identifiable {
    var id: Int?
    var title: String
  }

  static func run(_ db: Database) async throws {
    try await db.create(Album.self)
    try await db.insert(Album(title: "Promise"))
    let temporary = try TemporaryFolder()
    try await copies(db, temporary.path)
    try await bytes(db)
    try await care(db)
    #expect(try await Database(temporary.file("backup.sqlite")).count(Album.self) == 1)
    #expect(try await Database(temporary.file("small.sqlite")).count(Album.self) == 1)
  }

  static func copies(_ db: Database, _ folder: String) async throws {
    try await db.backup(to: folder + "/backup.sqlite") { progress in
      print("\(Int(progress.fraction * 100)) %")
    }

    try await db.vacuum(into: folder + "/small.sqlite")
    // VACUUM INTO $1
  }

  static func bytes(_ db: Database) async throws {
    let bytes = try await db.serialized()
    let copy = try Database.inMemory(serialized: bytes)
    #expect(try await copy.count(Album.self) == 1)
  }

  static func care(_ db: Database) async throws {
    let health = try await db.health()
    if health.freePageCount > health.pageCount / 2 { try await db.vacuum() }
    for defect in health.defects { print(defect) }

    let log = try await db.checkpoint(.truncate)
    if !log.isComplete { print("\(log.logPages - log.checkpointedPages) pages are left") }
    try await db.optimize()
    // PRAGMA optimize

    let findings = try await db.checkIntegrity()
    let broken = try await db.checkForeignKeys()
    if !findings.isEmpty || !broken.isEmpty { print(findings, broken) }
    #expect(findings.isEmpty && broken.isEmpty)
  }
}
