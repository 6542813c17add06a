/// An error that prevents reading a package.
public enum SourcePackageError: Error, Sendable, Hashable {
  /// There is no readable folder at this path.
  case noFolder(String)
  /// The folder has no readable manifest, `Package.swift`.
  case noManifest(String)
  /// The package has no target with this name; `known` are its targets.
  case noTarget(String, known: [String])
  /// More than one target has this name.
  case repeatedTarget(String)
  /// The target has neither a type nor a constant list of tables with this name.
  case noSchema(String, target: String)
}

extension SourcePackageError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .noFolder(let path): "there is no readable folder '\(path)'"
    case .noManifest(let path): "'\(path)' has no readable Package.swift"
    case .noTarget(let name, let known):
      "the package has no target '\(name)'"
        + (known.isEmpty ? "" : ": it has \(known.joined(separator: ", "))")
    case .repeatedTarget(let name): "the package has more than one target '\(name)'"
    case .noSchema(let name, let target):
      "the target \(target) has neither a type '\(name)' with tables in it nor a constant of that"
        + " name that is 'Schema(of: …)'"
    }
  }
}
