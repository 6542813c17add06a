/// A target of a package, with its sources.
public struct SourceTarget: Sendable, Hashable {
  /// The kind of a target.
  public enum Kind: String, Sendable, Hashable {
    /// A library, or a module that other targets use.
    case library
    /// A program.
    case executable
    /// Tests.
    case test
    /// A macro's plugin, or a plugin of the package manager.
    case plugin
  }

  /// The target's name, which is also its module's.
  public var name: String
  /// The target's kind.
  public var kind: Kind
  /// The folder of its sources.
  public var folder: String
  /// The Swift files, sorted by path.
  public var files: [String]
  /// The links that lead out of the package, which are not followed.
  var unfollowed: [String] = []
  /// The flags that the manifest defines for every build of the target (`-D` of the compiler).
  public var flags: Set<String> = []

  /// Creates a target.
  public init(name: String, kind: Kind = .library, folder: String, files: [String]) {
    self.name = name
    self.kind = kind
    self.folder = folder
    self.files = files
  }
}
