import Workloads

/// The contestants of one workload in one place, timed by turns.
struct Measurement {
  /// What others are compared with.
  private static let bases: Set<Contestant.Name> = [.c, .cTuned, .cSystem, .cTunedSystem]

  let workload: Workload
  let place: Place
  let rounds: Int
  let others: [OtherProcess]

  init(_ workload: Workload, at place: Place, rounds: Int, _ others: [OtherProcess]) {
    self.workload = workload
    self.place = place
    self.rounds = rounds
    self.others = others
  }

  /// Runs all of them round by round, after a turn that does not count, in which their checksums are
  /// compared.
  ///
  /// The machine's speed drifts, but not much within a round, so a round's times are compared with C's
  /// of the same round; C and C, tuned, run first and last, and their better times count.
  ///
  /// - Throws: ``ChecksumMismatch`` where one has not done the same as C.
  func run() async throws -> Report.Result {
    // Off the main actor, as most code that uses a database is.
    try await Task.detached {
      var runners: [(name: Contestant.Name, runner: any Runner)] = []
      for (name, contestant) in try await workload.contestants(at: place) {
        runners.append((name, LocalRunner(contestant: contestant)))
      }
      for other in others { runners += try await other.runners(of: workload, at: place) }
      try await compareChecksums(of: runners)
      var result = Report.Result(workload, at: place)
      let bases = runners.filter { Self.bases.contains($0.name) }
      for _ in 0..<rounds {
        for (name, runner) in runners {
          result.seconds[name, default: []].append(try await runner.seconds())
        }
        for (name, runner) in bases {
          guard let first = result.seconds[name]?.popLast() else { continue }
          result.seconds[name]?.append(min(first, try await runner.seconds()))
        }
      }
      return result
    }.value
  }

  private func compareChecksums(
    of runners: [(name: Contestant.Name, runner: any Runner)]
  ) async throws {
    var expected: Int64?
    for (name, runner) in runners {
      let checksum = try await runner.checksum()
      guard checksum == expected ?? checksum else {
        throw ChecksumMismatch(workload: workload.id, name: name, checksum, expected)
      }
      expected = checksum
    }
  }
}

/// One contestant has read or written something else than the first.
struct ChecksumMismatch: Error, CustomStringConvertible {
  let description: String

  init(workload: String, name: Contestant.Name, _ found: Int64, _ expected: Int64?) {
    description = "\(workload): \(name) has the checksum \(found), C has \(expected ?? 0)"
  }
}
