import ORMCore
import ORMSQLite
import ORMSchema

/// What `orm migrate` is asked for.
package struct MigrationCommandRequest: Sendable {
  private let steps: StepFolder?
  private let wanted: SchemaFile?
  private let allowed: [AllowedLoss]
  private let backup: String?

  package init(
    steps: StepFolder?, wanted: SchemaFile?, allowed: [AllowedLoss] = [], backup: String? = nil
  ) {
    self.steps = steps
    self.wanted = wanted
    self.allowed = allowed
    self.backup = backup
  }

  /// What was done, or would be.
  package struct Result: Sendable {
    package let plan: PlanReport?
    package let steps: [String]
    package let isDry: Bool

    package func text(_ style: Style) -> String {
      var text = ""
      if let plan, !plan.plan.isEmpty || steps.isEmpty { text += plan.text(style) }
      let word = isDry ? style.yellow("pending  ") : style.green("ran      ")
      text += steps.map { word + SafeText.line($0) + "\n" }.joined()
      return text.isEmpty ? style.green("nothing to do") + "\n" : text
    }

    package var json: JSONValue {
      .object([
        ("plan", plan?.json ?? .null), ("steps", .array(steps.map { .text($0) })),
        ("dryRun", .bool(isDry)),
      ])
    }
  }

  /// Brings the database to the schema, then runs the steps.
  ///
  /// - Throws: ``ToolError`` if there is neither a schema nor a folder, or if not all of the schema
  ///   is known; ``DataLossRefused``, ``MigrationError``, ``StepError``, ``DatabaseError``.
  package func run(
    on file: DatabaseFile, isDry: Bool, _ progress: Progress = Progress()
  ) async throws -> Result {
    if steps == nil && wanted == nil {
      throw ToolError.use("there is nothing to migrate to: name a package, a schema, or --steps")
    }
    let database = file.database
    var plan: MigrationPlan?
    if let schema = try wanted?.complete() {
      if isDry {
        plan = try await database.plan(to: schema, allowing: allowed)
      } else {
        // The person who runs the command allows the losses of this migration.
        plan = try await database.migrate(
          to: schema, allowingOnce: allowed, backup: backup,
          progress: { now in
            progress.begin(of: now.steps * 1000)
            progress.report((now.step - 1) * 1000 + Int(now.fraction * 1000))
          })
      }
    }
    var names: [String] = []
    if let steps {
      names =
        isDry
        ? try await database.pendingSteps(of: steps.migrations)
        : try await database.migrate(steps.migrations)
    }
    return Result(plan: plan.map { PlanReport($0) }, steps: names, isDry: isDry)
  }
}

extension SchemaFile {
  /// A schema that may be given or not, with warnings of what is not known.
  package static func read(ifAny path: String?, target: String?) async throws -> SchemaFile? {
    guard let path else { return nil }
    let file = try await read(path, target: target)
    try file.warn(Terminal.output(.error))
    return file
  }

  /// The schema, if all of it is known.
  ///
  /// - Throws: ``ToolError`` if something is not: what a program declares would be missing.
  package func complete() throws -> Schema {
    guard problems.isEmpty else {
      throw ToolError.use(
        "not all that the sources declare is known, so nothing is migrated to them: \(problems[0])")
    }
    return schema
  }

  /// The schema to record as a version, if all of it is known. That of a database is without the
  /// tables in which other programs note their migrations: they stay in each database.
  package func version() throws -> Schema {
    var schema = try complete()
    if isOfDatabase { schema.removeLedgers() }
    return schema
  }
}
