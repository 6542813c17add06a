import ORMCore
import Synchronization

/// The databases that parts of the program share, by their names.
private let sharedDatabases = Mutex<[[UInt8]: Database]>([:])

extension Database {
  /// The database of this name that the whole program shares.
  ///
  /// ```swift
  /// let db = try Database.shared(named: "music.sqlite")
  /// ```
  ///
  /// The first call opens it, as ``open(named:program:configuration:)`` does; later calls return
  /// the same database until it is closed, or until ``share(_:as:)`` gives the name to another
  /// database. If only some parts of a program need a database, pass it to them instead.
  ///
  /// - Parameters:
  ///   - name: The file's name, with its extension.
  ///   - program: The name of the program's directory; see ``defaultPath(named:program:)``.
  ///   - configuration: The options for opening it; ignored if it is open.
  /// - Throws: The errors of ``open(named:program:configuration:)``.
  public static func shared(
    named name: String, program: String? = nil, configuration: Configuration = Configuration()
  ) throws -> Database {
    if let database = current(name) { return database }
    let new = try open(named: name, program: program, configuration: configuration)
    // If another task was faster, its database is returned, and this one is released.
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
  /// - Parameter database: The database; nil removes the name.
  public static func share(_ database: Database?, as name: String) {
    sharedDatabases.withLock { $0[Array(name.utf8)] = database }
  }

  private static func current(_ name: String) -> Database? {
    sharedDatabases.withLock { databases in
      databases[Array(name.utf8)].flatMap { $0.isClosed ? nil : $0 }
    }
  }

  /// Whether the database is closed; false while it is being closed.
  private var isClosed: Bool { writers.isClosed }
}
