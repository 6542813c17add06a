#if Tool
  import ArgumentParser
  import ORMToolKit

  struct ShellCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "shell",
      abstract: "Opens an interactive SQL shell.",
      discussion: """
        Tab completes names, the arrow keys and Ctrl-R go through the history, Ctrl-C stops the \
        running statement but not the shell, and .help lists the commands. Statements from a pipe \
        run in order; if one fails, the exit code is 3.

        The database is opened read-only unless --write is given. The history is kept in \
        $XDG_STATE_HOME/orm or in ~/.local/state/orm. Input that begins with a space is not added \
        to the history.

        Example: orm shell music.sqlite
        """)

    @Argument(help: "The database, or a CSV, TSV, JSON or JSON Lines file.", completion: .file())
    var file: String
    @Option(help: "table, csv, json, jsonl, markdown or vertical. The default is table.")
    var format: QueryFormat?
    @Flag(help: "Allow the SQL to write.") var write = false
    @OptionGroup var columns: JSONColumnOptions
    @OptionGroup var shown: FormOptions

    func run() async throws {
      let forms = try await shown.forms(keepsJSON: !columns.jsonAsText)
      try await Shell(file, writes: write, format: format ?? .table, forms: forms).run()
    }
  }
#endif
