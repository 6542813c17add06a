#if Tool
  import ArgumentParser
  import ORMToolKit

  struct GenerateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "generate",
      abstract: "Writes structs for the tables and views of a database.",
      discussion: """
        The file compiles without changes, and its structs can read every row: types follow from \
        the declarations and the stored values. If the rows of a table take longer than two \
        seconds to read, its columns get types that can hold any value, unless --full is given. \
        References become relations, and a CHECK that lists values becomes an enum.

        Example: orm generate music.sqlite --output Sources/Music/Tables.swift
        """)

    @Argument(help: "The database.", completion: .file()) var file: String
    @Option(
      name: .shortAndLong, help: "The file to write. The default is standard output.",
      completion: .file(extensions: ["swift"]))
    var output: String?
    @Option(help: "swift for names in Swift's style, database for the names of the columns.")
    var naming = GeneratedStructs.Naming.swift
    @Option(help: "The name of an enum to put the structs into. The default is none.")
    var namespace: String?
    @Flag(help: "Read all rows, however long that takes.") var full = false
    @Flag(help: "Report what was written as JSON. Needs --output.") var json = false

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
