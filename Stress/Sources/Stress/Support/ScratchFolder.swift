import Foundation

/// A folder of its own, which is gone with this value unless it is kept.
final class ScratchFolder {
  let path: String
  /// Whether it stays, for someone to look at.
  var isKept = false

  /// - Parameter isInMemory: Whether it lies in memory, where the system has a place for that: what
  ///   is not about the disk does far more there in the same time.
  init(isInMemory: Bool = false) throws {
    let memory = URL(fileURLWithPath: "/dev/shm")
    let inMemory = isInMemory && FileManager.default.fileExists(atPath: memory.path)
    let folder = (inMemory ? memory : FileManager.default.temporaryDirectory)
      .appendingPathComponent("stress-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.path
  }

  deinit { if !isKept { try? FileManager.default.removeItem(atPath: path) } }

  func file(_ name: String = "stress.sqlite") -> String { path + "/" + name }

  /// How many bytes a file has; none where there is no such file.
  static func size(of path: String) -> Int {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return attributes?[.size] as? Int ?? 0
  }
}
