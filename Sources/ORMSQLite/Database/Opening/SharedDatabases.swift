import ORMCore
import Synchronization

/// The databases that parts of the program share, by their names.
private let sharedDatabases = Mutex<[[UInt8]: Database]>([:])

extension Database {
  /// The database of this name that all of the program shares.
  ///
  /// ```swift
  /// let db = try Database.shared(named: "music.sqlite")
  /// ```
  ///
  /// The first call opens it, as ``open(named:program:configuration:)`` does; later ones give the
  /// same until it is closed, or ``share(_:as:)`` has given the name to another one. What only some
  /// parts of a program need is better handed to them.
  ///
  /// - Parameters:
  ///   - name: The file's name, with its extension.
  ///   - program: The program's folder; see ``defaultPath(named:program:)``.
  ///   - configuration: How it is opened; of no effect if it is open.
  /// - Throws: as ``open(named:program:configuration:)``.
  public static func shared(
    named name: String, program: String? = nil, configuration: Configuration = Configuration()
  ) throws -> Database {
    if let database = current(name) { return database }
    let new = try open(named: name, program: program, configuration: configuration)
    // Another task may have been faster: then that is the one, and this is let go of.
    return sharedDatabases.withLock { databases in
      if let database = databases[Array(name.utf8)], !database.isClosed { return database }
      databases[Array(name.utf8)] = new
      return new
    }
  }

  /// Gives a database a name, by which ``shared(named:program:configuration:)`` finds it.
  ///
  /// ```swift
  /// Database.share(try .inMemory(), as: "music.sqlite")         // in a test
  /// ```
  ///
  /// - Parameter database: The database; nil takes the name away.
  public static func share(_ database: Database?, as name: String) {
    sharedDatabases.withLock { $0[Array(name.utf8)] = database }
  }

  private static func current(_ name: String) -> Database? {
    sharedDatabases.withLock { databases in
      databases[Array(name.utf8)].flatMap { $0.isClosed ? nil : $0 }
    }
  }

  /// Whether it was closed; one that is only about to be is not.
  private var isClosed: Bool { writers.isClosed }
}
