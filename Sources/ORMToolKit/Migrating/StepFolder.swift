import ORMCore
import ORMSQLite

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A folder with a file of SQL for each step of a program's migrations, which run in the order of
/// their names.
package struct StepFolder: Sendable {
  package let path: String
  package let migrations: Migrations

  /// Reads the files whose names end with `.sql`.
  ///
  /// - Throws: ``ToolError`` if there is no such folder; ``DatabaseError`` if a file can't be read.
  package init(_ path: String) throws {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
      throw ToolError.use("there is no folder \(path)")
    }
    self.path = path
    let files = names.filter { $0.utf8.suffix(4).elementsEqual(".sql".utf8) }
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    migrations = try Migrations {
      for name in files { try SQLFile(URL(filePath: path + "/" + name)) }
    }
  }

  /// Makes the file of a new step, behind all others: its name begins with the time.
  ///
  /// - Parameters:
  ///   - name: What the step does, in a few words.
  ///   - date: The time that its name begins with, in UTC.
  /// - Returns: the file's path.
  /// - Throws: ``ToolError`` if the name is none for a file, or the file is there.
  package static func add(
    _ name: String, in folder: String, sql: String, at date: Date = Date()
  ) throws -> String {
    let words = name.utf8.map { $0.isWordByte ? $0 : UInt8(ascii: "-") }
    guard words.contains(where: { $0 != UInt8(ascii: "-") }) else {
      throw ToolError.use("\(name) is no name of a step")
    }
    let time = try DateTimeText.encode(date).utf8.prefix(19).filter(\.isDigit)
    let path =
      "\(folder)/\(String(decoding: time, as: UTF8.self))-"
      + "\(String(decoding: words, as: UTF8.self)).sql"
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    guard !FileManager.default.fileExists(atPath: path) else {
      throw ToolError.use("\(path) is there already")
    }
    do {
      try Data(sql.utf8).write(to: URL(filePath: path), options: .withoutOverwriting)
    } catch {
      throw ToolError.use("\(path) can't be written")
    }
    return path
  }
}

extension UInt8 {
  /// Whether it can be in the name of a step's file: letters, digits, and all of other alphabets.
  fileprivate var isWordByte: Bool {
    isDigit || (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self) || self >= 0x80
      || self == UInt8(ascii: "_")
  }
}
