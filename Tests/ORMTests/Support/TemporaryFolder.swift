import Foundation
import ORM

@testable import ORMSQLite

/// A folder of its own for one test, gone with this value.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "orm-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Removes what is in the folder.
  func empty() throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: path) {
      try FileManager.default.removeItem(atPath: file(name))
    }
  }

  /// The path of a file in the folder.
  func file(_ name: String = "test.sqlite") -> String { path + "/" + name }
}

/// A database in a file of its own, and a second one on the same file to see what others see.
struct TwoDatabases {
  let folder: TemporaryFolder
  let db: Database
  let other: Database

  init(busyTimeout: Duration = .seconds(600), readerCount: Int = 2) throws {
    var configuration = Configuration(readerCount: readerCount)
    configuration.busyTimeout = busyTimeout
    // On a busy machine a task may wait for its turn, and take to write a row, for longer than
    // programs should.
    configuration.connectionTimeout = .seconds(600)
    configuration.sharedCommitTime = .seconds(600)
    folder = try TemporaryFolder()
    db = try Database(folder.file(), configuration: configuration)
    other = try Database(folder.file(), configuration: configuration)
  }
}

/// An error that only the test throws.
struct Stop: Error, Equatable {}
