#if Tool
  import ArgumentParser
  import ORMToolKit

  struct QueryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "query",
      abstract: "Runs SQL and writes its rows.",
      discussion: """
        The file is opened for reading alone, unless --write is given. The rows of a file of \
        CSV or JSON are the table data, and that of the file's name.

        On a terminal, a table that is too wide for it has columns cut, marked by …, or a line for \
        each value; a pipe gets everything.

        Example: orm query music.sqlite "SELECT * FROM album WHERE year > :year" --bind year=1984
        """)

    @Argument(help: "The database, or a file of CSV, TSV, JSON or JSON lines.", completion: .file())
    var file: String
    @Argument(help: "The SQL; several statements run one after the other.") var sql: String
    @Option(help: "table, csv, json, jsonl, markdown or vertical.") var format: QueryFormat?
    @Option(
      help: ArgumentHelp(
        "A parameter's value: an integer, a number, NULL, x'0102' or a text.",
        valueName: "name=value"))
    var bind: [String] = []
    @Flag(help: "Let the SQL write.") var write = false
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
          guard !write else { throw ToolError.use("--write is for databases, and not for data") }
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
