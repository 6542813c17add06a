#if Tool
  import ArgumentParser
  import ORMToolKit

  struct BackupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "backup",
      abstract: "Copies a database, even while it is in use.",
      discussion: """
        The copy is a consistent snapshot. It appears only when it is complete, and never \
        replaces a file.

        Example: orm backup music.sqlite music-2026-11-24.sqlite
        """)

    @Argument(help: "The database.", completion: .file()) var file: String
    @Argument(help: "The file to write.", completion: .file()) var copy: String
    @Flag(help: "Write JSON.") var json = false

    func run() async throws {
      let report = try await LongWork("copying", .pages).run { [file, copy] in
        try await Upkeep.backup(file, to: copy, $0)
      }
      try report.write(json: json)
    }
  }

  struct CompactCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "compact",
      abstract: "Rebuilds a database without its free pages (VACUUM).",
      discussion: """
        Needs up to twice the size of the file as free disk space. Other connections can't write \
        meanwhile.

        Example: orm compact music.sqlite
        """)

    @Argument(help: "The database.", completion: .file()) var file: String
    @Option(
      help: "The new file to write. The default is to rebuild the database itself.",
      completion: .file())
    var into: String?
    @Flag(help: "Write JSON.") var json = false

    func run() async throws {
      let report = try await LongWork("compacting", .bytes).run { [file, into] in
        try await Upkeep.compact(file, into: into, $0)
      }
      try report.write(json: json)
    }
  }

  struct OptimizeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "optimize",
      abstract: "Updates the statistics of the query planner (ANALYZE).",
      discussion: """
        Reads all indexes.

        Example: orm optimize music.sqlite
        """)

    @Argument(help: "The database.", completion: .file()) var file: String
    @Flag(help: "Write JSON.") var json = false

    func run() async throws {
      let report = try await LongWork("counting", .steps).run { [file] in
        try await Upkeep.optimize(file, $0)
      }
      try report.write(json: json)
    }
  }

  struct RecoverCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "recover",
      abstract: "Recovers the readable rows of a damaged database into a new database.",
      discussion: """
        The damaged file is not changed. Rows that belong to no table go into the table \
        lost_and_found. The exit code is 1 if not everything was recovered.

        Example: orm recover damaged.sqlite saved.sqlite
        """)

    @Argument(help: "The damaged database.", completion: .file()) var file: String
    @Argument(help: "The file to write.", completion: .file()) var copy: String
    @Flag(help: "Write JSON.") var json = false

    func run() async throws {
      let report = try await LongWork("recovering", .pages).run { [file, copy] in
        try await Recovery.run(file, to: copy, $0)
      }
      let output = Terminal.output(.output)
      try output.write(json ? report.json.lines : report.text(output.style))
      try output.flush()
      if !report.isWhole { throw Findings() }
    }
  }

  extension UpkeepReport {
    fileprivate func write(json isJSON: Bool) throws {
      let output = Terminal.output(.output)
      try output.write(isJSON ? json.lines : text)
      try output.flush()
    }
  }
#endif
