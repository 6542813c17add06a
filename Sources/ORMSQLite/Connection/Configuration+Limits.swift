import ORMCore

extension Configuration {
  /// How large what SQLite takes may be, on each connection; nil leaves a limit at what SQLite was
  /// built with.
  ///
  /// For a program that runs SQL, or reads files, of people it does not trust:
  ///
  /// ```swift
  /// var configuration = Configuration()
  /// configuration.limits.attachedDatabases = 0
  /// configuration.limits.length = 1 << 20
  /// ```
  ///
  /// No limit rises above the one that SQLite was built with: a larger number is that one. What is
  /// over a limit throws ``DatabaseError``. See <https://www.sqlite.org/c3ref/limit.html> and
  /// <https://www.sqlite.org/security.html>.
  public struct Limits: Sendable, Hashable {
    /// How many bytes a text, a BLOB or a row has: 1,000,000,000.
    public var length: Int?
    /// How many bytes the text of a statement has: 1,000,000,000.
    public var sqlLength: Int?
    /// How many columns a table, a result or an index has, and terms an `ORDER BY` or a `SET`:
    /// 2,000.
    public var columns: Int?
    /// How deep an expression is nested: 1,000.
    public var expressionDepth: Int?
    /// How many queries a compound one has (`UNION`, `INTERSECT`, `EXCEPT`): 500.
    public var compoundQueries: Int?
    /// How many instructions a statement is compiled to: 250,000,000.
    public var instructions: Int?
    /// How many arguments a function has: 127.
    public var functionArguments: Int?
    /// How many databases are attached: 10.
    public var attachedDatabases: Int?
    /// How many bytes the pattern of a `LIKE` or a `GLOB` has: 50,000.
    public var patternLength: Int?
    /// How many parameters a statement has: 32,766. Rows are inserted in batches that fit.
    public var parameters: Int?
    /// How deep triggers fire each other: 1,000.
    public var triggerDepth: Int?
    /// How many threads a statement may take to sort: 0.
    public var workerThreads: Int?

    /// No limit but those that SQLite was built with.
    public init() {}

    func apply(to connection: RawConnection) {
      let limits: [(RawConnection.Limit, Int?)] = [
        (.length, length), (.sqlLength, sqlLength), (.columns, columns),
        (.expressionDepth, expressionDepth), (.compoundQueries, compoundQueries),
        (.instructions, instructions), (.functionArguments, functionArguments),
        (.attachedDatabases, attachedDatabases), (.patternLength, patternLength),
        (.parameters, parameters), (.triggerDepth, triggerDepth),
        (.workerThreads, workerThreads),
      ]
      for case (let limit, let value?) in limits { connection.setLimit(limit, to: value) }
    }
  }
}
