import ArgumentParser
import Foundation
import Workloads

/// This program once more, in another environment.
///
/// It runs what it is asked for, and answers with checksums and times: so a contestant there can run by
/// turns with those here.
actor OtherProcess {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// What those who run there are called here.
  private let titles: [Contestant.Name: Contestant.Name]
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private var pending = Data()

  /// With another SQLite than the system's, which `Tools/build-sqlite.sh` has put into the folder: the library
  /// in each of its ways.
  static func withSQLite(of folder: String, short: Bool) throws -> OtherProcess {
    let library = URL(filePath: folder).appending(path: "lib")
    guard FileManager.default.fileExists(atPath: library.appending(path: "libsqlite3.so.0").path)
    else { throw Failure(description: "there is no SQLite in \(library.path)") }
    return try OtherProcess(
      [.orm: .ormTuned, .ormAwaiting: .ormAwaitingTuned, .ormPrepared: .ormPreparedTuned],
      ProcessInfo.processInfo.environment.merging(["LD_LIBRARY_PATH": library.path]) { $1 },
      short: short)
  }

  /// With the allocator as the system has it, which most programs have: the library, and C that it is compared
  /// with.
  static func withSystemAllocator(short: Bool) throws -> OtherProcess {
    try OtherProcess(
      [.c: .cSystem, .cTuned: .cTunedSystem, .orm: .ormSystem],
      ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("MALLOC_") }, short: short)
  }

  private init(
    _ titles: [Contestant.Name: Contestant.Name], _ environment: [String: String], short: Bool
  ) throws {
    self.titles = titles
    process.executableURL = URL(filePath: CommandLine.arguments[0])
    process.arguments = ["serve"] + (short ? ["--short"] : [])
    process.environment = environment
    process.standardInput = input
    process.standardOutput = output
    try process.run()
  }

  /// Opens the contestants' databases there, in place of those before.
  func runners(
    of workload: Workload, at place: Place
  ) throws -> [(name: Contestant.Name, runner: any Runner)] {
    let names = workload.names.filter { titles[$0] != nil }
    let list = names.map(\.rawValue).joined(separator: ",")
    _ = try ask("open\t\(workload.id)\t\(place.rawValue)\t\(list)")
    return names.compactMap { name in
      titles[name].map { (name: $0, runner: RemoteRunner(process: self, name: name)) }
    }
  }

  fileprivate func ask(_ question: String) throws -> String {
    try input.fileHandleForWriting.write(contentsOf: Data((question + "\n").utf8))
    while true {
      if let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
        let answer = String(decoding: pending[..<end], as: UTF8.self)
        pending = Data(pending[pending.index(after: end)...])
        return answer
      }
      let data = output.fileHandleForReading.availableData
      guard !data.isEmpty else { throw Failure(description: "the other process has ended") }
      pending += data
    }
  }
}

/// A contestant in the other process.
private struct RemoteRunner: Runner {
  let process: OtherProcess
  let name: Contestant.Name

  func checksum() async throws -> Int64 {
    guard let sum = Int64(try await process.ask("checksum\t\(name.rawValue)")) else {
      throw OtherProcess.Failure(description: "no checksum of \(name)")
    }
    return sum
  }

  func seconds() async throws -> Double {
    guard let seconds = Double(try await process.ask("seconds\t\(name.rawValue)")) else {
      throw OtherProcess.Failure(description: "no time of \(name)")
    }
    return seconds
  }
}

/// The other side: answers a line by a line.
struct Serve: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Runs contestants for another process.", shouldDisplay: false)

  @Flag var short = false

  func run() async throws {
    let workloads = Workload.all(short ? .short : .full)
    var runners: [String: LocalRunner] = [:]
    while let line = readLine() {
      let words = line.split(separator: "\t").map(String.init)
      switch words.first {
      case "open" where words.count == 4:
        runners = [:]
        guard let place = Place(rawValue: words[2]),
          let workload = workloads.first(where: { $0.id == words[1] })
        else { throw ValidationError("there is no workload \(words)") }
        let names = words[3].split(separator: ",").compactMap {
          Contestant.Name(rawValue: String($0))
        }
        for (name, contestant) in try await workload.contestants(at: place, names.contains) {
          runners[name.rawValue] = LocalRunner(contestant: contestant)
        }
        answer("opened")
      case "checksum" where words.count == 2:
        answer(try await runners[words[1]]?.checksum().description ?? "")
      case "seconds" where words.count == 2:
        answer(try await runners[words[1]]?.seconds().description ?? "")
      default: throw ValidationError("there is no question \(words)")
      }
    }
  }

  private func answer(_ words: String) {
    FileHandle.standardOutput.write(Data((words + "\n").utf8))
  }
}
