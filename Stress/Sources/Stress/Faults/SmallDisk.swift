import Foundation

#if os(Linux)
  import Glibc

  /// A disk of its own in memory, which takes the right to mount.
  final class SmallDisk {
    let path: String
    private let kilobytes: Int

    /// - Returns: nil where this process may not mount.
    init?(in folder: ScratchFolder, kilobytes: Int) throws {
      path = folder.file("disk")
      self.kilobytes = kilobytes
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      guard mount("tmpfs", path, "tmpfs", 0, "size=\(kilobytes)k") == 0 else { return nil }
    }

    deinit { umount2(path, Int32(MNT_DETACH)) }

    private var ballast: String { path + "/ballast" }

    /// Leaves room for so many kilobytes.
    func fill(butFor room: Int) throws {
      let ballast = Data(count: max(0, kilobytes - room) * 1_024)
      try ballast.write(to: URL(filePath: self.ballast))
    }

    /// Deletes what fills the disk, where it is there.
    func makeRoom() throws {
      if FileManager.default.fileExists(atPath: ballast) {
        try FileManager.default.removeItem(atPath: ballast)
      }
    }
  }
#else
  /// A disk of its own in memory, which only Linux mounts.
  final class SmallDisk {
    let path = ""
    init?(in folder: ScratchFolder, kilobytes: Int) throws { nil }
    func fill(butFor room: Int) throws {}
    func makeRoom() throws {}
  }
#endif
