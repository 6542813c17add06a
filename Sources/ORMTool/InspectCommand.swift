#if Tool
  import ArgumentParser
  import ORMToolKit

  struct InspectCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "inspect",
      abstract: "Says what a database has, or one of its tables.",
      discussion: """
        Tables with their rows and sizes; of one table its columns, references and indexes, with \
        how many rows have the same key.

        Example: orm inspect music.sqlite album
        """)

    @Argument(help: "The database.", completion: .file()) var file: String
    @Argument(help: "A table or a view of it.") var table: String?
    @Flag(help: "List the tables in which virtual tables keep their data, too.")
    var shadow = false
    @Flag(help: "Write JSON.") var json = false

    func run() async throws {
      let file = try DatabaseFile(file)
      let output = Terminal.output(.output)
      if let table {
        let report = try await TableReport.read(file, table: table)
        try output.write(json ? report.json.lines : report.text(output.style))
      } else {
        let report = try await FileReport.read(file, shadows: shadow)
        try output.write(json ? report.json.lines : report.text(output.style))
      }
      try output.flush()
    }
  }

  struct ShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "show",
      abstract: "Shows a row, with the rows that it refers to and those that refer to it.",
      discussion: """
        The key's values are given in its order; of a table without a key, the rowid.

        Example: orm show music.sqlite album 12
        """)

    @Argument(help: "The database.", completion: .file()) var file: String
    @Argument(help: "The table.") var table: String
    @Argument(help: "The row's key.") var key: [String]
    @Option(help: "How many rows of each table that refers to it.") var children = 5
    @Flag(help: "Write JSON.") var json = false
    @OptionGroup var shown: FormOptions

    func run() async throws {
      guard children >= 0 else { throw ToolError.use("--children is a number from 0") }
      let file = try DatabaseFile(file)
      let output = Terminal.output(.output)
      let report = try await RowReport.read(
        file, table: table, key: key, children: children, forms: shown.forms())
      try output.write(json ? report.json.lines : report.text(output.style))
      try output.flush()
    }
  }
#endif
