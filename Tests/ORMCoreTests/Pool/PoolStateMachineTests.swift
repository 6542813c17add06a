import Testing

@testable import ORMCore

@Suite("The pool as a state machine")
struct PoolStateMachineTests {
  private static let start = ContinuousClock.now

  @Test(
    "A pool keeps its promises in random schedules on a clock of their own",
    arguments: 0..<UInt64(8))
  func randomSchedules(part: UInt64) {
    for seed in part * 250..<(part + 1) * 250 {
      var simulation = PoolSimulation(seed: seed, start: Self.start)
      simulation.run(steps: 100)
      #expect(simulation.problems.isEmpty, "seed \(seed): \(simulation.problems)")
    }
  }

  /// A machine with one connection.
  private func single() -> PoolSimulation.Machine {
    PoolSimulation.Machine(
      idle: [PoolSimulation.Connection(number: 0)], capacity: 1, isSingle: true,
      turn: .milliseconds(1), at: Self.start)
  }

  private func waiter(
    _ id: Int, for request: PoolRequest = .call, since: Duration = .zero, limit: Duration? = nil
  ) -> PoolSimulation.Machine.Waiter {
    PoolSimulation.Machine.Waiter(
      id: id, id, for: request, since: Self.start + since,
      limit: limit)
  }

  @Test("A turn ends at the first call, and then at a fourth call after its length")
  func turns() {
    var turns = TurnTaking(length: .milliseconds(1), at: Self.start)
    func counts(_ number: Int, at time: ContinuousClock.Instant) -> [Bool] {
      (1...number).map { _ in turns.count(at: { time }) }
    }
    func isOver() -> Bool { turns.takeEnd(isCounted: true, at: { Self.start }) }
    #expect(counts(1, at: Self.start) == [true])
    #expect(isOver())
    #expect(!isOver())
    let later = Self.start + .milliseconds(2)
    #expect(counts(4, at: later) == [false, false, false, true])
    #expect(counts(4, at: later) == [false, false, false, false])
    #expect(turns.isBusy)
  }

  @Test("A read transaction stays open for one round at most, and not during a ban")
  func reads() {
    var reads = PersistentReads()
    #expect(reads.terms(isBusy: true).mayStayOpen && !reads.terms(isBusy: false).mayStayOpen)
    func returned(_ round: Int?) -> PersistentReads.Action { reads.returned(openSince: round) }
    #expect(returned(nil) == .none)
    #expect(returned(0) == .startTimer)
    #expect(returned(0) == .none)
    reads.endRound()
    #expect(!reads.isWatched)
    #expect(returned(0) == .end)
    reads.bans = 1
    #expect(returned(1) == .end)
    #expect(!reads.terms(isBusy: true).mayStayOpen)
  }

  @Test("A group commit accepts rows until its time is up, or it is full")
  func group() {
    var group = GroupCommit<Int>()
    #expect(!group.isOpen(at: Self.start))
    group.begin(until: Self.start + .milliseconds(1))
    #expect(group.isOpen(at: Self.start) && !group.isOpen(at: Self.start + .milliseconds(1)))
    for id in 1...GroupCommit<Int>.limit { group.add(waiter(id, for: .row)) }
    #expect(!group.isOpen(at: Self.start))
    let members = group.finish()
    #expect(members.map(\.id) == Array(1...GroupCommit<Int>.limit))
    #expect(!group.isOpen(at: Self.start))
  }

  @Test("A task that keeps the only connection gets another at once, though a call has the second")
  func nestedLoan() {
    var machine = PoolSimulation.Machine(
      idle: [PoolSimulation.Connection(number: 0)], capacity: 1, isSingle: false,
      turn: .milliseconds(1), at: Self.start)
    func isOpened(_ answer: PoolAnswer<PoolSimulation.Connection>) -> Bool {
      if case .granted(.open) = answer { true } else { false }
    }
    func borrower(_ task: Int) -> PoolBorrower {
      PoolBorrower(.stream, task: task, since: Self.start) { nil }
    }
    guard case .granted(.ready) = machine.request(for: borrower(1)) else {
      Issue.record("the connection is not lent")
      return
    }
    let call = machine.request(for: nil)
    #expect(isOpened(call))
    guard case .none = machine.request(for: borrower(2)) else {
      Issue.record("another task got a connection")
      return
    }
    let nested = machine.request(for: borrower(1))
    #expect(isOpened(nested))
    guard case .none = machine.request(for: nil) else {
      Issue.record("a second call got a connection")
      return
    }
  }

  @Test("A refused wait leaves no time at which the connection was busy")
  func refusedWait() {
    var machine = single()
    guard case .granted(.ready(let lease)) = machine.request(for: nil) else {
      Issue.record("the connection is not lent")
      return
    }
    let refused = machine.enter(
      waiter(1, limit: .zero), hold: nil, deadline: nil, at: Self.start)
    guard case .refused(.timeout(let holders)) = refused else {
      Issue.record("the wait is not refused")
      return
    }
    #expect(holders.map(\.duration) == [.zero])
    _ = machine.giveBack(lease.connection, openSince: nil)
    #expect(machine.busySince == nil)
  }

  @Test("A task that is requeued after its time is up is ended at once, though a later task waits")
  func requeuedTooLate() throws {
    var machine = single()
    guard case .granted(.ready) = machine.request(for: nil) else {
      Issue.record("the connection is not lent")
      return
    }
    let limit = Duration.milliseconds(10)
    func enter(_ waiter: PoolSimulation.Machine.Waiter) -> Int? {
      let entry = machine.enter(waiter, hold: nil, deadline: nil, at: waiter.since)
      return if case .waits(let timer) = entry { timer } else { nil }
    }
    let first = waiter(1, for: .row, limit: limit)
    let started = enter(first)
    let timer = try #require(started)
    let begins = machine.beginGroup(until: Self.start + limit)
    let row = machine.nextRow(at: Self.start)
    #expect(begins)
    machine.join(try #require(row))
    // The timer finds only the later task.
    let second = enter(waiter(2, since: .milliseconds(9), limit: limit))
    #expect(second == nil)
    let look = machine.endOverdue(timer: timer, at: Self.start + limit)
    #expect(look.late.isEmpty && look.next == Self.start + .milliseconds(19))
    let later = Self.start + .milliseconds(12)
    let requeued = machine.requeue(machine.endGroup())
    let other = try #require(requeued)
    let end = machine.endOverdue(timer: other, at: later)
    #expect(end.late.map(\.id) == [1])
    // The timer that was replaced ends.
    let former = machine.endOverdue(timer: timer, at: later)
    #expect(former.late.isEmpty && former.next == nil)
    #expect(machine.line == (1, 0))
  }
}
