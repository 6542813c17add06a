import Foundation

/// Two ways of doing the same, timed in turns.
struct Comparison {
  let name: String
  let c: () async throws -> Int64
  let orm: () async throws -> Int64

  /// The time of each round in seconds.
  struct Result {
    var c: [Double] = []
    var orm: [Double] = []

    /// The ratios round by round: the machine's speed drifts, but not within a round.
    var ratios: [Double] { zip(orm, c).map { $0 / $1 }.sorted() }
  }

  /// Runs both in turns, after a turn that does not count.
  ///
  /// - Throws: ``ChecksumMismatch`` where the two have not done the same.
  func run(rounds: Int) async throws -> Result {
    var result = Result()
    for round in 0...rounds {
      let (cTime, cSum) = try await time(c)
      let (ormTime, ormSum) = try await time(orm)
      guard cSum == ormSum else { throw ChecksumMismatch(name: name, c: cSum, orm: ormSum) }
      if round > 0 {
        result.c.append(cTime)
        result.orm.append(ormTime)
      }
    }
    return result
  }

  private func time(_ body: () async throws -> Int64) async throws -> (Double, Int64) {
    let clock = ContinuousClock()
    let start = clock.now
    let sum = try await body()
    return ((clock.now - start) / .seconds(1), sum)
  }
}

struct ChecksumMismatch: Error {
  let name: String
  let c: Int64
  let orm: Int64
}
