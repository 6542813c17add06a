#if Tool
  import ArgumentParser
  import ORMToolKit

  struct CheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "check",
      abstract: "Looks for damage, broken references, and indexes that are missing or superfluous.",
      discussion: """
        Each finding has a name, a severity and what cures it. All of the file is read, nothing \
        is written. The exit code is 1 if something was found.

        Example: orm check music.sqlite
        """)

    @Argument(help: "The database.", completion: .file()) var file: String
    @Flag(help: "Write JSON.") var json = false

    func run() async throws {
      let report = try await LongWork("checking", .steps).run { [file] _ in
        try await CheckReport.read(DatabaseFile(file))
      }
      let output = Terminal.output(.output)
      try output.write(json ? report.json.lines : report.text(output.style))
      try output.flush()
      if !report.findings.isEmpty { throw Findings() }
    }
  }
#endif
