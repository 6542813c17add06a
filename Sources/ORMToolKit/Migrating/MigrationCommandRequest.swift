import ORMCore
import ORMSQLite
import ORMSchema

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The arguments of `orm migrate`.
package struct MigrationCommandRequest: Sendable {
  private let steps: StepFolder?
  private let wanted: SchemaFile?
  private let allowed: [PermittedLoss]
  private let rules: RuleArguments
  private let backup: String?
  private let history: HistoryArguments

  package init(
    steps: StepFolder?, wanted: SchemaFile?, allowed: [PermittedLoss] = [],
    rules: RuleArguments = RuleArguments(), backup: String? = nil,
    history: HistoryArguments = HistoryArguments()
  ) {
    self.steps = steps
    self.wanted = wanted
    self.allowed = allowed
    self.rules = rules
    self.backup = backup
    self.history = history
  }

  /// The result of a migration, or of a dry run.
  package struct Result: Sendable {
    package let plan: PlanReport?
    package let steps: [String]
    package let isDry: Bool
    /// The error with which the command would end, for a dry run.
    package var refusal: (any Error)?

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

  /// Migrates the database to the schema, then runs the steps.
  ///
  /// - Throws: ``ToolError`` if there is neither a schema nor a folder, if the schema can't be read
  ///   completely, or if a history would be skipped; ``DataLossError``, ``MigrationError``,
  ///   ``StepError``, ``DatabaseError``. For a dry run, the errors of the migration and the steps
  ///   are in the result.
  package func run(
    on file: DatabaseFile, isDry: Bool, _ progress: Progress = Progress()
  ) async throws -> Result {
    if steps == nil && wanted == nil {
      throw ToolError.use("there is nothing to migrate to: name a package, a schema, or --steps")
    }
    var schema: Schema?
    if let wanted {
      try wanted.checkTables()
      schema = wanted.completed(by: try await file.database.schema())
    }
    if let schema { try await history.check(schema, on: file) }
    if let steps { try await steps.checkFilled(in: file) }
    if isDry { return try await rehearse(schema, on: file, progress) }
    let database = file.database
    var plan: MigrationPlan?
    if let schema {
      // The losses are allowed only for this migration.
      plan = try await database.migrate(
        to: schema, allowingOnce: allowed, fill: rules.fill, converting: rules.convert,
        backup: backup,
        progress: { now in
          progress.begin(of: now.steps * 1000)
          progress.report((now.step - 1) * 1000 + Int(now.fraction * 1000))
        })
    }
    var names: [String] = []
    if let steps { names = try await database.migrate(steps.migrations) }
    return Result(plan: plan.map { PlanReport($0) }, steps: names, isDry: false)
  }

  /// Determines what would be done and how the command would end. Steps can fail in any way, so
  /// they run on a copy.
  private func rehearse(
    _ schema: Schema?, on file: DatabaseFile, _ progress: Progress
  ) async throws -> Result {
    let database = file.database
    var plan: MigrationPlan?
    var refusal: (any Error)?
    if let schema {
      (plan, refusal) = try await database.rehearseMigration(
        to: schema, allowingOnce: allowed, fill: rules.fill, converting: rules.convert)
    }
    var names: [String] = []
    if let steps { names = try await database.pendingSteps(of: steps.migrations) }
    if refusal == nil, !names.isEmpty { refusal = try await errorOnCopy(of: file, progress) }
    return Result(
      plan: plan.map { PlanReport($0) }, steps: names, isDry: true, refusal: refusal)
  }

  private func errorOnCopy(
    of file: DatabaseFile, _ progress: Progress
  ) async throws -> (any Error)? {
    let path = FileManager.default.temporaryDirectory.path + "/orm-\(UUID().uuidString).sqlite"
    defer {
      for suffix in ["", "-wal", "-shm", "-journal"] {
        try? FileManager.default.removeItem(atPath: path + suffix)
      }
    }
    try await file.database.backup(to: path)
    let copy = try DatabaseFile(path, writes: true)
    let request = Self(
      steps: steps, wanted: wanted, allowed: allowed, rules: rules,
      history: HistoryArguments(isIgnored: true))
    var refusal: (any Error)?
    do {
      _ = try await request.run(on: copy, isDry: false, progress)
    } catch let error where !(error is CancellationError) {
      refusal = error
    }
    try await copy.database.close()
    return refusal
  }
}

/// The options of a command about a program's history.
package struct HistoryArguments: Sendable {
  private let versions: VersionFolder?
  private let isIgnored: Bool

  /// - Parameters:
  ///   - versions: The recorded versions; nil if no folder was given.
  ///   - isIgnored: Whether a migration may skip versions. The default is false.
  package init(versions: VersionFolder? = nil, isIgnored: Bool = false) {
    self.versions = versions
    self.isIgnored = isIgnored
  }

  /// - Throws: ``ToolError`` if a migration of the database straight to the schema would skip rules
  ///   and steps of a history.
  package func check(_ schema: Schema, on file: DatabaseFile) async throws {
    if isIgnored { return }
    try await HistoryState.read(file)?.check(schema, versions: versions)
  }
}

extension SchemaFile {
  /// Reads a schema, if one is given, and warns about its unknown parts.
  package static func read(
    ifAny path: String?, _ part: SourcePart
  ) async throws -> SchemaFile? {
    guard let path else { return nil }
    let file = try await read(path, part)
    try file.warn(Terminal.output(.error))
    return file
  }

  /// - Throws: ``ToolError`` if a table can't be read completely: columns that the program declares
  ///   would be missing.
  package func checkTables() throws {
    if let obstacle = obstacles.first {
      throw ToolError.use(
        "the tables can't be read completely from the sources, so nothing is migrated:"
          + " \(obstacle)")
    }
  }

  /// Returns the schema, if all of it is known.
  ///
  /// - Throws: ``ToolError`` if it can't be read completely: declared objects would be missing.
  package func complete() throws -> Schema {
    guard problems.isEmpty else {
      throw ToolError.use(
        "the schema can't be read completely from the sources, so no version is recorded:"
          + " \(problems[0])")
    }
    return schema
  }

  /// Returns the schema to record as a version, if all of it is known. A database's schema is
  /// without the tables in which other programs record their migrations, which stay in each
  /// database.
  package func version() throws -> Schema {
    var schema = try complete()
    if isOfDatabase { schema.removeLedgers() }
    return schema
  }
}
