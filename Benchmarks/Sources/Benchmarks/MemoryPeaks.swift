import ArgumentParser
import Foundation
import Workloads

/// How much memory a process has had at most that fetches very many rows.
enum MemoryPeaks {
  struct Peak: Codable {
    let name: Contestant.Name
    let rows: Int
    /// What it had at most, beyond what it had before it fetched.
    let megabytes: Double
  }

  /// Runs a process for each, with the system's allocator.
  static func measured(rows: Int) throws -> [Peak] {
    let folder = URL.temporaryDirectory.appending(path: "orm-benchmark-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "rows.sqlite").path
    try MemoryPeak.fill(path, rows: rows)
    return try [Contestant.Name.c, .cTuned, .orm, .ormAwaiting, .grdb].map { name in
      Peak(name: name, rows: rows, megabytes: try peak(of: path, by: name))
    }
  }

  private static func peak(of path: String, by name: Contestant.Name) throws -> Double {
    let process = Process()
    process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = ["peak", path, name.rawValue]
    process.environment = ProcessInfo.processInfo.environment.filter {
      !$0.key.hasPrefix("MALLOC_")
    }
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let words = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    let text = String(decoding: words, as: UTF8.self)
    let number = text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard process.terminationStatus == 0, let megabytes = Double(number) else {
      throw ValidationError("the process that fetches by \(name.title) has failed")
    }
    return megabytes
  }

  static func markdown(of peaks: [Peak]) -> String? {
    guard let rows = peaks.first?.rows else { return nil }
    let lines = peaks.map { peak in
      let title = peak.name == .ormAwaiting ? "ORM, a stream" : peak.name.title
      let ratios = [Contestant.Name.cTuned, .c].map { name in
        peaks.first { $0.name == name }.map {
          String(format: "%.2f", peak.megabytes / $0.megabytes)
        } ?? ""
      }
      let cells = [String(format: "%.1f", peak.megabytes)] + ratios
      return "| \(title) | \(cells.joined(separator: " | ")) |"
    }
    return """
      ### W22: memory of a fetch of \(rows) rows, at most

      | | MB | of C, tuned | of C |
      | --- | ---: | ---: | ---: |
      \(lines.joined(separator: "\n"))
      """
  }
}

/// Fetches all rows of a file and prints how many MB that has taken at most.
struct Peak: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Fetches all rows of a file, and prints the memory that it took at most.",
    shouldDisplay: false)

  @Argument var path: String
  @Argument var name: String

  func run() async throws {
    guard let name = Contestant.Name(rawValue: name) else {
      throw ValidationError("there is no contestant \(name)")
    }
    let before = try Self.megabytes("VmRSS")
    guard try await MemoryPeak.fetch(path, by: name) > 0 else {
      throw ValidationError("the file has no rows")
    }
    print(try Self.megabytes("VmHWM") - before)
  }

  /// See proc_pid_status(5).
  private static func megabytes(_ field: String) throws -> Double {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    for line in status.split(separator: "\n") where line.hasPrefix(field + ":") {
      let words = line.split(whereSeparator: \.isWhitespace)
      if words.count > 1, let kilobytes = Double(words[1]) { return kilobytes / 1024 }
    }
    throw ValidationError("the system does not tell how much memory a process has")
  }
}
