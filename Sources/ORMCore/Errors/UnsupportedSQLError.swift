/// A query has a function or a clause that the engine can't run with the same result.
///
/// It is thrown before anything is sent to the engine. The engine's guide lists the unsupported
/// functions and clauses.
public struct UnsupportedSQLError: Error, Sendable, Hashable {
  /// SQLite's name of the function, the operator or the clause.
  public var feature: String
  /// The engine's name.
  public var engine: String

  /// Creates an error.
  public init(feature: String, engine: String) {
    self.feature = feature
    self.engine = engine
  }

  /// Whether the errors are equal; texts are compared byte for byte.
  public static func == (left: UnsupportedSQLError, right: UnsupportedSQLError) -> Bool {
    left.feature.hasSameBytes(as: right.feature) && left.engine.hasSameBytes(as: right.engine)
  }

  public func hash(into hasher: inout Hasher) {
    feature.hashBytes(into: &hasher)
    engine.hashBytes(into: &hasher)
  }
}

@_documentation(visibility: internal)
extension UnsupportedSQLError: CustomStringConvertible {
  public var description: String {
    "\(engine) has no SQL for \(feature) that returns the same as on SQLite; use another function "
      + "or clause, or raw SQL for this engine"
  }
}

extension SQLDialect {
  /// - Throws: ``UnsupportedSQLError`` if the engine does not have the function, operator or clause
  ///   with this name.
  func check(_ feature: String) throws {
    // Characters: SQLite's names, which the library writes
    if unsupported.contains(feature) {
      throw UnsupportedSQLError(feature: feature, engine: engine)
    }
  }

  /// - Throws: ``UnsupportedSQLError`` if this is not SQLite's dialect, in which alone these
  ///   definitions are written.
  func checkDefines(_ feature: String) throws {
    if !isSQLite { throw UnsupportedSQLError(feature: feature, engine: engine) }
  }
}
