import ORMCore
import ORMSQLite
import ORMSchema

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A schema that a command was given: that of a database, or one in a file of JSON.
package enum SchemaFile {
  /// Reads the schema. What a file is, its first bytes say, and not its name.
  ///
  /// - Throws: ``ToolError`` if there is no such file, or it is neither; ``DatabaseError`` if the
  ///   database can't be read.
  package static func read(_ path: String) async throws -> Schema {
    guard let start = FileStart.bytes(of: path) else {
      // Says what is wrong with the path.
      return try await DatabaseFile(path).database.schema()
    }
    guard start.first(where: { ![0x20, 0x09, 0x0a, 0x0d].contains($0) }) == UInt8(ascii: "{") else {
      return try await DatabaseFile(path).database.schema()
    }
    guard let data = FileManager.default.contents(atPath: path),
      let text = String(validating: data, as: UTF8.self)
    else { throw ToolError.data("\(path) can't be read as UTF-8") }
    do {
      return try Schema(json: text)
    } catch {
      throw ToolError.data("\(path) is no schema: \(error)")
    }
  }
}

private enum FileStart {
  /// The first bytes of a file; nil if there is none, or it is a folder.
  static func bytes(of path: String) -> [UInt8]? {
    var isFolder = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder,
      let stream = fopen(path, "rb")
    else { return nil }
    defer { fclose(stream) }
    var bytes = Array(repeating: UInt8(0), count: 64)
    let count = fread(&bytes, 1, bytes.count, stream)
    return Array(bytes.prefix(count))
  }
}
