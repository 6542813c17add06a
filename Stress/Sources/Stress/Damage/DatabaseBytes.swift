import CSQLite
import Foundation
import ORM

/// The bytes of a database's file, and of its write-ahead log where it has one.
struct DatabaseBytes: Sendable {
  var file: [UInt8]
  var log: [UInt8]
  /// What kind of database it is.
  let name: String
  let pageSize: Int

  /// Writes both to a place where no other database lies.
  func write(to path: String) throws {
    try Database.delete(at: path)
    try Data(file).write(to: URL(filePath: path))
    if !log.isEmpty { try Data(log).write(to: URL(filePath: path + "-wal")) }
  }
}

extension DatabaseBytes {
  enum Journal: CaseIterable {
    /// A write-ahead log that holds a part of the rows.
    case log
    /// A write-ahead log that was emptied.
    case emptyLog
    /// The old rollback journal.
    case rollback
  }

  /// Sound databases of the same rows: with each size of pages and each journal.
  static func sound(in folder: ScratchFolder) async throws -> [DatabaseBytes] {
    var all: [DatabaseBytes] = []
    for pageSize in [512, 1_024, 4_096, 32_768] {
      for journal in Journal.allCases {
        all.append(
          try await sound(at: folder.file("sound.sqlite"), pageSize: pageSize, journal: journal))
      }
    }
    return all
  }

  private static func sound(
    at path: String, pageSize: Int, journal: Journal
  ) async throws -> DatabaseBytes {
    try Database.delete(at: path)
    var configuration = Configuration(readerCount: 1)
    configuration.prepareConnection = { try $0.execute("PRAGMA page_size = \(literal: pageSize)") }
    let db = try Database(path, configuration: configuration)
    try await db.create(Shelf.self, Book.self)
    try await db.insert((1...20).map { Shelf(id: $0, name: "Shelf \($0)") })
    try await db.insert((1...150).map { Book(number: $0, shelf: $0 % 20 + 1, coverSize: $0 * 3) })
    try await db.checkpoint(.truncate)
    if journal == .rollback {
      try await db.withHandle {
        _ = sqlite3_exec($0, "PRAGMA journal_mode = DELETE", nil, nil, nil)
      }
    }
    if journal == .log {
      let books = (151...250).map { Book(number: $0, shelf: $0 % 20 + 1, coverSize: $0 * 3) }
      try await db.insert(books)
      try await db.run(Book.where { $0.shelfID == 3 }.update { $0.weight += 1 })
    }
    func bytes(_ path: String) throws -> [UInt8] {
      guard FileManager.default.fileExists(atPath: path) else { return [] }
      return Array(try Data(contentsOf: URL(filePath: path)))
    }
    let result = DatabaseBytes(
      file: try bytes(path), log: try bytes(path + "-wal"),
      name: "pages of \(pageSize) bytes, \(journal)", pageSize: pageSize)
    try await db.close()
    return result
  }
}
