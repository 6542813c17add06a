#if Tool
  import ArgumentParser
  import ORMToolKit

  /// The options that select the declarations of a package.
  struct TargetOption: ParsableArguments {
    @Option(help: "The target of the package. The default is the only target with tables.")
    var target: String?
    @Option(
      name: .customLong("schema"),
      help: """
        The declarations to use if the package also contains former versions: a type that \
        contains the structs, or a constant that is Schema(of: …) and lists them.
        """)
    var schemaName: String?

    var part: SourcePart { SourcePart(target: target, schema: schemaName) }
  }

  struct DiffCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "diff",
      abstract: "Compares two schemas.",
      discussion: """
        Each schema is a database, a JSON, XML or SQL file, or the folder of a Swift package, \
        whose declarations are read without building it. + marks what only the second schema has, \
        - what only the first one has, and ~ what differs. The exit code is 1 if there is a \
        difference. Parts that can't be determined from a package's sources are reported with \
        their location and are not compared.

        Example: orm diff music.sqlite .
        """)

    @Argument(help: "A database, a package or a schema.", completion: .file()) var first: String
    @Argument(help: "The schema to compare it with.", completion: .file()) var second: String
    @OptionGroup var package: TargetOption
    @Flag(help: "Also list what is written differently but means the same to SQLite.")
    var notes = false
    @Flag(help: "Write JSON.") var json = false

    func run() async throws {
      let first = try await SchemaFile.read(first, package.part)
      let second = try await SchemaFile.read(second, package.part)
      for file in [first, second] { try file.warn(Terminal.output(.error)) }
      let difference = SchemaDifference(from: first, to: second, notes: notes)
      try difference.warn(Terminal.output(.error))
      let output = Terminal.output(.output)
      try output.write(json ? difference.json.lines : difference.text(output.style))
      try output.flush()
      if !difference.isEmpty { throw Findings() }
    }
  }

  struct ExportSchemaCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "export-schema",
      abstract: "Writes the schema of a database or a package.",
      discussion: """
        The output is JSON, SQL or XML, which diff reads; structs with @Table; the SVG image of \
        diagram; or a Mermaid or Graphviz diagram.

        Example: orm export-schema music.sqlite --format sql
        """)

    @Argument(help: "A database, a package or a schema.", completion: .file()) var file: String
    @OptionGroup var package: TargetOption
    @Option(help: "json, sql, xml, swift, svg, mermaid or dot. The default is sql.")
    var format: SchemaFormat?
    @Flag(help: "The same as --format json.") var json = false

    func run() async throws {
      if json, let format, format != .json {
        throw ToolError.use("--json and --format \(format.rawValue) contradict each other")
      }
      let file = try await SchemaFile.read(file, package.part)
      try file.warn(Terminal.output(.error))
      let output = Terminal.output(.output)
      try output.write(
        (json ? .json : format ?? .sql).text(of: file.schema, isTerminal: output.isTerminal))
      try output.flush()
    }
  }

  extension SchemaFormat: ExpressibleByArgument {}
#endif
