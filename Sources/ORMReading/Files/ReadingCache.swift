#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The facts read from source files, so that only changed files are read again.
///
/// A file is identified by its path, its size and a hash of its bytes. A missing, old or damaged
/// cache costs only time.
///
/// ```swift
/// var cache = ReadingCache(at: "/tmp/App.orm-cache")
/// let read = try package.schema(of: "App", cache: &cache)
/// try cache.save()
/// ```
public struct ReadingCache: Sendable {
  /// The version of the format; a cache of another version is ignored.
  private static let version = 4

  private struct Content: Codable {
    var version: Int
    var files: [String: FileRecord]
  }

  /// The cache's file; nil if it is only in memory.
  public let path: String?
  var files: [String: FileRecord] = [:]
  /// Whether it contains facts that the file does not.
  var isChanged = false

  /// Creates a cache in memory.
  public init() { path = nil }

  /// Creates a cache from a file. It is empty if there is no file, or one from another version of
  /// the library.
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
  /// - Throws: Foundation's error if the file can't be written.
  public mutating func save() throws {
    guard let path, isChanged else { return }
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .binary
    let data = try encoder.encode(Content(version: Self.version, files: files))
    try data.write(to: URL(filePath: path), options: .atomic)
    isChanged = false
  }
}
