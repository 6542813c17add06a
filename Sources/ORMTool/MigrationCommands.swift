#if Tool
  import ArgumentParser
  import ORMSchema
  import ORMToolKit

  struct StatusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "status",
      abstract: "Says which steps have run, which have not, and what differs from a schema.",
      discussion: """
        Steps are the files of SQL in a folder, by name. The exit code is 1 if there is something \
        to do.

        Example: orm status music.sqlite . --steps Migrations
        """)

    @Argument(help: "The database.", completion: .file()) var file: String
    @Argument(help: "A package, or a schema, that it should be as.") var schema: String?
    @OptionGroup var package: TargetOption
    @Option(help: "The folder of steps.", completion: .directory) var steps: String?
    @Flag(help: "Write JSON.") var json = false

    func run() async throws {
      let steps = try steps.map { try StepFolder($0) }
      let wanted = try await SchemaFile.read(ifAny: schema, target: package.target)
      let report = try await StatusReport.read(DatabaseFile(file), steps: steps, wanted: wanted)
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
        something to do.

        Example: orm plan music.sqlite .
        """)

    @Argument(help: "The database.", completion: .file()) var file: String
    @Argument(help: "A package, or a schema, that it should be as.") var schema: String
    @OptionGroup var package: TargetOption
    @Option(help: "A loss that is allowed; see migrate.") var allow: [String] = []
    @Flag(help: "Write JSON.") var json = false

    func run() async throws {
      let allowed = try allow.map { try AllowedLoss(argument: $0) }
      let wanted = try await SchemaFile.read(schema, target: package.target)
      try wanted.warn(Terminal.output(.error))
      let database = try DatabaseFile(file).database
      let report = PlanReport(try await database.plan(to: wanted.schema, allowing: allowed))
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

        Example: orm migrate music.sqlite . --steps Migrations --backup before.sqlite
        """)

    @Argument(help: "The database.", completion: .file()) var file: String
    @Argument(help: "A package, or a schema, that it should be as.") var schema: String?
    @OptionGroup var package: TargetOption
    @Option(help: "The folder of steps.", completion: .directory) var steps: String?
    @Option(help: "A loss that is allowed.") var allow: [String] = []
    @Option(help: "A copy of the database that is made first, if the schema changes.")
    var backup: String?
    @Flag(help: "Say what would be done, and do nothing.") var dryRun = false
    @Flag(help: "Write JSON.") var json = false

    func run() async throws {
      let request = MigrationCommandRequest(
        steps: try steps.map { try StepFolder($0) },
        wanted: try await SchemaFile.read(ifAny: schema, target: package.target),
        allowed: try allow.map { try AllowedLoss(argument: $0) }, backup: backup)
      let database = try DatabaseFile(file, writes: !dryRun)
      let result = try await LongWork("migrating", .steps).run { [dryRun] in
        try await request.run(on: database, isDry: dryRun, $0)
      }
      let output = Terminal.output(.output)
      try output.write(json ? result.json.lines : result.text(output.style))
      try output.flush()
    }
  }

  struct NewMigrationCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "new-migration",
      abstract: "Makes the file of a new step, with the SQL of what differs between two schemas.",
      discussion: """
        Its name begins with the time, so that it is behind all others. Without --from and --to it \
        is empty.

        Example: orm new-migration "add plays" --from music.sqlite --to .
        """)

    @Argument(help: "What the step does.") var name: String
    @Option(help: "The folder of steps.", completion: .directory) var steps = "Migrations"
    @Option(help: "A database, a package, or a schema.", completion: .file()) var from: String?
    @Option(help: "What it should be as.", completion: .file()) var to: String?
    @OptionGroup var package: TargetOption
    @Flag(help: "Write JSON.") var json = false

    func run() async throws {
      var sql = "-- \(SafeText.line(name))\n"
      switch (from, to) {
      case (nil, nil): break
      case (let from?, let to?):
        let first = try await SchemaFile.read(from, target: package.target).complete()
        let second = try await SchemaFile.read(to, target: package.target).complete()
        sql = try await PlanReport.sql(from: first, to: second)
        if sql.isEmpty { throw ToolError.use("\(from) and \(to) are the same") }
      default: throw ToolError.use("--from and --to go together")
      }
      let path = try StepFolder.add(name, in: steps, sql: sql)
      let output = Terminal.output(.output)
      // Who reads a pipe opens the file by what it says.
      let line = output.isTerminal ? SafeText.line(path) : path
      try output.write(json ? JSONValue.object([("file", .text(path))]).lines : line + "\n")
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
