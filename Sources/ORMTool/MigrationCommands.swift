#if Tool
  import ArgumentParser
  import ORMSchema
  import ORMToolKit

  /// The options for column values that a migration can't know.
  struct RuleOptions: ParsableArguments {
    @Option(
      help: """
        The value of a column in existing rows, TABLE.COLUMN=SQL: for a new column, or in place \
        of NULL. Can be repeated.
        """)
    var fill: [String] = []
    @Option(
      help: """
        The new value of a column whose type or meaning changes, TABLE.COLUMN=SQL. Can be repeated.
        """)
    var convert: [String] = []

    func rules() throws -> RuleArguments { try RuleArguments(fill: fill, convert: convert) }
  }

  /// The options for a program's history, whose rules and steps the tool does not run.
  struct HistoryOptions: ParsableArguments {
    @Option(
      help: "The folder of recorded versions. The default is the record in the database.",
      completion: .directory)
    var versions: String?
    @Flag(help: "Migrate straight to the schema, without the rules and steps of the history.")
    var ignoreHistory = false

    func arguments() throws -> HistoryArguments {
      HistoryArguments(
        versions: try versions.map { try VersionFolder($0) }, isIgnored: ignoreHistory)
    }
  }

  struct StatusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "status",
      abstract: "Shows which steps have run, which are pending, and what differs from a schema.",
      discussion: """
        Steps are the SQL files in a folder, in the order of their names. If a program has \
        migrated the database to a version of its history, the name of the version and the time \
        are shown, and with --versions the versions after it. The exit code is 1 if something is \
        left to do, or if anything differs, including objects that only the database has.

        Example: orm status music.sqlite . --steps Migrations
        """)

    @Argument(help: "The database.", completion: .file()) var file: String
    @Argument(help: "A package or a schema to compare the database with.") var schema: String?
    @OptionGroup var package: TargetOption
    @Option(help: "The folder of steps.", completion: .directory) var steps: String?
    @Option(help: "The folder of recorded versions.", completion: .directory)
    var versions: String?
    @Flag(help: "Write JSON.") var json = false

    func run() async throws {
      let steps = try steps.map { try StepFolder($0) }
      let versions = try versions.map { try VersionFolder($0) }
      let wanted = try await SchemaFile.read(ifAny: schema, package.part)
      let report = try await StatusReport.read(
        DatabaseFile(file), steps: steps, wanted: wanted, versions: versions)
      let output = Terminal.output(.output)
      try output.write(json ? report.json.lines : report.text(output.style))
      try output.flush()
      if !report.isDone { throw Findings() }
    }
  }

  struct PlanCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "plan",
      abstract: "Shows how a database would be migrated to a schema, and what would be lost.",
      discussion: """
        Nothing is changed. Each loss is listed with the option that allows it. The exit code is \
        1 if there is something to do. Like migrate, it refuses a database that is at an earlier \
        version of a program's history.

        Example: orm plan music.sqlite .
        """)

    @Argument(help: "The database.", completion: .file()) var file: String
    @Argument(help: "The package or the schema to migrate to.") var schema: String
    @OptionGroup var package: TargetOption
    @Option(help: "A loss to allow; see migrate. Can be repeated.") var allow: [String] = []
    @OptionGroup var rules: RuleOptions
    @OptionGroup var history: HistoryOptions
    @Flag(help: "Write JSON.") var json = false

    func run() async throws {
      let rules = try rules.rules()
      let history = try history.arguments()
      let allowed = try allow.map { try PermittedLoss(argument: $0) }
      let wanted = try await SchemaFile.read(schema, package.part)
      try wanted.warn(Terminal.output(.error))
      let file = try DatabaseFile(file)
      let schema = wanted.completed(by: try await file.database.schema())
      try await history.check(schema, on: file)
      let report = PlanReport(
        try await file.database.plan(
          to: schema, allowing: allowed, fill: rules.fill, converting: rules.convert))
      let output = Terminal.output(.output)
      try output.write(json ? report.json.lines : report.text(output.style))
      try output.flush()
      if !report.plan.isEmpty { throw Findings() }
    }
  }

  struct MigrateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "migrate",
      abstract: "Migrates a database to a schema, and runs the pending steps.",
      discussion: """
        The migration to the schema is one transaction, and so is each step. No data is lost \
        unless --allow names the loss as plan lists it: drop-table:NAME, \
        drop-column:TABLE:COLUMN, drop-index:NAME, drop-view:NAME, drop-trigger:NAME, \
        drop-constraint:TABLE:SQL, change-values:TABLE:COLUMN, remove-rows:TABLE, \
        break-references:TABLE, newer-schema, reuse-table:NAME, reuse-column:TABLE:COLUMN. \
        Objects that only the database has are kept unless --allow names them.

        If a program has recorded a version of its history in the database, and the history has \
        later versions, the database is refused: only the program can run their rules and steps. \
        --ignore-history migrates it without them. --dry-run ends with the exit code of a real \
        run, and tries steps on a copy in the folder for temporary files.

        Example: orm migrate music.sqlite . --steps Migrations --backup before.sqlite
        """)

    @Argument(help: "The database.", completion: .file()) var file: String
    @Argument(help: "The package or the schema to migrate to.") var schema: String?
    @OptionGroup var package: TargetOption
    @Option(help: "The folder of steps.", completion: .directory) var steps: String?
    @Option(help: "A loss to allow. Can be repeated.") var allow: [String] = []
    @OptionGroup var rules: RuleOptions
    @OptionGroup var history: HistoryOptions
    @Option(help: "The file to copy the database to first, if the schema changes.")
    var backup: String?
    @Flag(help: "Create the database if the file does not exist.") var create = false
    @Flag(help: "Show what would be done, and change nothing.") var dryRun = false
    @Flag(help: "Write JSON.") var json = false

    func run() async throws {
      let request = MigrationCommandRequest(
        steps: try steps.map { try StepFolder($0) },
        wanted: try await SchemaFile.read(ifAny: schema, package.part),
        allowed: try allow.map { try PermittedLoss(argument: $0) }, rules: try rules.rules(),
        backup: backup, history: try history.arguments())
      let database = try DatabaseFile(
        file, writes: !dryRun, creates: create && !dryRun, ifMissing: ": --create creates it")
      let result: MigrationCommandRequest.Result
      do {
        result = try await LongWork("migrating", .steps).run { [dryRun] in
          try await request.run(on: database, isDry: dryRun, $0)
        }
      } catch {
        await database.discard()
        throw error
      }
      let output = Terminal.output(.output)
      try output.write(json ? result.json.lines : result.text(output.style))
      try output.flush()
      if let refusal = result.refusal { throw refusal }
    }
  }

  struct NewMigrationCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "new-migration",
      abstract: "Creates the file of a new step, with the SQL that migrates one schema to another.",
      discussion: """
        The file contains the SQL of a migration, with table rebuilds and checks. If only you \
        know a value, the file has a place to fill in, and fails until you fill it in; --fill and \
        --convert set such values. Objects that only the first schema has are kept unless --allow \
        names them, as in migrate.

        No database is needed: --from and --to can also be schema files, or versions that record \
        has written into the folder --versions. With that folder, the default of --to is the \
        newest version. The default of --from is the newest version if --to is given, and the \
        version before the newest one if not. Without these options, the file is empty.

        The name of the file begins with the time, so that the file sorts after all others.

        Example: orm new-migration "add plays" --from music.sqlite --to .
        """)

    @Argument(help: "The name of the step: a short description.") var name: String
    @Option(help: "The folder of steps.", completion: .directory) var steps = "Migrations"
    @Option(
      help: "The schema to start from: a database, a package, a schema or a version.",
      completion: .file())
    var from: String?
    @Option(help: "The schema to migrate to, given like --from.", completion: .file())
    var to: String?
    @Option(help: "The folder of recorded versions.", completion: .directory)
    var versions: String?
    @OptionGroup var package: TargetOption
    @Option(help: "A loss to allow; see migrate. Can be repeated.") var allow: [String] = []
    @OptionGroup var rules: RuleOptions
    @Flag(help: "Write JSON.") var json = false

    func run() async throws {
      let allowed = try allow.map { try PermittedLoss(argument: $0) }
      let rules = try rules.rules()
      let folder = try versions.map { try VersionFolder($0) }
      let ends = StepEnds(from: from, to: to, versions: folder, part: package.part)
      let script: StepScript?
      if let (first, second) = try await ends.schemas() {
        script = try await StepScript(name, from: first, to: second, allowed: allowed, rules: rules)
      } else if allowed.isEmpty, rules.isEmpty {
        script = nil
      } else {
        throw ToolError.use("--allow, --fill and --convert need --from and --to")
      }
      let path = try StepFolder.add(
        name, in: steps, sql: script?.sql ?? "-- \(SafeText.line(name))\n")
      try script?.warn(Terminal.output(.error))
      let output = Terminal.output(.output)
      // A program that reads the pipe opens the file by this path.
      let line = output.isTerminal ? SafeText.line(path) : path
      let places = (script?.places ?? []).map { JSONValue.text($0.option) }
      let findings = (script?.findings ?? []).map(\.json)
      let object = JSONValue.object([
        ("file", .text(path)), ("fillIn", .array(places)), ("findings", .array(findings)),
      ])
      try output.write(json ? object.lines : line + "\n")
      try output.flush()
    }
  }

  struct BaselineCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "baseline",
      abstract: "Marks all steps as run, without running them, if a database has their changes.",
      discussion: "Example: orm baseline music.sqlite --steps Migrations")

    @Argument(help: "The database.", completion: .file()) var file: String
    @Option(help: "The folder of steps.", completion: .directory) var steps: String
    @Flag(help: "Write JSON.") var json = false

    func run() async throws {
      let steps = try StepFolder(steps)
      let names = try await DatabaseFile(file, writes: true).database
        .noteAsRun(steps.migrations)
      let output = Terminal.output(.output)
      let lines = names.map { "recorded \($0)" }
      let text = (lines.isEmpty ? ["all steps of \(steps.path) are recorded already"] : lines)
        .map { SafeText.line($0) + "\n" }.joined()
      try output.write(json ? JSONValue.array(names.map { .text($0) }).lines : text)
      try output.flush()
    }
  }
#endif
