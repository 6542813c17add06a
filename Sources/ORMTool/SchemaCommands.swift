#if Tool
  import ArgumentParser
  import ORMToolKit

  /// Which declarations of a package are meant.
  struct TargetOption: ParsableArguments {
    @Option(help: "The target of a package; the only one with tables, if it is not said.")
    var target: String?
    @Option(
      name: .customLong("schema"),
      help: """
        The declarations of a package that count, if it has those of former versions: a type, for \
        all that is in it, or a constant that is Schema(of: …), for what it lists.
        """)
    var schemaName: String?

    var part: SourcePart { SourcePart(target: target, schema: schemaName) }
  }

  struct DiffCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "diff",
      abstract: "Says what differs between two schemas.",
      discussion: """
        Each is a database, the folder of a Swift package, whose declarations are read without \
        building it, or a file of JSON, XML or SQL. + is only in the second, - only in the first. \
        The exit code is 1 if there is a difference. What the sources of a package leave open is \
        said, with its place, and compared with nothing.

        Example: orm diff music.sqlite .
        """)

    @Argument(help: "A database, a package, or a schema.", completion: .file()) var first: String
    @Argument(help: "What it is compared with.", completion: .file()) var second: String
    @OptionGroup var package: TargetOption
    @Flag(help: "Name what is written differently but the same to SQLite, too.") var notes = false
    @Flag(help: "Write JSON.") var json = false

    func run() async throws {
      let first = try await SchemaFile.read(first, package.part)
      let second = try await SchemaFile.read(second, package.part)
      for file in [first, second] { try file.warn(Terminal.output(.error)) }
      let difference = SchemaDifference(from: first, to: second, notes: notes)
      let output = Terminal.output(.output)
      try output.write(json ? difference.json.lines : difference.text(output.style))
      try output.flush()
      if !difference.isEmpty { throw Findings() }
    }
  }

  struct ExportSchemaCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "export-schema",
      abstract: "Writes what a database or a package has, without rows.",
      discussion: """
        As JSON, SQL or XML, which diff reads; as structs with @Table; as the picture of diagram; \
        or as a diagram in the text of Mermaid or of Graphviz.

        Example: orm export-schema music.sqlite --format sql
        """)

    @Argument(help: "A database, a package, or a schema.", completion: .file()) var file: String
    @OptionGroup var package: TargetOption
    @Option(help: "json, sql, xml, swift, svg, mermaid or dot.") var format: SchemaFormat?
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
