import ORMCore
import ORMSQLite
import ORMSchema

/// The report of a migration plan.
package struct PlanReport: Sendable {
  package let plan: MigrationPlan

  package init(_ plan: MigrationPlan) { self.plan = plan }

  /// Warnings first, then losses, each with the argument that allows it, then the steps with their
  /// SQL.
  package func text(_ style: Style) -> String {
    var text = ""
    for warning in plan.warnings {
      text += style.yellow("warning: ") + SafeText.line(warning) + "\n"
    }
    for loss in plan.losses {
      text += style.red("loss: ") + SafeText.line("\(loss)") + "\n"
      for line in loss.cureLines { text += "  " + style.dim(SafeText.line(line)) + "\n" }
    }
    if let obstacle = plan.obstacle {
      text += style.red("refused: ") + SafeText.line("\(obstacle)") + "\n"
    }
    for change in plan.representationChanges {
      text += style.bold(SafeText.line(change.description)) + "\n"
    }
    for step in plan.steps {
      text += style.bold(SafeText.line(step.description)) + "\n"
      text += step.statements.map { "  \(SafeText.line($0))\n" }.joined()
    }
    // There can be warnings without changes.
    let isDone = plan.isEmpty && plan.losses.isEmpty && plan.obstacle == nil
    return isDone ? text + style.green("nothing to do") + "\n" : text
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
              ("allow", $0.offersPermission ? .text($0.permission.argument) : .null),
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
}

/// The steps that have run in a database, and those that are pending.
package struct StatusReport: Sendable {
  package struct Ran: Sendable {
    package let name: String
    /// The time at which it ran, in UTC.
    package let time: String
  }

  package private(set) var ran: [Ran] = []
  package private(set) var pending: [String] = []
  /// The steps outside of a transaction that were interrupted.
  package private(set) var interrupted: [String] = []
  /// The version of a history that the database is at; nil if it was never at one.
  package private(set) var history: HistoryState?
  /// The recorded versions after it.
  package private(set) var laterVersions: [String] = []
  /// Whether there are recorded versions, but the database has no record of one.
  package private(set) var hasNoVersion = false
  /// The differences from the given schema; nil if none was given.
  package private(set) var difference: SchemaDifference?

  /// Whether nothing is left to do, and nothing differs.
  package var isDone: Bool {
    pending.isEmpty && interrupted.isEmpty && laterVersions.isEmpty && !hasNoVersion
      && (difference?.isEmpty ?? true)
  }

  /// - Throws: ``StepError`` if the steps don't continue those that have run; ``ToolError`` if the
  ///   database is at a version that the folder does not have; ``DatabaseError``.
  package static func read(
    _ file: DatabaseFile, steps: StepFolder?, wanted: SchemaFile?, versions: VersionFolder? = nil
  ) async throws -> Self {
    var report = Self()
    report.history = try await HistoryState.read(file)
    if let versions { report.hasNoVersion = report.history == nil && !versions.versions.isEmpty }
    if let history = report.history, let versions {
      guard let later = history.versions(after: versions) else {
        throw ToolError.data(
          "the database is at version \(history.name), which \(versions.path) does not have")
      }
      report.laterVersions = later
    }
    report.ran = try await file.database.stepsThatRan().map { Ran(name: $0.name, time: $0.time) }
    report.interrupted = try await file.database.interruptedSteps()
    if let steps { report.pending = try await file.database.pendingSteps(of: steps.migrations) }
    if let wanted {
      let found = try await SchemaFile.database(file)
      report.difference = SchemaDifference(from: found, to: wanted)
    }
    return report
  }

  package func text(_ style: Style) -> String {
    var text = history.map { SafeText.line($0.words) + "\n" } ?? ""
    if hasNoVersion {
      text +=
        style.yellow("pending  ")
        + "no version of the history is recorded in the database; the next time the program starts,"
        + " it determines the version, or refuses the database\n"
    }
    text += laterVersions.map {
      style.yellow("pending  ") + SafeText.line("version \($0)") + "\n"
    }.joined()
    text += ran.map { style.green("ran      ") + SafeText.line("\($0.time)  \($0.name)") + "\n" }
      .joined()
    text += interrupted.map {
      style.red("begun    ") + SafeText.line("\($0) was interrupted, and will run again") + "\n"
    }.joined()
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
      ("interrupted", .array(interrupted.map { .text($0) })),
      ("differences", difference?.json ?? .null), ("history", history?.json ?? .null),
      ("laterVersions", .array(laterVersions.map { .text($0) })),
    ])
  }
}
