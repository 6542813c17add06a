import ORMCore

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Completes paths of files.
enum FileNames {
  /// Returns the paths that begin with a text. Folders end with a slash.
  static func beginning(_ given: String) -> [String] {
    let slash = given.utf8.lastIndex(of: 0x2f)
    let folder = slash.map { String(given[...$0]) } ?? ""
    let start = slash.map { String(given[given.utf8.index(after: $0)...]) } ?? given
    guard let opened = opendir(folder.isEmpty ? "." : DotCommand.path(folder)) else { return [] }
    defer { closedir(opened) }
    var found: [String] = []
    while let entry = readdir(opened) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
        name.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      let isHidden = name.utf8.first == UInt8(ascii: ".")
      guard name.starts(withBytes: start), !isHidden || start.utf8.first == UInt8(ascii: ".") else {
        continue
      }
      var facts = stat()
      let path = folder + name
      let isFolder =
        stat(DotCommand.path(path), &facts) == 0 && facts.st_mode & S_IFMT == S_IFDIR
      found.append(isFolder ? path + "/" : path)
    }
    return found.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}
