import ORMCore

extension Configuration {
  /// SQLite's run-time limits, for each connection (`sqlite3_limit`). The default of each is nil,
  /// which keeps the limit that SQLite was built with; the numbers below are SQLite's own defaults.
  ///
  /// Lower them in a program that runs SQL, or opens files, from sources that it does not trust:
  ///
  /// ```swift
  /// var configuration = Configuration()
  /// configuration.limits.attachedDatabases = 0
  /// configuration.limits.length = 1 << 20
  /// ```
  ///
  /// A limit can't exceed the maximum that SQLite was built with: a larger number sets the maximum.
  /// A statement that exceeds a limit throws ``DatabaseError``. See
  /// <https://www.sqlite.org/c3ref/limit.html> and <https://www.sqlite.org/security.html>.
  public struct Limits: Sendable, Hashable {
    /// The size of a text, a BLOB or a row, in bytes: 1,000,000,000.
    public var length: Int?
    /// The length of a statement's SQL, in bytes: 1,000,000,000.
    public var sqlLength: Int?
    /// The number of columns in a table, a result or an index, and of terms in an `ORDER BY` or a
    /// `SET`: 2,000.
    public var columns: Int?
    /// The depth of an expression: 1,000.
    public var expressionDepth: Int?
    /// The number of queries in a compound query (`UNION`, `INTERSECT`, `EXCEPT`): 500.
    public var compoundQueries: Int?
    /// The number of instructions that a statement is compiled to: 250,000,000.
    public var vdbeOps: Int?
    /// The number of arguments of a function: 127, and more in recent versions of SQLite.
    public var functionArguments: Int?
    /// The number of attached databases: 10.
    public var attachedDatabases: Int?
    /// The length of the pattern of a `LIKE` or a `GLOB`, in bytes: 50,000.
    public var patternLength: Int?
    /// The number of parameters of a statement: 32,766. Rows are inserted in batches that fit.
    public var parameters: Int?
    /// The depth to which triggers fire each other: 1,000.
    public var triggerDepth: Int?
    /// The number of threads that a statement may start for sorting: 0. Up to 8 can be set, unless
    /// SQLite was built with another maximum.
    public var workerThreads: Int?

    /// Creates limits that are all nil: the limits that SQLite was built with stay in force.
    public init() {}

    func apply(to connection: RawConnection) {
      let limits: [(RawConnection.Limit, Int?)] = [
        (.length, length), (.sqlLength, sqlLength), (.columns, columns),
        (.expressionDepth, expressionDepth), (.compoundQueries, compoundQueries),
        (.instructions, vdbeOps), (.functionArguments, functionArguments),
        (.attachedDatabases, attachedDatabases), (.patternLength, patternLength),
        (.parameters, parameters), (.triggerDepth, triggerDepth),
        (.workerThreads, workerThreads),
      ]
      for case (let limit, let value?) in limits { connection.setLimit(limit, to: value) }
    }
  }
}
