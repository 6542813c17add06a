#if Tool
  import ArgumentParser
  import ORMToolKit

  struct InspectCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "inspect",
      abstract: "Describes a database, or one of its tables.",
      discussion: """
        Lists the tables with their row counts and sizes. For one table, shows the columns, \
        references and indexes, with the average number of rows for each key of an index.

        Example: orm inspect music.sqlite album
        """)

    @Argument(help: "The database.", completion: .file()) var file: String
    @Argument(help: "A table or a view.") var table: String?
    @Flag(help: "Also list the shadow tables, in which virtual tables keep their data.")
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
      abstract: "Shows a row, the rows that it references and the rows that reference it.",
      discussion: """
        Give the values of a composite key in the order of the key. For a table without a primary \
        key, give the rowid.

        Example: orm show music.sqlite album 12
        """)

    @Argument(help: "The database.", completion: .file()) var file: String
    @Argument(help: "The table.") var table: String
    @Argument(help: "The row's primary key.") var key: [String]
    @Option(help: "The number of rows to show from each table that references the row.")
    var children = 5
    @Flag(help: "Write JSON.") var json = false
    @OptionGroup var shown: FormOptions

    func run() async throws {
      guard children >= 0 else { throw ToolError.use("--children can't be negative") }
      let file = try DatabaseFile(file)
      let output = Terminal.output(.output)
      let report = try await RowReport.read(
        file, table: table, key: key, children: children, forms: shown.forms())
      try output.write(json ? report.json.lines : report.text(output.style))
      try output.flush()
    }
  }
#endif
