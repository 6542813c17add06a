import CBaseline
import Foundation
import Workloads

/// All that was measured.
struct Report: Codable {
  /// The times of one workload in one place.
  struct Result: Codable {
    let id: String
    let title: String
    let place: Place
    /// How many rows or calls a run is.
    let operations: Int
    let unit: String
    let targets: [Contestant.Name: Double]
    /// Of each round.
    var seconds: [Contestant.Name: [Double]] = [:]

    init(_ workload: Workload, at place: Place) {
      id = workload.id
      title = workload.title
      self.place = place
      operations = workload.operations
      unit = workload.unit
      targets = workload.targets.compactMapValues { $0[place] }
    }
  }

  var sqlite = String(cString: sqlite3_libversion())
  let rounds: Int
  var results: [Result] = []
  var contention: Contention?
  var web: WebMix?
  var peaks: [MemoryPeaks.Peak] = []
  var scale: Scale?

  init(rounds: Int) { self.rounds = rounds }

  func write(to path: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    try (encoder.encode(self) + Data("\n".utf8)).write(to: URL(filePath: path))
  }
}

extension Report.Result {
  /// What a contestant is compared with: C as an expert tunes it, where there is one.
  var base: Contestant.Name { seconds[.cTuned] == nil ? .c : .cTuned }

  /// The median of a contestant's times as parts of those of another in the same round.
  ///
  /// Not the least: it falls with the noise of a machine, and with the number of rounds.
  func ratio(_ name: Contestant.Name, to base: Contestant.Name) -> Double? {
    guard let times = seconds[name], let other = seconds[base], !times.isEmpty else { return nil }
    return zip(times, other).map { $0 / $1 }.median
  }

  /// The median of how long a contestant takes in milliseconds.
  func milliseconds(_ name: Contestant.Name) -> Double? {
    seconds[name].flatMap { $0.isEmpty ? nil : $0.median * 1000 }
  }

  /// The median time of one row or call.
  func nanoseconds(_ name: Contestant.Name) -> Double? {
    milliseconds(name).map { $0 * 1e6 / Double(operations) }
  }
}

extension [Double] {
  var median: Double { sorted()[count / 2] }
}
