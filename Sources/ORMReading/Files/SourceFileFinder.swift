/// Finds the Swift files of a target.
struct SourceFileFinder {
  /// Folders that SwiftPM takes for one thing, whatever is in them.
  private static let bundles = ["docc", "xcassets", "bundle", "playground", "xcdatamodeld"]

  /// The paths that are not part of the target, and those that alone are, if some are.
  let excluded: [String]
  let included: [String]

  /// The files below a folder, each once, in the order of their paths.
  ///
  /// A link to a folder that was seen leads nowhere, so that no circle is walked.
  func files(in folder: String) -> [String] {
    var files: [String] = []
    var seen: Set<FileSystem.Identity> = []
    var open = [folder]
    while let path = open.popLast() {
      guard let status = FileSystem.status(of: path), !isExcluded(path, below: folder),
        seen.insert(status.identity).inserted
      else { continue }
      if status.isFile {
        if path.hasSuffix(".swift"), isIncluded(path, below: folder) { files.append(path) }
      } else if status.isFolder {
        open += FileSystem.names(in: path).compactMap { name in
          name.hasPrefix(".") || isBundle(name) ? nil : "\(path)/\(name)"
        }
      }
    }
    return files.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  private func isBundle(_ name: String) -> Bool {
    Self.bundles.contains { name.hasSuffix(".\($0)") }
  }

  private func isExcluded(_ path: String, below folder: String) -> Bool {
    excluded.contains { path.isAt("\(folder)/\($0)") }
  }

  private func isIncluded(_ path: String, below folder: String) -> Bool {
    included.isEmpty || included.contains { path.isAt("\(folder)/\($0)") }
  }
}

extension String {
  /// Whether the path is another one or below it.
  fileprivate func isAt(_ other: String) -> Bool {
    let (path, other) = (utf8, other.hasSuffix("/") ? other.utf8.dropLast() : other.utf8[...])
    guard path.starts(with: other) else { return false }
    return path.count == other.count || path.dropFirst(other.count).first == UInt8(ascii: "/")
  }
}
