/// Finds the Swift files of a target.
struct SourceFileFinder {
  /// The extensions of folders that SwiftPM treats as a single resource.
  private static let bundles = ["docc", "xcassets", "bundle", "playground", "xcdatamodeld"]

  /// The excluded and the included paths; if `included` is empty, all paths are included.
  let excluded: [String]
  let included: [String]

  /// The package's folder, without links.
  let root: String

  /// Returns the files below a folder, each once, sorted by path, and the links that lead out of
  /// the package.
  ///
  /// A link to a folder that was already visited is skipped, so cycles end.
  func files(in folder: String) -> (files: [String], unfollowed: [String]) {
    var files: [String] = []
    var unfollowed: [String] = []
    var seen: Set<FileSystem.Identity> = []
    var open = [folder]
    while let path = open.popLast() {
      guard !isExcluded(path, below: folder) else { continue }
      if FileSystem.isLink(path), !isInPackage(path) {
        // A file with another extension is not a source, wherever it is.
        let isFile = FileSystem.status(of: path)?.isFile == true
        if !isFile || path.hasSuffix(".swift") { unfollowed.append(path) }
        continue
      }
      guard let status = FileSystem.status(of: path), seen.insert(status.identity).inserted else {
        continue
      }
      if status.isFile {
        if path.hasSuffix(".swift"), isIncluded(path, below: folder) { files.append(path) }
      } else if status.isFolder {
        open += FileSystem.names(in: path).compactMap { name in
          name.hasPrefix(".") || isBundle(name) ? nil : "\(path)/\(name)"
        }
      }
    }
    return (files.inOrder, unfollowed.inOrder)
  }

  /// Whether a path leads to a file of the package. A dangling link counts as one.
  func isInPackage(_ path: String) -> Bool {
    FileSystem.realPath(of: path)?.isAt(root) ?? true
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

extension [String] {
  fileprivate var inOrder: [String] { sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) } }
}

extension String {
  /// Whether the path equals another one, or is below it.
  fileprivate func isAt(_ other: String) -> Bool {
    let (path, other) = (utf8, other.hasSuffix("/") ? other.utf8.dropLast() : other.utf8[...])
    guard path.starts(with: other) else { return false }
    return path.count == other.count || path.dropFirst(other.count).first == UInt8(ascii: "/")
  }
}
