/// A target of a package, by its sources.
public struct SourceTarget: Sendable, Hashable {
  /// What a target is for.
  public enum Kind: String, Sendable, Hashable {
    /// A library, or what other targets use.
    case library
    /// A program.
    case executable
    /// Tests.
    case test
    /// A macro's plugin, or a plugin of the package manager.
    case plugin
  }

  /// The target's name, which is that of its module.
  public var name: String
  /// What it is for.
  public var kind: Kind
  /// The folder of its sources.
  public var folder: String
  /// Its Swift files, in the order of their paths.
  public var files: [String]
  /// The links that lead out of the package, and are not followed.
  var unfollowed: [String] = []
  /// The flags that the manifest defines for every build of it: `-D` of the compiler.
  public var flags: Set<String> = []

  /// A target with these files.
  public init(name: String, kind: Kind = .library, folder: String, files: [String]) {
    self.name = name
    self.kind = kind
    self.folder = folder
    self.files = files
  }
}
