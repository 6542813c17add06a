/// A statement that will be slow once there are many rows.
public struct QueryWarning: Error, Sendable, Hashable {  // Characters: an error's words
  /// What there is to better.
  public enum Kind: Sendable, Hashable {  // Characters: an error's words
    /// The same query has run this number of times in one task: once for each row of another
    /// query, it seems.
    case repeated(Int)
    /// The table, by the name that the statement gives it, is read from end to end for the rows
    /// that a condition asks for: no index serves it.
    case scan(table: String)
    /// No index serves a foreign key of these columns: deleting a row that it may refer to reads
    /// the whole table.
    case missingIndex(table: String, columns: [String])
  }

  /// What could be better.
  public let kind: Kind
  /// The statement that was about to run. It has parameters in place of values.
  public let sql: String
  /// What would make it fast, if known: the relation that brings the rows of all at once, or
  /// the index that is missing. It names tables and columns as the database does.
  public let advice: String?
  /// Where in the program it was called, if that is known; see ``Configuration/callSites``.
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
      case .scan(let table): "\(table) is read from end to end: no index serves the condition"
      case .missingIndex(let table, let columns):
        "no index serves the foreign key of \(table) (\(columns.joined(separator: ", ")))"
      }
    let advised = advice.map { "\(what); \($0)" } ?? what
    return "\(advised), at \(callSite ?? "an unknown place"), in: \(sql)"
  }
}

/// Which statements to warn of, while a program is developed and tested.
///
/// ```swift
/// configuration.warnings = .throwing
/// configuration.warnings = QueryWarnings { print($0) }
/// ```
///
/// Each statement is looked at before it runs, which takes longer than many take to run: leave this
/// out of what you ship.
public struct QueryWarnings: Sendable {
  /// How many times one task may run the same query with parameters; nil if that is not counted.
  /// They count together within a second, or within `scope`.
  public var repetitionLimit: Int? = 10
  /// Whether to warn of a query with a condition that reads a table from end to end.
  public var findsScans = true
  /// Whether each foreign key is to have an index.
  public var findsMissingIndexes = true
  /// The tables, as statements name them, that may be read from end to end and lack indexes, since
  /// they stay small.
  // Characters: what is looked up in it is looked up as a name
  public var ignoredTables: Set<String> = []

  package let report: @Sendable (QueryWarning) throws -> Void
  package var repetitions = TaskRepetitions()

  /// - Parameter report: Gets each warning. What it throws, the verb throws that was about to run
  ///   the statement, and the statement does not run.
  public init(report: @escaping @Sendable (QueryWarning) throws -> Void) { self.report = report }

  /// Has each warning thrown, as tests may want.
  public static var throwing: QueryWarnings { QueryWarnings { throw $0 } }

  /// Counts repeated queries from here to the end of `body`, its child tasks' too, and from
  /// nothing.
  ///
  /// Without it, the address of a task identifies it, which a later one can have again: a
  /// server handles each request in a scope.
  public static func scope<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await Repetitions.$ofScope.withValue(Repetitions()) { try await body() }
  }
}
