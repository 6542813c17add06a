/// The read transactions that idle connections of a pool keep open.
///
/// An engine may leave the read transaction of a call open for the next call. If the connection
/// stays idle, a timer ends it after a moment. A read transaction that began before the timer fired
/// ends with its call. While a task waits for a lock that read transactions may block, every read
/// transaction ends with its call.
@usableFromInline package struct PersistentReads: Sendable {
  /// The right of a borrower to keep a read transaction open.
  @usableFromInline package struct Terms: Sendable, Equatable {
    /// Whether an open read transaction ends before the connection is used.
    @usableFromInline package let endsOpen: Bool
    /// Whether the read transaction of the borrower may stay open.
    @usableFromInline package let mayStayOpen: Bool
    /// The round in which a new read transaction begins.
    @usableFromInline package let round: Int

    @inlinable
    package init(endsOpen: Bool, mayStayOpen: Bool, round: Int) {
      self.endsOpen = endsOpen
      self.mayStayOpen = mayStayOpen
      self.round = round
    }
  }

  /// The action for the read transaction of a returned connection.
  @usableFromInline package enum Action: Sendable {
    case none
    /// It has to be ended.
    case end
    /// It stays open, and a timer has to be started.
    case startTimer
  }

  /// Whether a timer is running. If not, no idle connection has an open read transaction.
  @usableFromInline package var isWatched = false
  /// The number of times that the timer has fired.
  @usableFromInline package var round = 0
  /// The number of tasks that wait for a lock that read transactions may block.
  @usableFromInline package var bans = 0

  /// The terms for a call.
  ///
  /// - Parameter isBusy: Whether calls follow each other closely.
  @inlinable
  package func terms(isBusy: Bool) -> Terms {
    Terms(endsOpen: false, mayStayOpen: isBusy && bans == 0, round: round)
  }

  /// The terms for a long-lived borrower, which reads the newest state.
  @inlinable
  package var termsOfLoan: Terms { Terms(endsOpen: true, mayStayOpen: false, round: round) }

  /// Records that a connection was returned.
  ///
  /// - Parameter openRound: The round in which its read transaction began; nil if none is open.
  @inlinable
  package mutating func returned(openSince openRound: Int?) -> Action {
    guard let openRound else { return .none }
    if bans > 0 || openRound != round { return .end }
    if isWatched { return .none }
    isWatched = true
    return .startTimer
  }

  /// Records that the timer has fired, or that all idle connections will be closed: the owner ends
  /// the read transactions of all idle connections.
  @inlinable
  package mutating func endRound() {
    isWatched = false
    round += 1
  }
}
