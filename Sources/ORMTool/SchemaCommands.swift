#if Tool
  import ArgumentParser
  import ORMToolKit

  struct DiffCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "diff",
      abstract: "Says what differs between two schemas.",
      discussion: """
        Each is a database, or a file that export-schema has written as JSON. + is only in the \
        second, - only in the first. The exit code is 1 if there is a difference.

        Example: orm diff schema.json music.sqlite
        """)

    @Argument(help: "A database or a schema in JSON.", completion: .file()) var first: String
    @Argument(help: "What it is compared with.", completion: .file()) var second: String
    @Flag(help: "Name what is written differently but the same to SQLite, too.") var notes = false
    @Flag(help: "Write JSON.") var json = false

    func run() async throws {
      let schemas = (try await SchemaFile.read(first), try await SchemaFile.read(second))
      let difference = SchemaDifference(from: schemas.0, to: schemas.1, notes: notes)
      let output = Terminal.output(.output)
      try output.write(json ? difference.json.lines : difference.text(output.style))
      try output.flush()
      if !difference.isEmpty { throw Findings() }
    }
  }

  struct ExportSchemaCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "export-schema",
      abstract: "Writes what a database has, without its rows.",
      discussion: """
        As JSON, which diff reads; as the SQL that creates it; as structs with @Table; or as the \
        picture of diagram.

        Example: orm export-schema music.sqlite --format sql
        """)

    @Argument(help: "A database or a schema in JSON.", completion: .file()) var file: String
    @Option(help: "json, sql, swift or svg.") var format: SchemaFormat?
    @Flag(help: "The same as --format json.") var json = false

    func run() async throws {
      if json, let format, format != .json {
        throw ToolError.use("--json and --format \(format.rawValue) contradict each other")
      }
      let schema = try await SchemaFile.read(file)
      let output = Terminal.output(.output)
      try output.write((json ? .json : format ?? .sql).text(of: schema))
      try output.flush()
    }
  }

  extension SchemaFormat: ExpressibleByArgument {}
#endif
