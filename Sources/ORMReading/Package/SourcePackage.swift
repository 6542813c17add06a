/// A Swift package whose declarations are read from its sources without building it.
///
/// ```swift
/// let package = try SourcePackage(at: "/home/me/App")
/// let read = try package.schema(of: "App")
/// for table in read.schema.tables { print(table.name) }
/// for problem in read.problems { print(problem) }
/// // Sources/App/Album.swift:12:7: Album.genre: its type 'Genre' is not declared in …
/// ```
///
/// The manifest is read, not run. If it names all targets by literals, these are the package's
/// targets; otherwise the folders in `Sources` and `Tests` are added, as SwiftPM finds them.
public struct SourcePackage: Sendable {
  /// The folder of the package.
  public let path: String
  /// The targets with Swift sources, in the order of the manifest or of their names.
  public let targets: [SourceTarget]

  /// SwiftPM's folders of targets.
  private static let sourceFolders = ["Sources", "Source", "src", "srcs"]
  private static let testFolders = ["Tests"] + sourceFolders

  /// Reads the manifest and finds the source files.
  ///
  /// - Throws: ``SourcePackageError`` if the folder or its manifest can't be read.
  public init(at path: String) throws(SourcePackageError) {
    let folder =
      path.utf8.last == UInt8(ascii: "/") && path.utf8.count > 1
      ? String(decoding: path.utf8.dropLast(), as: UTF8.self) : path
    guard FileSystem.status(of: folder)?.isFolder == true else { throw .noFolder(path) }
    guard let bytes = FileSystem.bytes(of: "\(folder)/Package.swift", atMost: 4 << 20) else {
      throw .noManifest(path)
    }
    self.path = folder
    let root = FileSystem.realPath(of: folder) ?? folder
    let manifest = ManifestReader(bytes)
    var targets: [SourceTarget] = []
    for target in manifest.targets {
      guard let place = Self.folder(of: target, in: folder, isOnly: manifest.targets.count == 1)
      else { continue }
      let finder = SourceFileFinder(
        excluded: target.excluded, included: target.included, root: root)
      targets.append(
        Self.source(target.name, target.kind, in: place, flags: target.flags, by: finder))
    }
    if !manifest.isWhole { targets += Self.folders(in: folder, root, besides: targets) }
    self.targets = targets
  }

  private static func source(
    _ name: String, _ kind: SourceTarget.Kind, in folder: String, flags: Set<String> = [],
    by finder: SourceFileFinder
  ) -> SourceTarget {
    // The path of a target can also lead out of the package.
    let found =
      finder.isInPackage(folder) ? finder.files(in: folder) : (files: [], unfollowed: [folder])
    var source = SourceTarget(name: name, kind: kind, folder: folder, files: found.files)
    source.unfollowed = found.unfollowed
    source.flags = flags
    return source
  }

  private static func folder(
    of target: ManifestReader.Target, in package: String, isOnly: Bool
  ) -> String? {
    func existing(_ path: String) -> String? {
      FileSystem.status(of: path)?.isFolder == true ? path : nil
    }
    if let path = target.path { return existing(path == "." ? package : "\(package)/\(path)") }
    let folders =
      switch target.kind {
      case .test: testFolders
      case .plugin: sourceFolders + ["Plugins"]
      default: sourceFolders
      }
    for folder in folders {
      if let found = existing("\(package)/\(folder)/\(target.name)") { return found }
    }
    // The only target may have its files directly in `Sources`.
    guard isOnly else { return nil }
    return folders.lazy.compactMap { existing("\(package)/\($0)") }.first
  }

  /// Returns the folders that SwiftPM would treat as targets.
  private static func folders(
    in package: String, _ root: String, besides known: [SourceTarget]
  ) -> [SourceTarget] {
    var targets: [SourceTarget] = []
    for (place, kind) in [("Sources", SourceTarget.Kind.library), ("Tests", .test)] {
      for name in FileSystem.names(in: "\(package)/\(place)") where !name.hasPrefix(".") {
        let path = "\(package)/\(place)/\(name)"
        guard FileSystem.status(of: path)?.isFolder == true,
          !(known + targets).contains(where: {
            sameBytes($0.folder, path) || sameBytes($0.name, name)
          })
        else { continue }
        let finder = SourceFileFinder(excluded: [], included: [], root: root)
        targets.append(Self.source(name, kind, in: path, by: finder))
      }
    }
    return targets
  }

  /// Returns the target with a name.
  ///
  /// - Throws: ``SourcePackageError`` if no target, or more than one, has this name.
  public func target(_ name: String) throws(SourcePackageError) -> SourceTarget {
    let found = targets.filter { sameBytes($0.name, name) }
    guard let target = found.first else {
      throw .noTarget(name, known: targets.map(\.name))
    }
    if found.count > 1 { throw .repeatedTarget(name) }
    return target
  }
}
