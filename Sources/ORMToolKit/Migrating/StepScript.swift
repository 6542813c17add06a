import ORMCore
import ORMSQLite
import ORMSchema

/// The SQL of a step that migrates databases from one schema to another: the statements of the
/// plan, with comments, checks and places to fill in.
///
/// It depends only on the two schemas, so that it does the same in each database of the first one.
/// An unknown value is a place to fill in: the name of a column that does not exist, which SQLite
/// refuses.
package struct StepScript: Sendable {
  /// The text of the file.
  package let sql: String
  /// The columns whose values are left to fill in, with the options that fill them.
  package let places: [Place]
  /// The warnings of the plan.
  package let warnings: [String]
  /// The findings of the lint of the file.
  package let findings: [Finding]

  /// A column whose values are left to fill in.
  package struct Place: Sendable {
    let table: String
    let column: String
    /// Whether existing values are converted.
    let isConversion: Bool
    let number: Int

    /// The column as the options name it.
    package var name: String { "\(table.asPartOfRule).\(column.asPartOfRule)" }

    package var option: String {
      "\(isConversion ? "--convert" : "--fill") " + "\(name)=SQL".shellWord
    }
  }

  /// Plans the step, writes it, and runs it on an empty database of the first schema.
  ///
  /// - Parameters:
  ///   - name: A short description of the step.
  ///   - allowed: The losses that are allowed.
  ///   - rules: The rules for the values of columns.
  /// - Throws: ``ToolError`` if nothing differs; ``DataLossError`` with the losses of each
  ///   database of the first schema; ``MigrationError``, ``DatabaseError``.
  package init(
    _ name: String, from first: Schema, to second: Schema, allowed: [PermittedLoss] = [],
    rules: RuleArguments = RuleArguments()
  ) async throws {
    var first = first
    // Unreadable objects are not changed.
    first.unreadable = []
    let database = try await Self.database(of: first)
    let open = try await database.plan(
      to: second, allowing: allowed, fill: rules.fill, converting: rules.convert)
    let places = Self.places(of: open)
    let plan =
      places.isEmpty
      ? open
      : try await database.plan(
        to: second, allowing: allowed,
        fill: rules.fill + places.filter { !$0.isConversion }.map(\.rule),
        converting: rules.convert + places.filter(\.isConversion).map(\.rule))
    try Self.checkLosses(of: plan, Set(allowed))
    let parts = StepScriptParts(plan: plan, first: first, places: places, allowed: Set(allowed))
    if parts.isEmpty {
      throw ToolError.use("the first schema needs no change, so there is no step")
    }
    var script = parts.script(named: name)
    try await database.migrate(MigrationList { MigrationStep(name, sql: script) })
    let records = try await parts.records(in: database)
    if !records.isEmpty { script += "\n" + records }
    var rest = try await Self.rest(after: script, from: first, to: second, allowed)
    if rest != nil {
      script += "\n" + (try parts.ledgerRecord(of: second))
      rest = try await Self.rest(after: script, from: first, to: second, allowed)
    }
    if let rest {
      throw ToolError.data(
        "no step was written, because these changes would remain: \(rest.description)")
    }
    sql = places.reduce(script) { text, place in
      text.replacing(bytes: place.written, with: place.text)
    }
    self.places = places
    warnings = plan.warnings
    findings = StepLint.findings(of: sql, named: name, in: first)
  }

  /// Creates an empty database of a schema in memory.
  private static func database(of schema: Schema) async throws -> Database {
    var configuration = Configuration()
    // The program decides what its schema may do, not this database.
    configuration.trustedSchema = true
    configuration.allowsDoubleQuotedStrings = true
    let database = try Database.inMemory(configuration: configuration)
    try await database.migrate(to: schema)
    return database
  }

  /// Runs the script on an empty database of the first schema, and returns the first step that a
  /// migration to the second schema would still do; nil if there is none.
  private static func rest(
    after script: String, from first: Schema, to second: Schema, _ allowed: [PermittedLoss]
  ) async throws -> MigrationPlan.Step? {
    let database = try await database(of: first)
    try await database.migrate(MigrationList { MigrationStep("tried out", sql: script) })
    return try await database.plan(to: second, allowing: allowed).steps.first
  }

  /// The columns whose values a plan can't determine: new ones that refuse NULL and have no
  /// default, and those whose representation changes by an unknown conversion.
  private static func places(of plan: MigrationPlan) -> [Place] {
    var places: [Place] = []
    for table in plan.tableChecks {
      for (loss, _) in table.rowLosses {
        guard let column = loss.member else { continue }
        let isConversion = loss.kind == .undefinedConversion
        let isNew = plan.changes.contains { change in
          change.action == .added && change.kind == .column
            && change.object.isSameName(as: loss.table)
            && change.member?.isSameName(as: column) == true
        }
        let isGiven = (plan.rules.fills + plan.rules.conversions).contains {
          $0.table.isSameName(as: loss.table) && $0.column.isSameName(as: column)
        }
        guard isConversion || (loss.kind == .nullValue && isNew), !isGiven else { continue }
        places.append(
          Place(
            table: loss.table, column: column, isConversion: isConversion,
            number: places.count + 1))
      }
    }
    return places
  }

  /// - Throws: ``DataLossError`` with what each database of the schema would lose;
  ///   ``MigrationError`` if SQLite refuses the plan.
  private static func checkLosses(of plan: MigrationPlan, _ allowed: Set<PermittedLoss>) throws {
    let refused = plan.losses.filter { loss in
      let isExtra = loss.kind == .droppedTable || loss.kind == .droppedColumn
      return !loss.canBeAllowed
        || !(allowed.contains(loss.permission)
          || isExtra && allowed.contains(.droppingExtras))
    }
    if !refused.isEmpty {
      throw DataLossError(
        losses: refused, obstacle: plan.obstacle.map { "\($0)" }, warnings: plan.warnings)
    }
    if let obstacle = plan.obstacle { throw obstacle }
  }
}

extension StepScript {
  /// Writes the places to fill in, the findings that are not only notes, and the warnings of the
  /// plan.
  package func warn(_ output: ByteOutput) throws {
    for place in places {
      let words = SafeText.line("\(place.name): edit FILL IN in the file, or pass \(place.option)")
      try output.write("\(output.style.red("to fill in:")) \(words)\n")
    }
    for finding in findings
    where finding.severity != .note && !finding.name.hasSameBytes(as: "unfilled-place") {
      try output.write(finding.text(output.style))
    }
    for warning in warnings {
      try output.write("\(output.style.yellow("warning:")) \(SafeText.line(warning))\n")
    }
    try output.flush()
  }
}

extension StepScript.Place {
  /// The literal in place of the values while the step is planned and tried out.
  var literal: String { SQLValue.text("orm fill in \(number)").literal }

  fileprivate var rule: ColumnRule { .column(table, column, sql: literal) }

  /// The rule's SQL in the script.
  fileprivate var written: String { "(\(literal))" }

  /// A name that no column has, in quotes that never mean a string: SQLite refuses it in any table,
  /// even an empty one.
  fileprivate var text: String {
    let words =
      isConversion
      ? "the new values of \(name)" : "the value of \(name) in the existing rows"
    let name = "FILL IN \(name)".utf8.split(
      separator: UInt8(ascii: "`"), omittingEmptySubsequences: false
    ).map { String(decoding: $0, as: UTF8.self) }.joined(separator: "``")
    return "/* FILL IN: \(words.withoutEndOfComment), as SQL over the old row */ `\(name)`"
  }
}

extension String {
  /// The text with a space in each `*/`, which would end a comment.
  var withoutEndOfComment: String {
    SafeText.line(self).replacing(bytes: "*/", with: "* /")
  }

  /// The text with each occurrence of some bytes replaced.
  func replacing(bytes old: String, with new: String) -> String {
    var result = ""
    var rest = utf8[...]
    while let range = rest.firstRange(of: old.utf8) {
      result += String(decoding: rest[..<range.lowerBound], as: UTF8.self) + new
      rest = rest[range.upperBound...]
    }
    return result + String(decoding: rest, as: UTF8.self)
  }
}
