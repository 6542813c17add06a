import ORMCore

/// Checks the statements of one connection before they run.
final class QueryAdvisor {
  private let warnings: QueryWarnings
  let connection: RawConnection
  private let checksKeys: Bool
  /// The statements that were found to have a good plan with this schema version.
  private var examined: Set<ExactText> = []
  private var schemaVersion: String?

  /// - Parameter checksKeys: Whether to check the schema's foreign keys: one connection is enough.
  init(_ warnings: QueryWarnings, connection: OpaquePointer, checksKeys: Bool) {
    self.warnings = warnings
    self.connection = RawConnection(connection)
    self.checksKeys = checksKeys
  }

  /// - Throws: The errors of the configuration's ``QueryWarnings``.
  func check(_ statement: PreparedStatement) throws {
    let sql = statement.sql
    // Characters: words of ASCII letters only
    guard Self.verbs.contains(sql.firstKeyword) else { return }
    try checkRepetition(statement)
    let version = try connection.texts("PRAGMA schema_version").first?.first
    if !version.hasSameBytes(as: schemaVersion) {
      examined = []
      if checksKeys && warnings.findsMissingIndexes { try checkForeignKeys(before: sql) }
      schemaVersion = version
    }
    let text = ExactText(sql)
    if warnings.findsScans && !examined.contains(text) {
      try checkScans(sql)
      examined.insert(text)
    }
  }

  /// The first words of the statements that are checked.
  private static let verbs: Set<String> = [  // Characters: words of ASCII letters only
    "SELECT", "INSERT", "UPDATE", "DELETE", "REPLACE", "WITH", "VALUES",
  ]

  /// - Parameter advice: A remedy; nil if none is known, or the schema could not be read for it.
  private func warn(_ kind: QueryWarning.Kind, _ sql: String, advice: String?) throws {
    try warnings.report(QueryWarning(kind: kind, sql: sql, advice: advice))
  }
}

// MARK: - Repetitions

extension QueryAdvisor {
  private func checkRepetition(_ statement: PreparedStatement) throws {
    guard let limit = warnings.repetitionLimit, statement.isReadOnly,
      statement.parameterCount > 0,
      let repetitions = Repetitions.ofScope ?? warnings.repetitions.ofCurrentTask()
    else { return }
    let count = repetitions.count(statement.sql)
    if count == limit + 1 {
      try warn(
        .repeated(count), statement.sql, advice: try? relation(insteadOf: statement.sql))
    }
  }
}

// MARK: - Plans

extension QueryAdvisor {
  /// Looks for loops over a whole table. The outermost loop is not reported if it has no condition.
  private func checkScans(_ sql: String) throws {
    let plan = try connection.texts("EXPLAIN QUERY PLAN " + sql)
    let compared = ComparedColumns(sql)
    // A list of values that is joined is a condition, too.
    let isJoinedToValues = sql.contains(bytes: "\(ValueList.function)(")
    let hasCondition = sql.raisedInASCII.contains(bytes: "WHERE") || isJoinedToValues
    // The subqueries that the statement materializes; the plan does not show their conditions.
    let made = plan.filter { Self.name(in: $0[3], after: Self.makings) != nil }
    let namesMade = made.compactMap { Self.name(in: $0[3], after: Self.makings) }
    var parentsWithLoop: Set<String> = []  // Characters: numbers
    for row in plan {
      let (parent, detail) = (row[1], row[3])
      guard let table = Self.name(in: detail, after: ["SCAN ", "SEARCH "]) else { continue }
      // The condition may belong to another query, in parentheses.
      let isConditional =
        hasCondition
        && (compared.isConditional || isJoinedToValues
          || compared.table(named: table)?.isOutermost != true)
      let isInner = !parentsWithLoop.insert(parent).inserted  // Characters: numbers
      let isWhole =
        detail.contains(bytes: " USING AUTOMATIC ")
        || detail.starts(withBytes: "SCAN ")
          && (isInner || isConditional && !made.contains { $0[0].hasSameBytes(as: parent) })
      let isTable =
        !detail.contains(bytes: " VIRTUAL TABLE ")
        && !detail.starts(withBytes: "SCAN CONSTANT ROW")
        && !table.starts(withBytes: "(") && !table.hasSameBytes(as: "SUBQUERY")
        && !namesMade.contains(name: table)
      if isWhole, isTable, !warnings.ignoredTables.contains(name: table),
        try !isOnlyForViolations(table, in: compared)
      {
        try warn(.scan(table: table), sql, advice: try? index(for: compared.table(named: table)))
      }
    }
  }

  /// Whether an insert reads the table only to see whether its new rows end deferred violations of
  /// foreign keys. SQLite does this only while the transaction has such a violation, but the plan
  /// always contains it; see <https://www.sqlite.org/foreignkeys.html#fk_deferred>.
  private func isOnlyForViolations(_ table: String, in statement: ComparedColumns) throws -> Bool {
    guard let parent = statement.insertTarget, statement.table(named: table) == nil else {
      return false
    }
    return try SchemaReader(connection.values).references(toTable: parent).contains {
      $0.child.isSameName(as: table) && !statement.updatesOnConflict($0.parentColumns)
    }
  }

  private static let makings = ["MATERIALIZE ", "CO-ROUTINE "]

  /// The name after one of these words, up to SQLite's description of its index.
  private static func name(in detail: String, after words: [String]) -> String? {
    guard let word = words.first(where: detail.starts(withBytes:)) else { return nil }
    var name = detail.utf8.dropFirst(word.utf8.count)
    for end in [" USING ", " VIRTUAL TABLE ", " (", " LEFT-JOIN"] {
      if let range = name.firstRange(of: end.utf8) { name = name[..<range.lowerBound] }
    }
    return String(Substring(name))
  }
}

// MARK: - Foreign keys

extension QueryAdvisor {
  private func checkForeignKeys(before sql: String) throws {
    for reference in try SchemaReader(connection.values).references()
    where !warnings.ignoredTables.contains(name: reference.child) {
      let (table, columns) = (reference.child, reference.columns)
      if try !isFound(in: table, by: columns) {
        try warn(
          .missingIndex(table: table, columns: columns), sql,
          advice: Self.index(on: columns, of: table))
      }
    }
  }
}
