#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What was read of source files, so that only those that have changed are read again.
///
/// A file is known by its path, its size and a hash of its bytes. Whether the cache is there, is
/// old, or was damaged makes no difference but in time.
///
/// ```swift
/// var cache = ReadingCache(at: "/tmp/App.orm-cache")
/// let read = try package.schema(of: "App", cache: &cache)
/// try cache.save()
/// ```
public struct ReadingCache: Sendable {
  /// What is written in front, so that no other version's facts are taken for those of this one.
  private static let version = 4

  private struct Content: Codable {
    var version: Int
    var files: [String: FileRecord]
  }

  /// The file that it is kept in; nil if it is kept nowhere.
  public let path: String?
  var files: [String: FileRecord] = [:]
  /// Whether it has something that the file has not.
  var isChanged = false

  /// A cache that is kept in memory alone.
  public init() { path = nil }

  /// What a file keeps; empty if there is none, or one that this version of the library did not
  /// write.
  public init(at path: String) {
    self.path = path
    guard let data = try? Data(contentsOf: URL(filePath: path)),
      let content = try? PropertyListDecoder().decode(Content.self, from: data),
      content.version == Self.version
    else { return }
    files = content.files
  }

  /// Writes the cache to its file, if it has one and anything has changed.
  ///
  /// - Throws: what Foundation throws if the file can't be written.
  public mutating func save() throws {
    guard let path, isChanged else { return }
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .binary
    let data = try encoder.encode(Content(version: Self.version, files: files))
    try data.write(to: URL(filePath: path), options: .atomic)
    isChanged = false
  }
}
