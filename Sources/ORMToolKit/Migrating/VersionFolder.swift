import ORMCore
import ORMSchema

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A folder with a Swift file for each recorded version of a schema.
package struct VersionFolder: Sendable {
  package let path: String
  /// The versions, in the order of the history.
  package let versions: [Schema.Version]
  /// The paths of their files.
  private let files: [String]

  /// Reads the files that end with `.swift` and contain a recorded version.
  ///
  /// - Throws: ``ToolError`` if a file can't be read, or the versions don't form a sequence.
  package init(_ path: String) throws {
    self.path = path
    var found: [(file: String, version: Schema.Version)] = []
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    for name in names.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) })
    where name.utf8.suffix(6).elementsEqual(".swift".utf8) {
      let file = "\(path)/\(name)"
      guard let data = FileManager.default.contents(atPath: file),
        let text = String(validating: data, as: UTF8.self)
      else { throw ToolError.data("\(file) can't be read as UTF-8") }
      if let version = Schema.Version(source: text) { found.append((file, version)) }
    }
    let ordered = try Self.ordered(found)
    versions = ordered.map(\.version)
    files = ordered.map(\.file)
  }

  /// Orders the versions, each after the one that it follows.
  private static func ordered(
    _ found: [(file: String, version: Schema.Version)]
  ) throws -> [(file: String, version: Schema.Version)] {
    var rest = found
    var ordered: [(file: String, version: Schema.Version)] = []
    // The first version follows none, or one that was merged away.
    let names = found.map(\.version.name)
    func isFirst(_ version: Schema.Version) -> Bool {
      version.previous.map { previous in !names.contains { $0.hasSameBytes(as: previous) } } ?? true
    }
    while !rest.isEmpty {
      let next = rest.filter { one in
        ordered.last.map { one.version.previous.hasSameBytes(as: $0.version.name) }
          ?? isFirst(one.version)
      }
      guard let one = next.first, next.count == 1 else {
        let last = ordered.last.map { "version \($0.version.name)" } ?? "no version"
        throw ToolError.data(
          next.isEmpty
            ? "\(rest[0].file): version \(rest[0].version.name) follows"
              + " \(rest[0].version.previous ?? "none"), but \(last) is the newest"
            : "\(next.map(\.version.name).joined(separator: " and ")) both follow \(last): delete"
              + " the file of the one that has not shipped, and record it again")
      }
      ordered.append(one)
      rest.removeAll { $0.file.hasSameBytes(as: one.file) }
    }
    return ordered
  }

  /// Returns the differences of a schema from the newest version, in words; nil if there is no
  /// version.
  package func changes(to schema: Schema) throws -> [String]? {
    guard let newest = try versions.last?.schema() else { return nil }
    if schema.isSameVersion(as: newest) { return [] }
    let changes = schema.differences(from: newest)
    return changes.isEmpty ? ["the schemas differ only in names or spelling"] : changes
  }

  /// Writes the file of a new version, or of the newest one again.
  ///
  /// - Returns: The path of the file.
  /// - Throws: ``ToolError`` if the name is taken or invalid, or the file can't be written.
  package func record(_ name: String, _ schema: Schema, again: Bool = false) throws -> String {
    guard Schema.Version.isName(name) else {
      throw ToolError.use(
        "\(name) is not the name of a version: it begins with a letter, and has only letters,"
          + " digits, - and _")
    }
    let place = versions.firstIndex { $0.name.hasSameBytes(as: name) }
    if again, place != versions.count - 1 || versions.isEmpty {
      throw ToolError.use("only the newest version can be recorded again, not \(name)")
    }
    if !again, place != nil {
      throw ToolError.use("version \(name) exists; --again records the newest version again")
    }
    let previous = again ? versions.dropLast().last : versions.last
    let version = Schema.Version(name, after: previous?.name, try schema.json())
    guard
      again
        || !versions.contains(where: { $0.constant.hasSameBytes(as: version.constant) })
    else { throw ToolError.use("another version already has the Swift name \(version.constant)") }
    let number = String(versions.count + 1)
    let digits = String(repeating: "0", count: max(0, 4 - number.utf8.count)) + number
    let file = again ? files[files.count - 1] : "\(path)/\(digits)-\(name).swift"
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      try Data(version.source.utf8).write(
        to: URL(filePath: file), options: again ? .atomic : .withoutOverwriting)
    } catch {
      throw ToolError.use("\(file) can't be written")
    }
    return file
  }
}
