#if Tool
  import ArgumentParser
  import ORMToolKit

  struct CheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "check",
      abstract: "Looks for damage, broken references, and indexes that are missing or superfluous.",
      discussion: """
        Each finding has a name, a severity and what cures it. All of the file is read, nothing \
        is written. The exit code is 1 if there is an error or a warning, and not only notes. \
        --against names what the database has otherwise than the declarations of a package, or \
        another schema.

        --steps looks at the files of steps instead: places that are not filled in, what is \
        dropped or deleted, what does not run in a step, and with a database, of the files that \
        have not run there, what takes long and keeps others from writing. The line \
        -- orm: accepted NAME in a file makes its findings of that name notes.

        Example: orm check music.sqlite --against .
        """)

    @Argument(help: "The database; with --steps, none is needed.", completion: .file())
    var file: String?
    @Option(
      help: "A package, or a schema, that the database should be as.", completion: .directory)
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
      if against != nil { throw ToolError.use("--steps and --against do not go together") }
      let folder = try StepFolder(steps)
      let file = try file.map { try DatabaseFile($0) }
      return try await LongWork("checking", .steps).run { _ in
        CheckReport(ofSteps: try await StepLint.findings(of: folder, in: file))
      }
    }

    private func checkFile() async throws -> CheckReport {
      guard let file else {
        throw ToolError.use("name a database, or the files of steps by --steps")
      }
      var wanted: (file: SchemaFile, path: String)?
      if let against {
        wanted = (try await SchemaFile.read(against, package.part), against)
      }
      try wanted?.file.warn(Terminal.output(.error))
      return try await LongWork("checking", .steps).run { [wanted] _ in
        var report = try await CheckReport.read(file)
        if let wanted, !report.isDamaged {
          try await report.compare(DatabaseFile(file), with: wanted.file, named: wanted.path)
        }
        return report
      }
    }
  }
#endif
