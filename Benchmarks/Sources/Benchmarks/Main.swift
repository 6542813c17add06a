import ArgumentParser
import Foundation
import Workloads

@main
struct Benchmarks: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Measures ORM beside C, Swift by hand and GRDB, as ratios to C in the same round.",
    subcommands: [Measure.self, Serve.self, Peak.self], defaultSubcommand: Measure.self)
}

/// Runs every workload, for every contestant, and prints ratios to C.
struct Measure: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Runs the workloads and prints ratios to C.")

  @Flag(help: "Runs all of it on few rows, in less than a minute.")
  var short = false
  @Flag(help: "Measures how costs grow, too: up to 10,000,000 rows, 200 columns, 10 MB a value.")
  var long = false
  @Option(help: "The workloads, with commas between them, such as W4,W5.")
  var only: String?
  @Option(help: "How many rounds count, after one that does not.")
  var rounds: Int?
  @Option(help: "Writes all measurements to this file.")
  var json: String?
  @Option(help: "Draws the ratios into this file.")
  var svg: String?
  @Option(name: .customLong("scale-svg"), help: "Draws what the long form measured into this file.")
  var scaleSVG: String?
  @Option(help: "Measures with the SQLite in this folder, too; see Tools/build-sqlite.sh.")
  var tuned: String?
  @Flag(help: "Measures each verb of the library, in place of the workloads, the dearest first.")
  var verbs = false
  @Flag(help: "Leaves the allocator as the system has it; see SteadyAllocator.")
  var plainAllocator = false
  @Flag(help: "Prints the tables as they stand in the README.")
  var markdown = false

  func run() async throws {
    if !plainAllocator { try SteadyAllocator.restart() }
    var report = Report(rounds: rounds ?? (short ? 2 : 5))
    let size = short ? Workload.Size.short : .full
    let workloads = (verbs ? Workload.verbs(size) : Workload.all(size)).filter(isWanted)
    guard !workloads.isEmpty || isWanted("W10") || isWanted("W21") || isWanted("W22") else {
      throw ValidationError("there is no such workload")
    }
    print(report.heading)
    var others = try tuned.map { [try OtherProcess.withSQLite(of: $0, short: short)] } ?? []
    #if os(Linux)
      if !plainAllocator && !verbs {
        others.append(try .withSystemAllocator(short: short))
      }
    #endif
    for workload in workloads {
      for place in workload.places {
        let result = try await Measurement(
          workload, at: place, rounds: report.rounds, others
        ).run()
        report.results.append(result)
        if !markdown && !verbs { print(result.lines) }
      }
    }
    if verbs { return print(report.verbs) }
    if isWanted("W10") {
      let contention = try await Contention.measured(
        rows: short ? 2000 : 100_000, tasks: 8, seconds: short ? 0.5 : 10)
      report.contention = contention
      if !markdown { print(contention.markdown) }
    }
    if isWanted("W21") {
      let web = try await WebMix.measured(
        rows: short ? 10_000 : 1_000_000, tasks: 8, requests: short ? 200 : 5000,
        rounds: report.rounds)
      report.web = web
      if !markdown { print(web.markdown) }
    }
    if isWanted("W22") {
      report.peaks = try MemoryPeaks.measured(rows: short ? 50_000 : 1_000_000)
      if !markdown, let table = MemoryPeaks.markdown(of: report.peaks) { print(table) }
    }
    if long {
      let scale = try await Scale.measured(largest: short ? 10_000 : 10_000_000)
      report.scale = scale
      if !markdown { print(scale.markdown) }
    }
    if markdown { print(report.markdown) }
    if let json { try report.write(to: json) }
    if let scaleSVG, let scale = report.scale {
      try GrowthChart(scale.byRows).svg.write(toFile: scaleSVG, atomically: true, encoding: .utf8)
    }
    if let svg { try Chart(report).svg.write(toFile: svg, atomically: true, encoding: .utf8) }
  }

  /// Whether what is no ``Workload`` is asked for.
  private func isWanted(_ id: String) -> Bool {
    only?.split(separator: ",").contains { $0 == id } ?? !verbs
  }

  /// Whether a workload is asked for by its name, or by the part of it that stands first: `W4` is
  /// `W4a` and `W4b`.
  private func isWanted(_ workload: Workload) -> Bool {
    guard let only else { return true }
    if verbs { return only.split(separator: ",").contains { workload.title.contains($0) } }
    return only.split(separator: ",").contains { name in
      guard workload.id.hasPrefix(name) else { return false }
      return workload.id.dropFirst(name.count).first?.isNumber != true
    }
  }
}
