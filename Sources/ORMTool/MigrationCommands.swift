#if Tool
  import ArgumentParser
  import ORMSchema
  import ORMToolKit

  /// The values of columns that a migration can't know.
  struct RuleOptions: ParsableArguments {
    @Option(
      help: """
        A column's value in the rows that are there, TABLE.COLUMN=SQL: of a new column, or in \
        place of NULL.
        """)
    var fill: [String] = []
    @Option(
      help: """
        What the values of a column become, TABLE.COLUMN=SQL, if its type or what it means changes.
        """)
    var convert: [String] = []

    func rules() throws -> RuleArguments { try RuleArguments(fill: fill, convert: convert) }
  }

  /// A program's history, whose rules and steps the tool does not run.
  struct HistoryOptions: ParsableArguments {
    @Option(
      help: "The folder of recorded versions; without it, the database's own record counts.",
      completion: .directory)
    var versions: String?
    @Flag(help: "Go straight to the schema, without the rules and steps of a program's history.")
    var ignoreHistory = false

    func arguments() throws -> HistoryArguments {
      HistoryArguments(
        versions: try versions.map { try VersionFolder($0) }, isIgnored: ignoreHistory)
    }
  }

  struct StatusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "status",
      abstract: "Says which steps have run, which have not, and what differs from a schema.",
      discussion: """
        Steps are the files of SQL in a folder, by name. If a program has brought the database to \
        a version of its history, its name and the time are shown, and with --versions the \
        versions after it. The exit code is 1 if there is something to do, or if anything differs, \
        also what only the database has.

        Example: orm status music.sqlite . --steps Migrations
        """)

    @Argument(help: "The database.", completion: .file()) var file: String
    @Argument(help: "A package, or a schema, that it should be as.") var schema: String?
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
      abstract: "Says what brings a database to a schema, and what would be lost.",
      discussion: """
        Nothing is changed. Each loss is shown with what allows it. The exit code is 1 if there is \
        something to do. A database at an earlier version of a program's history is refused, as by \
        migrate.

        Example: orm plan music.sqlite .
        """)

    @Argument(help: "The database.", completion: .file()) var file: String
    @Argument(help: "A package, or a schema, that it should be as.") var schema: String
    @OptionGroup var package: TargetOption
    @Option(help: "A loss that is allowed; see migrate.") var allow: [String] = []
    @OptionGroup var rules: RuleOptions
    @OptionGroup var history: HistoryOptions
    @Flag(help: "Write JSON.") var json = false

    func run() async throws {
      let rules = try rules.rules()
      let history = try history.arguments()
      let allowed = try allow.map { try AllowedLoss(argument: $0) }
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
      abstract: "Brings a database to a schema, and runs the steps that have not run.",
      discussion: """
        The schema's migration is one transaction, and each step is one. No value is lost unless \
        --allow names it, as plan shows: drop-table:NAME, drop-column:TABLE:COLUMN, \
        drop-index:NAME, drop-view:NAME, drop-trigger:NAME, drop-constraint:TABLE:SQL, \
        change-values:TABLE:COLUMN, remove-rows:TABLE, break-references:TABLE, newer-schema, \
        reuse-table:NAME, reuse-column:TABLE:COLUMN. What only the database has stays unless it is \
        named so.

        A database that a program has brought to a version of its history is not brought past \
        later versions, whose rules and steps only the program runs, unless --ignore-history is \
        given. --dry-run ends with the exit code of the run itself, and tries steps out on a copy \
        in the folder for temporary files.

        Example: orm migrate music.sqlite . --steps Migrations --backup before.sqlite
        """)

    @Argument(help: "The database.", completion: .file()) var file: String
    @Argument(help: "A package, or a schema, that it should be as.") var schema: String?
    @OptionGroup var package: TargetOption
    @Option(help: "The folder of steps.", completion: .directory) var steps: String?
    @Option(help: "A loss that is allowed.") var allow: [String] = []
    @OptionGroup var rules: RuleOptions
    @OptionGroup var history: HistoryOptions
    @Option(help: "A copy of the database that is made first, if the schema changes.")
    var backup: String?
    @Flag(help: "Say what would be done, and do nothing.") var dryRun = false
    @Flag(help: "Write JSON.") var json = false

    func run() async throws {
      let request = MigrationCommandRequest(
        steps: try steps.map { try StepFolder($0) },
        wanted: try await SchemaFile.read(ifAny: schema, package.part),
        allowed: try allow.map { try AllowedLoss(argument: $0) }, rules: try rules.rules(),
        backup: backup, history: try history.arguments())
      let database = try DatabaseFile(file, writes: !dryRun)
      let result = try await LongWork("migrating", .steps).run { [dryRun] in
        try await request.run(on: database, isDry: dryRun, $0)
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
      abstract: "Makes the file of a new step, with the SQL of what differs between two schemas.",
      discussion: """
        The SQL is that of a migration, with each table that has to be made again, and with \
        checks. An unknown value is a place to fill in, and the file fails until it \
        is filled; --fill and --convert fill it. What only the first schema has stays, unless \
        --allow names it, as in migrate. No database is needed: --from and --to are also files of \
        a schema, or versions that record has written in the folder --versions. With that folder, \
        the default of --to is the newest version. The default of --from is the newest version if \
        --to is given, and the version before it if not. Without all of them the file is empty.

        Its name begins with the time, so that it is behind all others.

        Example: orm new-migration "add plays" --from music.sqlite --to .
        """)

    @Argument(help: "What the step does.") var name: String
    @Option(help: "The folder of steps.", completion: .directory) var steps = "Migrations"
    @Option(help: "A database, a package, a schema, or a version.", completion: .file())
    var from: String?
    @Option(help: "What it should be as.", completion: .file()) var to: String?
    @Option(help: "The folder of versions.", completion: .directory) var versions: String?
    @OptionGroup var package: TargetOption
    @Option(help: "A loss that is allowed; see migrate.") var allow: [String] = []
    @OptionGroup var rules: RuleOptions
    @Flag(help: "Write JSON.") var json = false

    func run() async throws {
      let allowed = try allow.map { try AllowedLoss(argument: $0) }
      let rules = try rules.rules()
      let folder = try versions.map { try VersionFolder($0) }
      let ends = StepEnds(from: from, to: to, versions: folder, part: package.part)
      let script: StepScript?
      if let (first, second) = try await ends.schemas() {
        script = try await StepScript(name, from: first, to: second, allowed: allowed, rules: rules)
      } else if allowed.isEmpty, rules.isEmpty {
        script = nil
      } else {
        throw ToolError.use("--allow, --fill and --convert go with --from and --to")
      }
      let path = try StepFolder.add(
        name, in: steps, sql: script?.sql ?? "-- \(SafeText.line(name))\n")
      try script?.warn(Terminal.output(.error))
      let output = Terminal.output(.output)
      // Who reads a pipe opens the file by what it says.
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
      abstract: "Notes all steps as run, and runs none: for a database that has all they do.",
      discussion: "Example: orm baseline music.sqlite --steps Migrations")

    @Argument(help: "The database.", completion: .file()) var file: String
    @Option(help: "The folder of steps.", completion: .directory) var steps: String
    @Flag(help: "Write JSON.") var json = false

    func run() async throws {
      let steps = try StepFolder(steps)
      let names = try await DatabaseFile(file, writes: true).database
        .noteAsRun(steps.migrations)
      let output = Terminal.output(.output)
      let lines = names.map { "noted    \(SafeText.line($0))\n" }.joined()
      try output.write(json ? JSONValue.array(names.map { .text($0) }).lines : lines)
      try output.flush()
    }
  }
#endif
