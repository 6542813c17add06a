import Foundation

#if os(Linux)
  import Glibc

  /// A disk of its own in memory, mounted in a temporary folder; needs the right to mount.
  final class SmallDisk: Sendable {
    let folder: TemporaryFolder
    var path: String { folder.path + "/disk" }

    /// - Returns: nil where this process may not mount.
    init?(megabytes: Int) throws {
      folder = try TemporaryFolder()
      let path = folder.path + "/disk"
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      guard mount("tmpfs", path, "tmpfs", 0, "size=\(megabytes)m") == 0 else { return nil }
    }

    deinit { umount2(path, Int32(MNT_DETACH)) }

    /// Makes the disk one that can't be written.
    func makeReadOnly() -> Bool {
      mount("tmpfs", path, "tmpfs", UInt(MS_REMOUNT | MS_RDONLY), nil) == 0
    }

    /// Whether this process may mount.
    static let isAvailable = (try? SmallDisk(megabytes: 1)) != nil
  }
#else
  final class SmallDisk: Sendable {
    let path = ""
    init?(megabytes: Int) throws { nil }
    func makeReadOnly() -> Bool { false }
    static let isAvailable = false
  }
#endif
