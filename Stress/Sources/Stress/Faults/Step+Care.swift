import Foundation
import ORM

// MARK: - Care

extension Step {
  static let backup = Step(name: "backup") { db, shop in
    let path = db.path + ".backup"
    do {
      try await db.backup(to: path, pagesPerStep: 16)
    } catch {
      let folder = URL(filePath: path).deletingLastPathComponent().path
      let left = try FileManager.default.contentsOfDirectory(atPath: folder)
        .filter { $0.contains(".backup") }
      try promise(left.isEmpty, "a backup that fails leaves nothing: \(left)")
      throw error
    }
    try takeCopy(path, shop)
  }

  // SQLite takes a file whose size it can't ask for to be one that is there already.
  static let vacuumInto = Step(name: "vacuum into", codes: [.error]) { db, shop in
    let path = db.path + ".vacuumed"
    do {
      try await db.vacuum(into: path)
    } catch {
      // SQLite leaves what it has written.
      for suffix in ["", "-journal"] { try? FileManager.default.removeItem(atPath: path + suffix) }
      throw error
    }
    try takeCopy(path, shop)
  }

  /// Looks whether the copy is sound and whole, and deletes it.
  private static func takeCopy(_ path: String, _ shop: Shop) throws {
    try promise(
      try Shop.reading(path, isCopy: true) == shop, "\(path) has the rows that were there")
    for suffix in ["", "-journal", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: path + suffix)
    }
  }

  static let vacuum = Step(name: "vacuum") { db, _ in try await db.vacuum() }

  static let checkpoint = Step(name: "checkpoint") { db, _ in
    let result = try await db.checkpoint(.truncate)
    try promise(result.isComplete, "a checkpoint that returns is complete")
  }

  static let health = Step(name: "health") { db, _ in
    let health = try await db.health()
    try promise(health.journalMode == "wal", "the journal mode is WAL: \(health.journalMode)")
    try promise(health.pageCount > 10, "there are pages")
  }

  static let optimize = Step(name: "optimize") { db, _ in try await db.optimize() }

  static let checkReferences = Step(name: "check foreign keys") { db, _ in
    let broken = try await db.checkForeignKeys()
    try promise(broken.isEmpty, "no reference is broken")
  }

  /// What SQLite can't read it lists among its findings.
  static let checkIntegrity = Step(name: "check integrity") { db, _ in
    let failures = Faults.failures
    let findings = try await db.checkIntegrity()
    try promise(
      findings.isEmpty || Faults.failures > failures, "the file is sound: \(findings)")
  }
}

extension Step {
  /// Everything, once.
  static let all: [Step] = [
    .create, .insertShelves, .insertBooks(1...200, shelves: 20), .insertBook(1_001),
    .insertBook(1_002), .fetch,
    .updateQuery, .updateValues, .transaction, .goingOn, .join, .asyncTransaction, .aggregate,
    .stream,
    .snapshot, .observe, .changes, .undoneChangeset, .cascade, .checkpoint, .insertBook(1_003),
    .backup, .vacuum, .vacuumInto, .health, .optimize, .checkReferences, .checkIntegrity,
    .insertBooks(3_000...3_100), .fetch,
  ]
}
