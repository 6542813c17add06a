import Workloads

/// A contestant that is ready to run, in this process or in another.
protocol Runner: Sendable {
  /// Does the work once, for the checksum of what was read or written.
  func checksum() async throws -> Int64
  /// Does the work once, for the seconds that it takes.
  func seconds() async throws -> Double
}

/// A contestant in this process.
struct LocalRunner: Runner {
  let contestant: Contestant

  func checksum() async throws -> Int64 {
    try await contestant.prepare()
    return try await contestant.run(.checked)
  }

  func seconds() async throws -> Double {
    try await contestant.prepare()
    let clock = ContinuousClock()
    let start = clock.now
    try await contestant.run(.timed)
    return (clock.now - start) / .seconds(1)
  }
}
