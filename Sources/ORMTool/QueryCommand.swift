#if Tool
  import ArgumentParser
  import ORMToolKit

  struct QueryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "query",
      abstract: "Runs SQL and writes the rows of its result.",
      discussion: """
        The database is opened read-only unless --write is given. If the file is CSV or JSON, its \
        rows are in a table that is named after the file, and that can also be called data.

        If a table is too wide for the terminal, its columns are cut (marked by …), or each value \
        gets its own line. Output to a pipe or a file is never cut.

        Example: orm query music.sqlite "SELECT * FROM album WHERE year > :year" --bind year=1984
        """)

    @Argument(help: "The database, or a CSV, TSV, JSON or JSON Lines file.", completion: .file())
    var file: String
    @Argument(help: "The SQL. Several statements run in order.") var sql: String
    @Option(help: "table, csv, json, jsonl, markdown or vertical. The default is table.")
    var format: QueryFormat?
    @Option(
      help: ArgumentHelp(
        """
        The value of a parameter: an integer, a real number, NULL, a BLOB as x'0102', or text. Can \
        be repeated.
        """,
        valueName: "name=value"))
    var bind: [String] = []
    @Flag(help: "Allow the SQL to write.") var write = false
    @Flag(help: "The same as --format json.") var json = false
    @OptionGroup var columns: JSONColumnOptions
    @OptionGroup var shown: FormOptions

    func run() async throws {
      if json, let format, format != .json {
        throw ToolError.use("--json and --format \(format.rawValue) contradict each other")
      }
      let format = json ? .json : format ?? .table
      let forms = try await shown.forms(keepsJSON: !columns.jsonAsText)
      let query = try Query(sql, format: format, bindings: bind, forms: forms)
      let terminal = Terminal.output(.output)
      try await LongWork("running", .rows, isQuiet: terminal.isTerminal).run {
        [write, file] progress in
        if let data = try await DataFile.open(file, progress) {
          guard !write else { throw ToolError.use("--write is for databases, not for data files") }
          try await query.run(on: data, writes: false, to: terminal, progress)
        } else {
          let file = try DatabaseFile(file, writes: write)
          try await query.run(
            on: file, writes: write, to: terminal, errors: Terminal.output(.error), progress)
        }
      }
    }
  }

  extension QueryFormat: ExpressibleByArgument {}
#endif
