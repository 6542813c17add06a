#if Tool
  import ArgumentParser
  import ORMToolKit

  struct BackupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "backup",
      abstract: "Copies a database while others use it.",
      discussion: """
        The copy is one state of the database. It appears when it is whole, and replaces no file.

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
      abstract: "Writes a database anew, without what is free in it.",
      discussion: """
        It needs up to twice the size of the file on the disk, and nobody else writes meanwhile.

        Example: orm compact music.sqlite
        """)

    @Argument(help: "The database.", completion: .file()) var file: String
    @Option(help: "A new file to write; the database stays as it is.", completion: .file())
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
      abstract: "Lets SQLite count what it chooses indexes by.",
      discussion: """
        It reads all indexes: ANALYZE.

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
      abstract: "Saves what can be read of a damaged database into a new one.",
      discussion: """
        The damaged file stays as it is. Rows that belong to no table go into lost_and_found. The \
        exit code is 1 if not all could be saved.

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
