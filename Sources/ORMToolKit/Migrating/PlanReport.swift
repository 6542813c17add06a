import ORMCore
import ORMSQLite
import ORMSchema

/// What brings a database to a schema, as a command says it.
package struct PlanReport: Sendable {
  package let plan: MigrationPlan

  package init(_ plan: MigrationPlan) { self.plan = plan }

  /// Losses first, each with what allows it, then warnings, then the steps with their SQL.
  package func text(_ style: Style) -> String {
    var text = ""
    for loss in plan.losses {
      text += style.red("loss: ") + SafeText.line("\(loss)") + "\n"
      for line in loss.cureLines { text += "  " + style.dim(SafeText.line(line)) + "\n" }
    }
    if let obstacle = plan.obstacle {
      text += style.red("refused: ") + SafeText.line("\(obstacle)") + "\n"
    }
    for warning in plan.warnings {
      text += style.yellow("warning: ") + SafeText.line(warning) + "\n"
    }
    for change in plan.representationChanges {
      text += style.bold(SafeText.line(change.description)) + "\n"
    }
    for step in plan.steps {
      text += style.bold(SafeText.line(step.description)) + "\n"
      text += step.statements.map { "  \(SafeText.line($0))\n" }.joined()
    }
    return plan.isEmpty && text.isEmpty ? style.green("nothing to do") + "\n" : text
  }

  /// For programs.
  package var json: JSONValue {
    .object([
      (
        "losses",
        .array(
          plan.losses.map {
            .object([
              ("message", .text("\($0)")), ("count", .integer($0.count)),
              ("keep", $0.keeping.map { .text($0) } ?? .null),
              ("allow", $0.canBeAllowed ? .text($0.permission.argument) : .null),
            ])
          })
      ), ("warnings", .array(plan.warnings.map { .text($0) })),
      (
        "steps",
        .array(
          plan.steps.map {
            .object([
              ("description", .text($0.description)),
              ("statements", .array($0.statements.map { .text($0) })),
            ])
          })
      ), ("rebuiltTables", .array(plan.rebuiltTables.map { .text($0) })),
    ])
  }

  /// The SQL of a step that does what differs between two schemas.
  ///
  /// - Throws: ``ToolError`` if a table has to be made again: a script of SQL would drop the rows
  ///   that refer to it.
  package static func sql(from first: Schema, to second: Schema) async throws -> String {
    let database = try Database.inMemory()
    try await database.migrate(to: first)
    let plan = try await database.plan(to: second)
    if !plan.rebuiltTables.isEmpty {
      throw ToolError.use(
        "\(plan.rebuiltTables.joined(separator: ", ")) would have to be made again, which no "
          + "script does safely: orm migrate brings a database to a schema without one")
    }
    if let change = plan.representationChanges.first {
      throw ToolError.use(
        "\(change.description), which no script sees in the stored values: orm migrate compares and"
          + " converts them")
    }
    return plan.steps.map { step in
      let statements = step.statements.map { "\($0);\n" }.joined()
      return "-- \(SafeText.line(step.description))\n\(statements)"
    }.joined(separator: "\n")
  }
}

/// What has run in a database, and what has not.
package struct StatusReport: Sendable {
  package struct Ran: Sendable {
    package let name: String
    /// When it ran, in UTC.
    package let time: String
  }

  package private(set) var ran: [Ran] = []
  package private(set) var pending: [String] = []
  /// What differs from the schema that was given; nil if none was.
  package private(set) var difference: SchemaDifference?

  /// Whether nothing is left to do.
  package var isDone: Bool {
    pending.isEmpty
      && (difference?.changes.allSatisfy { $0.action == .extra && !$0.isStayingConstraint } ?? true)
  }

  /// - Throws: ``StepError`` if the steps are not those that have run, and more; ``DatabaseError``.
  package static func read(
    _ file: DatabaseFile, steps: StepFolder?, wanted: SchemaFile?
  ) async throws -> Self {
    var report = Self()
    report.ran = try await file.database.stepsThatRan().map { Ran(name: $0.name, time: $0.time) }
    if let steps { report.pending = try await file.database.pendingSteps(of: steps.migrations) }
    if let wanted {
      let found = SchemaFile(schema: try await file.database.schema())
      report.difference = SchemaDifference(from: found, to: wanted)
    }
    return report
  }

  package func text(_ style: Style) -> String {
    var text = ran.map { style.green("ran      ") + SafeText.line("\($0.time)  \($0.name)") + "\n" }
      .joined()
    text += pending.map { style.yellow("pending  ") + SafeText.line($0) + "\n" }.joined()
    if let difference { text += difference.text(style) }
    return text.isEmpty ? style.green("nothing to do") + "\n" : text
  }

  package var json: JSONValue {
    .object([
      (
        "ran",
        .array(ran.map { .object([("name", .text($0.name)), ("at", .text($0.time))]) })
      ), ("pending", .array(pending.map { .text($0) })),
      ("differences", difference?.json ?? .null),
    ])
  }
}
