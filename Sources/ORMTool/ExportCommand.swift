#if Tool
  import ArgumentParser
  import ORMToolKit

  struct ExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "export",
      abstract: "Writes the rows of a table or of a query as CSV or JSON.",
      discussion: """
        NULL is nothing between two commas, an empty text is in quotes, a BLOB is x'00ff', or \
        {"blob": "AP8="} in JSON: what import reads. A file appears when it is whole.

        In JSON, a column that the schema declares as JSON (by its type, by CHECK (json_valid(…)), \
        or in the records of this library) has its objects and arrays as such, and any other text \
        in quotes: import takes both, byte for byte. --as shows other values as a package declares \
        them, and import with the same --as reads them; a value that would not come back equal is \
        shown as it is stored.

        Example: orm export music.sqlite album --output albums.csv
        """)

    @Argument(help: "The database.", completion: .file()) var file: String
    @Argument(help: "A table or a view of it, or SQL.") var source: String
    @Option(help: "csv, json, jsonl or markdown; otherwise as the file's name ends, or csv.")
    var format: QueryFormat?
    @Option(name: .shortAndLong, help: "The file to write.", completion: .file())
    var output: String?
    @Flag(help: "The same as --format json.") var json = false
    @OptionGroup var columns: JSONColumnOptions
    @OptionGroup var shown: FormOptions

    func run() async throws {
      if json, let format, format != .json {
        throw ToolError.use("--json and --format \(format.rawValue) contradict each other")
      }
      let format = json ? .json : format ?? output.flatMap(QueryFormat.init(path:)) ?? .csv
      let forms = try await shown.forms(keepsJSON: !columns.jsonAsText)
      let export = Export(source, format: format, forms: forms)
      let database = try DatabaseFile(file)
      guard let output else {
        let terminal = Terminal.output(.output)
        return try await LongWork("exporting", .rows, isQuiet: terminal.isTerminal).run {
          try await export.run(on: database, to: terminal, $0)
        }
      }
      let file = try WrittenFile(output, besides: database.path)
      do {
        let written = file.output
        try await LongWork("exporting", .rows).run {
          try await export.run(on: database, to: written, $0)
        }
      } catch {
        file.discard()
        throw error
      }
      try file.finish()
    }
  }
#endif
