/// A warning about a statement that will be slow once there are many rows.
public struct QueryWarning: Error, Sendable, Hashable {  // Characters: an error's words
  /// The kind of problem.
  public enum Kind: Sendable, Hashable {  // Characters: an error's words
    /// The same query has run this number of times in one task, probably once for each row of
    /// another query.
    case repeated(Int)
    /// A query with a condition scans the whole table, because no index can be used for the
    /// condition. The table is named as in the statement: by its alias, if it has one.
    case scan(table: String)
    /// The foreign key with these columns has no index, so deleting a row that the foreign key may
    /// refer to scans the whole table.
    case missingIndex(table: String, columns: [String])
  }

  /// The kind of problem.
  public let kind: Kind
  /// The SQL of the statement that was about to run, with parameters in place of values.
  public let sql: String
  /// A possible remedy, if one is known: a relation that loads the rows of all parents at once, or
  /// the missing index. Tables and columns are named as in the database.
  public let advice: String?
  /// The place in the program that ran the statement, if it is known; see
  /// ``Configuration/callSites``.
  public var callSite: String? { site.text }

  private var site = CallSite.current

  package init(kind: Kind, sql: String, advice: String? = nil) {
    self.kind = kind
    self.sql = sql
    self.advice = advice
  }
}

@_documentation(visibility: internal)
extension QueryWarning: CustomStringConvertible {
  public var description: String {
    let what =
      switch kind {
      case .repeated(let count): "the same query has run \(count) times in one task"
      case .scan(let table): "\(table) is scanned in full: no index can be used for the condition"
      case .missingIndex(let table, let columns):
        "the foreign key of \(table) (\(columns.joined(separator: ", "))) has no index"
      }
    let advised = advice.map { "\(what); \($0)" } ?? what
    return "\(advised), at \(callSite ?? "an unknown place"), in: \(sql)"
  }
}

/// Warnings about slow statements, for development and tests.
///
/// ```swift
/// configuration.warnings = .throwing
/// configuration.warnings = QueryWarnings { print($0) }
/// ```
///
/// Each statement is analyzed before it runs, and the analysis often takes longer than the
/// statement: don't enable this in a released program.
public struct QueryWarnings: Sendable {
  /// The number of times that one task may run the same query with parameters; nil for no limit.
  /// The default is 10. Runs are counted within a ``scope(isolation:_:)``. Outside of a scope, a
  /// task's count starts again at 0 if it has run no query for a second.
  public var repetitionLimit: Int? = 10
  /// Whether to warn about a query with a condition that scans a whole table. The default is true.
  public var findsScans = true
  /// Whether to warn about a foreign key without an index. The default is true.
  public var findsMissingIndexes = true
  /// The tables, by their names in statements, that may be scanned and may lack indexes, because
  /// they stay small. The default is empty.
  // Characters: it is searched with SQLName
  public var ignoredTables: Set<String> = []

  package let report: @Sendable (QueryWarning) throws -> Void
  package var repetitions = TaskRepetitions()

  /// Creates the options with a function that receives the warnings.
  ///
  /// - Parameter report: Receives each warning. If it throws, the statement does not run, and the
  ///   call that was about to run it throws the error.
  public init(report: @escaping @Sendable (QueryWarning) throws -> Void) { self.report = report }

  /// Options that throw each warning, for tests.
  public static var throwing: QueryWarnings { QueryWarnings { throw $0 } }

  /// Counts repeated queries from 0 during `body`, including those of its child tasks.
  ///
  /// Without a scope, a task is identified by its address, which a later task can reuse. A server
  /// should handle each request in a scope.
  public static func scope<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await Repetitions.$ofScope.withValue(Repetitions()) { try await body() }
  }
}
