#if Tool
  import ArgumentParser
  import ORMToolKit

  /// The tool's command line. The commands do their work in `ORMToolKit`.
  struct Orm: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "orm",
      abstract: "Inspects, queries, migrates and maintains SQLite databases.",
      discussion: """
        Exit codes: 0 for success; 1 for differences or findings; 2 for wrong usage; 3 for an \
        error of a database or in a file. Output to a terminal is coloured unless NO_COLOR is \
        set.
        """,
      version: ToolVersion.text,
      subcommands: [
        InspectCommand.self, ShowCommand.self, QueryCommand.self, ShellCommand.self,
        DiagramCommand.self,
        DiffCommand.self, ExportSchemaCommand.self, CheckCommand.self, GenerateCommand.self,
        ImportCommand.self, ExportCommand.self, BackupCommand.self, CompactCommand.self,
        OptimizeCommand.self, RecoverCommand.self, StatusCommand.self, PlanCommand.self,
        MigrateCommand.self, NewMigrationCommand.self, BaselineCommand.self, RecordCommand.self,
      ])
  }

  enum CommandLineProgram {
    static func run() async {
      Terminal.ignoreClosedPipes()
      do {
        try checkCommand()
        var command = try Orm.parseAsRoot()
        if var command = command as? any AsyncParsableCommand {
          try await command.run()
        } else {
          try command.run()
        }
      } catch {
        end(after: error)
      }
    }

    /// Throws an error that suggests a command if the first argument is not one; the parser would
    /// report an unknown command as an unexpected argument.
    private static func checkCommand() throws {
      let names =
        Orm.configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]
      guard let word = CommandLine.arguments.dropFirst().first, !word.utf8.starts(with: "-".utf8),
        !names.contains(where: { $0.utf8.elementsEqual(word.utf8) })
      else { return }
      let words = Suggestion.unknown("command", word, of: names)
      throw ToolError.use(words.utf8.last == 0x3F ? words : words + "; see orm --help")
    }

    /// Reports the error and exits with its code. The parser's own code for wrong usage is 64; here
    /// it is 2.
    private static func end(after error: any Error) -> Never {
      if let ending = Ending(error) {
        if let words = ending.words {
          let output = Terminal.output(.error)
          try? output.write("\(output.style.red("error:")) \(words)\n")
          try? output.flush()
        }
        Orm.exit(withError: ending.code == 0 ? nil : ExitCode(ending.code))
      }
      let code = Orm.exitCode(for: error)
      let message = Orm.fullMessage(for: error)
      if !message.isEmpty {
        // Help and the version are not errors and go to standard output.
        let output = Terminal.output(code.isSuccess ? .output : .error)
        // The message may contain an argument.
        try? output.line(SafeText.document(message))
        try? output.flush()
      }
      Orm.exit(withError: code == .validationFailure ? ExitCode(2) : code)
    }
  }
#endif
