#if Tool
  import ArgumentParser
  import ORMToolKit

  struct ImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "import",
      abstract: "Imports the rows of a CSV or JSON file into a table.",
      discussion: """
        Values are checked against the types of their columns. If the table or the database does \
        not exist, it is created, with types that follow from the values. Either all rows are \
        imported or none, unless --on-error skip leaves out invalid rows; the exit code is 1 if \
        it leaves out any.

        In CSV, an empty field is NULL, and an empty field in quotes is an empty text. For such a \
        text, a column of numbers stores NULL if the table is STRICT, and reports an error if \
        not. A BLOB is x'00ff' in CSV, and {"blob": "AP8="} in JSON. A table that export has \
        written is imported unchanged, with --as-is if the table is not STRICT.

        A row whose key is already in the table is an error, unless --upsert, --ignore or \
        --replace is given. --upsert updates the row with the same primary key, or with the same \
        values in the unique key that --by names: it sets the columns that the CSV file or the \
        JSON object has, and keeps the others. The report counts the rows that were inserted, \
        updated, skipped and replaced.

        With --as, dates, UUIDs, amounts and Booleans are read in the form in which export writes \
        them; a date may also have no time, or an offset. A column that the schema declares as \
        JSON stores JSON objects and arrays as they are written.

        Each column of the file goes into the column of the same name; --map names another \
        column, and --omit leaves a column out.

        With --all, a new database is created from the output of export --all: an SQL file or a \
        folder.

        Example: orm import music.sqlite album albums.csv --on-error report
        Example: orm import music.sqlite album new.csv --upsert --map Album=title --omit notes
        Example: orm import copy.sqlite --all music.sql
        """)

    @Argument(help: "The database.", completion: .file()) var file: String
    @Argument(help: "The table, or with --all the SQL file or the folder.", completion: .file())
    var table: String
    @Argument(help: "The file with the rows; - is standard input.", completion: .file())
    var data: String?
    @Flag(help: "Create a new database from the output of export --all.") var all = false
    @Option(help: "csv, tsv, json or jsonl. The default follows from the ending of the file.")
    var format: ImportFormat?
    @Option(
      help: """
        The ASCII character between the values of CSV. The default is a comma, or a tab for tsv.
        """)
    var delimiter: String?
    @Flag(help: "The first line of the CSV file has values, not column names.")
    var noHeader = false
    @Option(
      help: """
        stop at the first invalid row, skip invalid rows, or report all of them and import \
        nothing.
        """)
    var onError = ImportErrorRule.stop
    @Flag(help: "Update the row with the same key, if there is one.") var upsert = false
    @Option(
      help: ArgumentHelp(
        """
        A column of the unique key by which --upsert finds rows, repeated for a composite key, or \
        the name of a unique index. The default is the primary key.
        """, valueName: "column"))
    var by: [String] = []
    @Flag(
      help: """
        Skip rows that violate a UNIQUE, NOT NULL or CHECK constraint or a primary key (INSERT OR \
        IGNORE).
        """)
    var ignore = false
    @Flag(help: "Delete existing rows with the same key (INSERT OR REPLACE).") var replace = false
    @Option(
      help: ArgumentHelp(
        """
        The column of the table for a column of the file, or for its number with --no-header. Put \
        a name with an equals sign in double quotes. Can be repeated.
        """, valueName: "file column=column"))
    var map: [String] = []
    @Option(
      help: ArgumentHelp(
        "A column of the file to leave out. Can be repeated.", valueName: "file column"))
    var omit: [String] = []
    @Option(help: "The column to make the primary key of a new table.") var key: String?
    @Option(help: "The CSV text that means NULL. If empty, an empty field in quotes is NULL, too.")
    var null: String?
    @Flag(
      help: "In a table that is not STRICT, accept values of any type in each column, as written.")
    var asIs = false
    @Option(help: "The maximum size of a row in MiB, from 1 to 1024.") var rowLimit = 4
    @Flag(help: "Write JSON.") var json = false
    @OptionGroup var shown: FormOptions

    func run() async throws {
      if all { return try await restore() }
      guard let data else { throw ToolError.use("name the table, and the file with its rows") }
      guard let format = format ?? ImportFormat(path: data) else {
        throw ToolError.use(
          "the name of \(data) does not show its format: add --format csv, tsv, json or jsonl")
      }
      var rows = Import(format)
      if let delimiter {
        guard delimiter.utf8.count == 1, let byte = delimiter.utf8.first,
          ![0x0a, 0x0d, 0x22].contains(byte), byte < 0x80
        else { throw ToolError.use("--delimiter must be one ASCII character") }
        rows.delimiter = byte
      }
      guard (1...1024).contains(rowLimit) else {
        throw ToolError.use("--row-limit must be a number of MiB from 1 to 1024")
      }
      rows.rowLimit = rowLimit << 20
      rows.hasHeader = !noHeader
      (rows.onError, rows.key, rows.null) = (onError, key, null)
      rows.isAsWritten = asIs
      guard [upsert, ignore, replace].count(where: \.self) <= 1 else {
        throw ToolError.use("only one of --upsert, --ignore and --replace can be used")
      }
      guard by.isEmpty || upsert else { throw ToolError.use("--by needs --upsert") }
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
        throw ToolError.use("--all takes two arguments: the database, and a dump or a folder")
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
