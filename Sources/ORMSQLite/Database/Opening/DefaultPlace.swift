#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import ORMCore

extension Database {
  /// Opens the file with this name in the directory where programs keep their data, and creates
  /// both if they do not exist.
  ///
  /// ```swift
  /// let db = try Database.open(named: "music.sqlite")
  /// ```
  ///
  /// - Parameters:
  ///   - name: The file's name, with its extension.
  ///   - program: The name of the program's directory; see ``defaultPath(named:program:)``.
  /// - Throws: The errors of ``init(_:configuration:)`` and ``defaultPath(named:program:)``.
  public static func open(
    named name: String, program: String? = nil, configuration: Configuration = Configuration()
  ) throws -> Database {
    var configuration = configuration
    configuration.createsDirectories = true
    return try Database(
      defaultPath(named: name, program: program), configuration: configuration)
  }

  /// The path of a file in the directory where programs keep their data: `Application Support` on
  /// Apple platforms, and elsewhere `$XDG_DATA_HOME`, which is `~/.local/share` by default; see
  /// <https://specifications.freedesktop.org/basedir-spec/latest/>.
  ///
  /// ```swift
  /// try Database.defaultPath(named: "music.sqlite", program: "org.example.music")
  /// // ~/.local/share/org.example.music/music.sqlite
  /// ```
  ///
  /// Nothing is created.
  ///
  /// - Parameters:
  ///   - name: The file's name, with its extension.
  ///   - program: The name of the program's directory. The default is the bundle identifier on
  ///     Apple platforms, and the name of the process elsewhere. Set it if the program runs under
  ///     several names.
  /// - Throws: ``DatabaseError`` with the code `cannotOpen` if `name` or `program` is not a file
  ///   name, or if there is no home directory.
  public static func defaultPath(named name: String, program: String? = nil) throws -> String {
    let program = program ?? programName
    // Characters: a path
    for name in [name, program] where name.isEmpty || name.contains("/") || name.allDots {
      throw DatabaseError(
        extendedCode: .cannotOpen, message: "\"\(name)\" is not the name of a file or folder")
    }
    return try "\(dataFolder())/\(program)/\(name)"
  }

  #if canImport(Darwin)
    private static var programName: String {
      Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName
    }

    private static func dataFolder() throws -> String {
      try FileManager.default.url(
        for: .applicationSupportDirectory, in: .userDomainMask, appropriateFor: nil, create: false
      ).path(percentEncoded: false).withoutLastSlash
    }
  #else
    private static var programName: String { ProcessInfo.processInfo.processName }

    /// - Parameter environment: The environment variables.
    static func dataFolder(
      environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws -> String {
      // The specification says that a relative path must be ignored.
      if let folder = environment["XDG_DATA_HOME"], folder.hasPrefix("/") {  // Characters: a path
        return folder.withoutLastSlash
      }
      guard let home = environment["HOME"], home.hasPrefix("/") else {  // Characters: a path
        throw DatabaseError(
          extendedCode: .cannotOpen,
          message: "neither XDG_DATA_HOME nor HOME is an absolute path: set one of them, or open"
            + " the database by its path")
      }
      return home.withoutLastSlash + "/.local/share"
    }
  #endif
}

extension String {
  fileprivate var allDots: Bool { self == "." || self == ".." }  // Characters: a path

  // Characters: a path
  fileprivate var withoutLastSlash: String { hasSuffix("/") ? String(dropLast()) : self }
}
