#if Tool
  import ArgumentParser
  import ORMToolKit

  struct ImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "import",
      abstract: "Puts the rows of a file of CSV or JSON into a table.",
      discussion: """
        Values are checked for the types of their columns. A table, or a database, that is not \
        there is created, with the types that the values have. All rows are imported or none, \
        unless --on-error skip leaves out those that are wrong; the exit code is 1 then.

        In CSV, nothing between two commas is NULL. In quotes it is an empty text, which a column \
        of numbers does not take: in a STRICT table it is NULL. A BLOB is x'00ff', or \
        {"blob": "AP8="} in JSON. A table that export has written is imported unchanged, with \
        --as-is if it is not STRICT.

        A row whose key is in the table is wrong, unless --upsert, --ignore or --replace is given. \
        --upsert sets the columns that the file has, of the row with the same primary key or the \
        same values in the unique key that --by names, and leaves the other columns; a member \
        that an object of JSON does not have is left, too. The report counts what was inserted, \
        updated, skipped and replaced.

        With --as, dates, UUIDs, amounts and Booleans are read as export has written them with it; \
        the date may also be a day alone, and have an offset. A column that the schema declares as \
        JSON takes objects and arrays of JSON as they are written.

        Columns go into those with their names; --map gives a column of the file another one, and \
        --omit leaves one out.

        With --all, a new database is created from what export --all has written: a file of SQL, \
        or a folder.

        Example: orm import music.sqlite album albums.csv --on-error report
        Example: orm import music.sqlite album new.csv --upsert --map Album=title --omit notes
        Example: orm import copy.sqlite --all music.sql
        """)

    @Argument(help: "The database.", completion: .file()) var file: String
    @Argument(help: "The table; with --all, the dump or the folder.", completion: .file())
    var table: String
    @Argument(help: "The file with the rows; - is the standard input.", completion: .file())
    var data: String?
    @Flag(help: "Create a new database from what export --all has written.") var all = false
    @Option(help: "csv, tsv, json or jsonl; otherwise as the file's name ends.")
    var format: ImportFormat?
    @Option(help: "What is between two values of CSV, a character of ASCII.")
    var delimiter: String?
    @Flag(help: "The first line of CSV has values, and no names of columns.") var noHeader = false
    @Option(
      help: """
        stop at the first wrong row, skip those that are wrong, or report them all and keep \
        nothing.
        """)
    var onError = ImportErrorRule.stop
    @Flag(help: "Update the row with the same key, if there is one.") var upsert = false
    @Option(
      help: ArgumentHelp(
        """
        A column of the unique key that --upsert finds rows by, repeated for a key of several \
        columns, or the name of a unique index; otherwise the primary key.
        """, valueName: "column"))
    var by: [String] = []
    @Flag(
      help: """
        Skip rows that a UNIQUE, NOT NULL or CHECK constraint or a primary key refuses: INSERT OR \
        IGNORE.
        """)
    var ignore = false
    @Flag(help: "Delete the rows that have the same key: INSERT OR REPLACE.") var replace = false
    @Option(
      help: ArgumentHelp(
        """
        The column of the table for a column of the file, or for its number with --no-header; \
        repeated. A name with an equals sign is in double quotes.
        """, valueName: "file column=column"))
    var map: [String] = []
    @Option(
      help: ArgumentHelp(
        "A column of the file that is not read; repeated.", valueName: "file column"))
    var omit: [String] = []
    @Option(help: "The column that is the primary key of a new table.") var key: String?
    @Option(help: "A word of CSV that means NULL; if it is empty, so does an empty text in quotes.")
    var null: String?
    @Flag(
      help: """
        In a table that is not STRICT, take values of all kinds in each column, as they are \
        written.
        """)
    var asIs = false
    @Option(help: "How many MiB a row may have.") var rowLimit = 4
    @Flag(help: "Write JSON.") var json = false
    @OptionGroup var shown: FormOptions

    func run() async throws {
      if all { return try await restore() }
      guard let data else { throw ToolError.use("name the table, and the file with its rows") }
      guard let format = format ?? ImportFormat(path: data) else {
        throw ToolError.use("\(data) is named after no format: --format is csv, tsv, json or jsonl")
      }
      var rows = Import(format)
      if let delimiter {
        guard delimiter.utf8.count == 1, let byte = delimiter.utf8.first,
          ![0x0a, 0x0d, 0x22].contains(byte), byte < 0x80
        else { throw ToolError.use("--delimiter is one character of ASCII") }
        rows.delimiter = byte
      }
      guard (1...1024).contains(rowLimit) else {
        throw ToolError.use("--row-limit is a number of MiB from 1 to 1024")
      }
      rows.rowLimit = rowLimit << 20
      rows.hasHeader = !noHeader
      (rows.onError, rows.key, rows.null) = (onError, key, null)
      rows.isAsWritten = asIs
      guard [upsert, ignore, replace].count(where: \.self) <= 1 else {
        throw ToolError.use("--upsert, --ignore and --replace exclude each other")
      }
      guard by.isEmpty || upsert else { throw ToolError.use("--by is for --upsert") }
      rows.forms = try await shown.forms()
      rows.conflict = upsert ? .upsert : ignore ? .ignore : replace ? .replace : .abort
      rows.upsertKey = by
      rows.mapping = try ColumnMapping(maps: map, omitting: omit)
      let report = try await LongWork("importing", .bytes).run { [rows, data, table, file] in
        try await rows.run(data, into: table, ofFile: file, $0)
      }
      let output = Terminal.output(.output)
      if !json {
        let errors = Terminal.output(.error)
        try errors.write(report.problemLines)
        try errors.flush()
      }
      try output.write(json ? report.json.lines : report.text(output.style))
      try output.flush()
      if report.problemCount > 0 { throw Findings() }
    }
  }

  extension ImportCommand {
    private func restore() async throws {
      guard data == nil else {
        throw ToolError.use("--all takes a database, and a dump or a folder")
      }
      let restoring = Restoring(table, forms: try await shown.forms())
      let errors = Terminal.output(.error)
      let report = try await LongWork("importing", .rows).run { [file] in
        try await restoring.run(intoFile: file, errors: errors, $0)
      }
      let output = Terminal.output(.output)
      try output.write(json ? report.json.lines : report.text)
      try output.flush()
    }
  }

  extension ImportFormat: ExpressibleByArgument {}
  extension ImportErrorRule: ExpressibleByArgument {}
#endif
