#if Tool
  import ArgumentParser
  import ORMToolKit

  struct GenerateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "generate",
      abstract: "Writes structs for the tables and views of a database.",
      discussion: """
        The file compiles as it is, and its structs read every row: types are those of the \
        declarations and of the values that are stored. If the rows of a table take longer than \
        two seconds, its columns get types that hold every value, unless --full is given. \
        References are relations, and a CHECK that lists values is an enum.

        Example: orm generate music.sqlite --output Sources/Music/Tables.swift
        """)

    @Argument(help: "The database.", completion: .file()) var file: String
    @Option(
      name: .shortAndLong, help: "The file to write.", completion: .file(extensions: ["swift"]))
    var output: String?
    @Option(help: "swift: names as Swift's are; database: properties as columns are named.")
    var naming = GeneratedStructs.Naming.swift
    @Option(help: "An enum around the structs.") var namespace: String?
    @Flag(help: "Read all rows, however long they take.") var full = false
    @Flag(help: "Write JSON: what was written.") var json = false

    func run() async throws {
      if json && output == nil { throw ToolError.use("--json needs --output") }
      let database = try DatabaseFile(file)
      let structs = try await GeneratedStructs.read(
        database, naming: naming, isFull: full, namespace: namespace)
      let terminal = Terminal.output(.output)
      if let output {
        try WrittenFile.write(structs.source, to: output, besides: database.path)
        try terminal.write(
          json ? structs.json(for: output).lines : structs.words(for: output) + "\n")
      } else {
        try terminal.write(structs.source)
      }
      try terminal.flush()
    }
  }

  extension GeneratedStructs.Naming: ExpressibleByArgument {}
#endif
