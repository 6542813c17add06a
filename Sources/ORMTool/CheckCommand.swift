#if Tool
  import ArgumentParser
  import ORMToolKit

  struct CheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "check",
      abstract: "Checks for damage, broken references, and missing or superfluous indexes.",
      discussion: """
        Each finding has a name and a severity, and if possible SQL or a command that fixes it. \
        The whole file is read and nothing is written. The exit code is 1 if there is an error or \
        a warning; notes alone do not count. --against also reports where the database differs \
        from the declarations of a package or from another schema.

        --steps checks the files of migration steps instead: for places that are not filled in, \
        for data that is dropped or deleted, and for statements that can't run in a step. If a \
        database is given, only the files that have not run there are checked, including \
        for statements that take long and block other writers. The line -- orm: accepted NAME in a \
        file turns the warnings with that name into notes.

        Example: orm check music.sqlite --against .
        """)

    @Argument(help: "The database. Optional with --steps.", completion: .file())
    var file: String?
    @Option(
      help: "A package or a schema to compare the database with.", completion: .directory)
    var against: String?
    @OptionGroup var package: TargetOption
    @Option(help: "The folder of steps.", completion: .directory) var steps: String?
    @Flag(help: "Write JSON.") var json = false

    func run() async throws {
      let report = if let steps { try await check(steps: steps) } else { try await checkFile() }
      let output = Terminal.output(.output)
      try output.write(json ? report.json.lines : report.text(output.style))
      try output.flush()
      if report.isSerious { throw Findings() }
    }

    private func check(steps: String) async throws -> CheckReport {
      if against != nil { throw ToolError.use("--steps and --against can't be combined") }
      let folder = try StepFolder(steps)
      let file = try file.map { try DatabaseFile($0) }
      return try await LongWork("checking", .steps).run { _ in
        CheckReport(ofSteps: try await StepLint.findings(of: folder, in: file))
      }
    }

    private func checkFile() async throws -> CheckReport {
      guard let file else {
        throw ToolError.use("name a database, or pass --steps with the folder of steps")
      }
      var wanted: (file: SchemaFile, path: String)?
      if let against {
        wanted = (try await SchemaFile.read(against, package.part), against)
      }
      try wanted?.file.warn(Terminal.output(.error))
      return try await LongWork("checking", .steps).run { [wanted, part = package.part] _ in
        var report = try await CheckReport.read(file)
        if let wanted, !report.isDamaged {
          try await report.compare(
            DatabaseFile(file), with: wanted.file, named: wanted.path, part)
        }
        return report
      }
    }
  }
#endif
