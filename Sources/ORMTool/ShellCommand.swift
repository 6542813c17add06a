#if Tool
  import ArgumentParser
  import ORMToolKit

  struct ShellCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "shell",
      abstract: "Runs the SQL that you type.",
      discussion: """
        Tab completes names, the arrows and Ctrl-R go through what was typed before, Ctrl-C stops \
        a statement and not the shell, and .help says what else there is. Statements of a pipe run \
        one after the other; if one has failed, the exit code is 3.

        The file is opened for reading alone, unless --write is given. What begins with a blank is \
        not kept in the history, which is in $XDG_STATE_HOME/orm or in ~/.local/state/orm.

        Example: orm shell music.sqlite
        """)

    @Argument(help: "The database, or a file of CSV, TSV, JSON or JSON lines.", completion: .file())
    var file: String
    @Option(help: "table, csv, json, jsonl, markdown or vertical.") var format: QueryFormat?
    @Flag(help: "Let the SQL write.") var write = false
    @OptionGroup var columns: JSONColumnOptions
    @OptionGroup var shown: FormOptions

    func run() async throws {
      let forms = try await shown.forms(keepsJSON: !columns.jsonAsText)
      try await Shell(file, writes: write, format: format ?? .table, forms: forms).run()
    }
  }
#endif
