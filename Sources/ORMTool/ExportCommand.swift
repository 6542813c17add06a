#if Tool
  import ArgumentParser
  import ORMToolKit

  struct ExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "export",
      abstract: "Exports the rows of a table, a query or all tables, as CSV, JSON or SQL.",
      discussion: """
        In CSV, NULL is an empty field, an empty text is an empty field in quotes, and a BLOB is \
        x'00ff'; in JSON, a BLOB is {"blob": "AP8="}. import reads all of these. A file appears \
        only when it is complete.

        In JSON, a column that the schema declares as JSON (by its type, by CHECK \
        (json_valid(…)), or in the records of this library) contains its objects and arrays as \
        JSON values, and other text in quotes; import restores both byte for byte. --as writes \
        other values in the form that a package declares, and import reads them with the same \
        --as. A value that would not be restored exactly is written as it is stored. A text that \
        looks like a date or another such value is in quotes in CSV, which import --as-is \
        preserves, and {"text": "2024-02-29"} in JSON.

        --all writes SQL that recreates the database, with its rows, rowids, indexes, triggers, \
        views and virtual tables; sqlite3 and orm import --all can run it. With --format csv, \
        json or jsonl, it writes schema.sql and a file for each table into the folder that \
        --output names.

        Example: orm export music.sqlite album --output albums.csv
        Example: orm export music.sqlite --all --output music.sql
        """)

    @Argument(help: "The database.", completion: .file()) var file: String
    @Argument(help: "A table, a view or an SQL query. Omit it with --all.") var source: String?
    @Flag(help: "Export all tables, as SQL or as a folder of files.") var all = false
    @Option(
      help: """
        csv, json, jsonl or markdown. The default follows from the ending of the output file, or \
        is csv. With --all, the default is SQL, and csv, json or jsonl writes a folder.
        """)
    var format: QueryFormat?
    @Option(
      name: .shortAndLong,
      help: "The file or the folder to write. The default is standard output.",
      completion: .file())
    var output: String?
    @Flag(help: "The same as --format json.") var json = false
    @OptionGroup var columns: JSONColumnOptions
    @OptionGroup var shown: FormOptions

    func run() async throws {
      if json, let format, format != .json {
        throw ToolError.use("--json and --format \(format.rawValue) contradict each other")
      }
      let database = try DatabaseFile(file)
      let forms = try await shown.forms(keepsJSON: !columns.jsonAsText)
      if all {
        guard source == nil else { throw ToolError.use("--all exports all tables: omit the table") }
        return try await writeAll(database, forms)
      }
      guard let source else { throw ToolError.use("give a table, a view, SQL or --all") }
      let format = json ? .json : format ?? output.flatMap(QueryFormat.init(path:)) ?? .csv
      let export = Export(source, format: format, forms: forms)
      try await write(database) {
        try await export.run(on: database, to: $0, errors: Terminal.output(.error), $1)
      }
    }

    private func writeAll(_ database: DatabaseFile, _ forms: DeclaredForms) async throws {
      guard let format = json ? .json : format else {
        guard shown.schema == nil else {
          throw ToolError.use(
            "--as can't be used with an SQL dump: add --format to export a folder of files")
        }
        return try await write(database) { try await Dump().run(on: database, to: $0, $1) }
      }
      guard [.csv, .json, .jsonl].contains(format) else {
        throw ToolError.use(
          "a folder can have csv, json or jsonl files, but not \(format.rawValue) files")
      }
      guard let output else { throw ToolError.use("add --output with the folder for the files") }
      let folder = DumpFolder(output, format: format, forms: forms)
      let report = try await LongWork("exporting", .rows).run {
        try await folder.run(on: database, $0)
      }
      let terminal = Terminal.output(.output)
      try terminal.write(report.text)
      try terminal.flush()
    }

    private func write(
      _ database: DatabaseFile,
      _ body: @escaping @Sendable (ByteOutput, Progress) async throws -> Void
    ) async throws {
      guard let output else {
        let terminal = Terminal.output(.output)
        return try await LongWork("exporting", .rows, isQuiet: terminal.isTerminal).run {
          try await body(terminal, $0)
        }
      }
      let file = try WrittenFile(output, besides: database.path)
      do {
        let written = file.output
        try await LongWork("exporting", .rows).run {
          try await body(written, $0)
        }
      } catch {
        file.discard()
        throw error
      }
      try file.finish()
    }
  }
#endif
