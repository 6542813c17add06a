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

        Example: orm check music.sqlite --against .
        """)

    @Argument(help: "The database.", completion: .file()) var file: String
    @Option(
      help: "A package, or a schema, that the database should be as.", completion: .directory)
    var against: String?
    @OptionGroup var package: TargetOption
    @Flag(help: "Write JSON.") var json = false

    func run() async throws {
      var wanted: (file: SchemaFile, path: String)?
      if let against {
        wanted = (try await SchemaFile.read(against, target: package.target), against)
      }
      try wanted?.file.warn(Terminal.output(.error))
      let report = try await LongWork("checking", .steps).run { [file, wanted] _ in
        var report = try await CheckReport.read(file)
        if let wanted, !report.isDamaged {
          try await report.compare(DatabaseFile(file), with: wanted.file, named: wanted.path)
        }
        return report
      }
      let output = Terminal.output(.output)
      try output.write(json ? report.json.lines : report.text(output.style))
      try output.flush()
      if report.isSerious { throw Findings() }
    }
  }
#endif
