#if Tool
  import ArgumentParser
  import ORMSchema
  import ORMToolKit

  struct RecordCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "record",
      abstract: "Records the schema of a package's structs as a version of its history.",
      discussion: """
        Each version is a Swift file in a folder; it is compiled into the program and never \
        edited. With --check, nothing is written: the exit code is 1 if the structs differ from \
        the newest version, and 3 if the versions do not form one sequence.

        The schema of another program's database can be recorded for a version that adopts such \
        databases. It is recorded unchanged, except for the table in which that program keeps \
        track of its migrations.

        Example: orm record minutes . --versions Sources/App/Schemas
        Example: orm record foreign old.sqlite --versions Sources/App/Schemas
        """)

    @Argument(help: "The name of the version. Omit it with --check.") var name: String?
    @Argument(
      help: "A package, a database or a schema. The default is the current folder.",
      completion: .file())
    var schema: String?
    @OptionGroup var package: TargetOption
    @Option(help: "The folder of versions.", completion: .directory) var versions = "Schemas"
    @Flag(help: "Record the newest version again, if it has not shipped.") var again = false
    @Flag(help: "Record a version even if its schema has not changed.") var unchanged = false
    @Flag(help: "Compare with the newest version, and write nothing.") var check = false
    @Flag(help: "Write JSON.") var json = false

    func run() async throws {
      // With --check, the only argument is the schema.
      let path = check ? schema ?? name ?? "." : schema ?? "."
      if check, schema != nil { throw ToolError.use("--check does not take the name of a version") }
      let wanted = try await SchemaFile.read(path, package.part)
      try wanted.warn(Terminal.output(.error))
      let folder = try VersionFolder(versions)
      let changes = try folder.changes(to: try wanted.version())
      if check {
        try write(changes ?? ["no version is recorded"])
        if changes?.isEmpty != true { throw Findings() }
        return
      }
      guard let name else { throw ToolError.use("the version needs a name: orm record NAME") }
      if changes?.isEmpty == true, !unchanged, !again {
        throw ToolError.use(
          "nothing has changed since version \(folder.versions.last?.name ?? ""); --unchanged"
            + " records a version anyway")
      }
      let file = try folder.record(name, try wanted.version(), again: again)
      let output = Terminal.output(.output)
      let line = output.isTerminal ? SafeText.line(file) : file
      try output.write(json ? JSONValue.object([("file", .text(file))]).lines : line + "\n")
      try output.flush()
    }

    private func write(_ changes: [String]) throws {
      let output = Terminal.output(.output)
      let lines = changes.map { SafeText.line($0) + "\n" }.joined()
      try output.write(json ? JSONValue.array(changes.map { .text($0) }).lines : lines)
      try output.flush()
    }
  }
#endif
