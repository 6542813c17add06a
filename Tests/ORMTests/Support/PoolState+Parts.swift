@testable import ORMCore
@testable import ORMSQLite

/// The parts of a pool's state that tests of the pool look at.
extension PoolState {
  var keepers: [PoolBorrower] { borrowers }

  var turnStart: ContinuousClock.Instant {
    get { turns.start }
    set { turns.start = newValue }
  }

  var isTurnOver: Bool { turns.isOver }

  var isStandingWatched: Bool { reads.isWatched }

  var standingBans: Int { reads.bans }
}
