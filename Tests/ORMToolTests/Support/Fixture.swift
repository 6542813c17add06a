import Foundation
import ORMCore
import ORMSQLite
import ORMToolKit
import Synchronization
import Testing

/// A database in a folder that is gone with the test.
struct Fixture: ~Copyable {
  let folder: String
  var path: String { folder + "/music.sqlite" }

  /// - Parameter script: What makes the database; nil for none.
  init(_ script: String? = Fixture.music) async throws {
    folder = FileManager.default.temporaryDirectory.path + "/orm-tool-" + UUID().uuidString
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true)
    guard let script else { return }
    let database = try Database(folder + "/music.sqlite")
    try await database.execute(script: SQL("\(raw: script)"))
    try await database.close()
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  func file(_ name: String, _ text: String) throws -> String {
    let path = folder + "/" + name
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    return path
  }

  func text(of name: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: folder + "/" + name)), as: UTF8.self)
  }

  static let music = """
    CREATE TABLE artist (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
    CREATE TABLE album (
      id INTEGER PRIMARY KEY, title TEXT NOT NULL, year INTEGER DEFAULT 1984, cover BLOB,
      artistID INTEGER NOT NULL REFERENCES artist (id) ON DELETE CASCADE) STRICT;
    CREATE INDEX album_by_artist ON album (artistID);
    CREATE VIEW recent AS SELECT title FROM album WHERE year > 1990;
    CREATE TRIGGER album_insert AFTER INSERT ON album BEGIN SELECT 1; END;
    CREATE TABLE pair (a TEXT, b INTEGER, PRIMARY KEY (a, b)) WITHOUT ROWID;
    INSERT INTO artist VALUES (1, 'Sade'), (2, 'Nina Simone');
    INSERT INTO album VALUES (1, 'Diamond Life', 1984, x'00ff', 1), (2, 'Promise', 1985, NULL, 1),
      (3, 'Pastel Blues', 1965, NULL, 2);
    INSERT INTO pair VALUES ('x', 1);
    """
}

/// What a command has written.
final class Written: Sendable {
  private let bytes = Mutex<[UInt8]>([])

  func output(isTerminal: Bool = false, style: Style = .plain, width: Int? = nil) -> ByteOutput {
    ByteOutput(isTerminal: isTerminal, style: style, width: { width }) { piece in
      self.bytes.withLock { $0 += piece }
    }
  }

  var text: String { String(decoding: bytes.withLock(\.self), as: UTF8.self) }
}

extension Query {
  /// What a query writes.
  static func output(
    _ sql: String, _ format: QueryFormat, on path: String, bindings: [String] = [],
    writes: Bool = false, isTerminal: Bool = false
  ) async throws -> String {
    let written = Written()
    let query = try Query(sql, format: format, bindings: bindings)
    try await query.run(
      on: try DatabaseFile(path, writes: writes), writes: writes,
      to: written.output(isTerminal: isTerminal))
    return written.text
  }
}

/// Numbers that are the same in each run.
struct SeededNumbers: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: Int) { state = UInt64(seed) &* 0x9e37_79b9_7f4a_7c15 | 1 }

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state &* 0x2545_f491_4f6c_dd1d
  }
}

extension SeededNumbers {
  mutating func next(below limit: Int) -> Int { Int.random(in: 0..<limit, using: &self) }
}
