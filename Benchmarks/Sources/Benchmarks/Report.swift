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
  var scale: Scale?

  init(rounds: Int) { self.rounds = rounds }

  func write(to path: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    try (encoder.encode(self) + Data("\n".utf8)).write(to: URL(filePath: path))
  }
}

extension Report.Result {
  /// A contestant's times as parts of C's in the same round: the least and the median.
  func ratios(_ name: Contestant.Name) -> (minimum: Double, median: Double)? {
    guard let times = seconds[name], let c = seconds[.c], !times.isEmpty else { return nil }
    let ratios = zip(times, c).map { $0 / $1 }.sorted()
    return (ratios[0], ratios.median)
  }

  /// How long C takes in milliseconds: the least and the median.
  var milliseconds: (minimum: Double, median: Double)? {
    guard let c = seconds[.c]?.sorted(), !c.isEmpty else { return nil }
    return (c[0] * 1000, c.median * 1000)
  }

  /// The least time of one row or call.
  func nanoseconds(_ name: Contestant.Name) -> Double? {
    seconds[name]?.min().map { $0 * 1e9 / Double(operations) }
  }
}

extension [Double] {
  /// Of numbers in order.
  fileprivate var median: Double { self[count / 2] }
}
