import ORMCore

/// A pool without connections, threads or time: tasks that are numbers request, wait, cancel, open,
/// return and close in random order, on a clock that only the simulation moves.
///
/// It carries out the machine's actions as an owner does, keeps its own account of each task, and
/// compares the two after each step.
struct PoolSimulation {
  final class Connection: Sendable {
    let number: Int

    init(number: Int) { self.number = number }
  }

  /// The task of a waiter is its index in `clients`.
  typealias Machine = PoolStateMachine<Connection, Int>
  typealias Instant = ContinuousClock.Instant

  enum Position: Equatable {
    /// About to enter the queue: other tasks may do anything before it does.
    case asking
    case waiting
    /// Another task has written its row, and has not committed it yet.
    case member
    case opening
    /// It has the connection with this number.
    case using(Int)
    /// All connections are back, and it closes them.
    case closing
    case ended
  }

  struct Client {
    let request: PoolRequest
    let ticket: Int
    let since: Instant
    let limit: Duration?
    let deadline: Deadline?
    let hold: HeldConnection?
    var position: Position
    /// Whether its row is written alone.
    var isAlone = false
    /// Whether it was cancelled, or its deadline has passed, while it was not in the queue.
    var isRefused = false
    /// The time at which it entered the queue.
    var entered: Instant?

    var end: Instant? { limit.map { since + $0 } }

    var borrower: PoolBorrower? { if case .loan(let borrower) = request { borrower } else { nil } }

    var isCall: Bool {
      switch request {
      case .call, .row, .rowAlone: true
      case .loan, .all: false
      }
    }
  }

  /// The read transaction of a connection.
  struct Read {
    var openSince: Int?
    var mayStayOpen = false
    var round = 0
  }

  var random: SplitMix
  var machine: Machine
  let isSingle: Bool
  let capacity: Int
  let limit: Duration?
  var now: Instant
  /// The tasks. The place of one that has ended is used again.
  var clients: [Client] = []
  /// The tickets of the tasks that wait for a connection, in the order of their service.
  var queue: [Int] = []
  var connections: [Connection] = []
  var reads: [Read] = []
  /// The tasks of the group commit, which the first one runs; nil if none is running.
  var group: (writer: Int, members: [Int], end: Instant)?
  var hold: HeldConnection?
  var bans = 0
  var closers = 0
  var isClosed = false
  /// The wait timer that is running, and the time at which it fires.
  var waitTimer: (id: Int, at: Instant)?
  var readTimer: Instant?
  var abandonedTimer: Instant?
  private(set) var problems: [String] = []
  private(set) var stepCount = 0

  init(seed: UInt64, start: Instant) {
    random = SplitMix(seed: seed)
    isSingle = random.chance(1, of: 2)
    capacity = isSingle ? 1 : random.number(1...3)
    limit = random.chance(3, of: 4) ? .milliseconds(random.number(0...60)) : nil
    now = start
    connections = isSingle ? [Connection(number: 0)] : []
    reads = isSingle ? [Read()] : []
    machine = Machine(
      idle: connections, capacity: capacity, isSingle: isSingle, turn: .milliseconds(1), at: start)
  }

  /// Runs so many random steps, then lets every task finish, and closes the pool.
  mutating func run(steps: Int) {
    for _ in 0..<steps where problems.isEmpty {
      step()
      check()
    }
    finish()
  }

  mutating func report(_ problem: String) {
    problems.append("step \(stepCount): \(problem)")
  }

  private mutating func step() {
    stepCount += 1
    switch random.number(0...99) {
    case 0..<30: begin()
    case 30..<45: enterAny()
    case 45..<68: returnAny()
    case 68..<74: openAny()
    case 74..<80: cancelAny()
    case 80..<86: groupStep()
    case 86..<88: holdAny()
    case 88..<90: banOrAllow()
    case 90..<91: closeStep()
    default: advance(by: .microseconds(random.number(0...9000)))
    }
  }

  private mutating func finish() {
    for _ in 0..<10_000 where problems.isEmpty {
      stepCount += 1
      guard let index = clients.firstIndex(where: { $0.position != .ended }) else { break }
      switch clients[index].position {
      case .asking: enter(index)
      case .opening: opened(index, fails: random.chance(1, of: 4))
      case .using: if group?.writer == index { endGroup() } else { giveBack(index) }
      case .member: endGroup()
      case .closing: close(index)
      case .waiting:
        if let other = clients.indices.first(where: { clients[$0].canGoOn }) {
          if group?.writer == other { endGroup() }
          if clients[other].position == .opening {
            opened(other, fails: random.chance(1, of: 4))
          } else if case .using = clients[other].position {
            giveBack(other)
          }
        } else {
          report("a task waits though no other task has anything")
        }
      case .ended: break
      }
      check()
    }
    while bans > 0 { allow() }
    if !isClosed && problems.isEmpty {
      let closer = add(client(.all))
      machine.refuse()
      closers += 1
      enter(closer)
      for _ in 0..<100 where clients[closer].position == .closing { close(closer) }
    }
    advance(by: .seconds(1))
    checkEnd()
  }
}

extension PoolSimulation.Client {
  /// Whether it has or gets a connection.
  var canGoOn: Bool {
    switch position {
    case .opening, .using: true
    case .asking, .waiting, .member, .closing, .ended: false
    }
  }
}

/// The same numbers for the same seed (SplitMix64).
struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

  mutating func chance(_ part: Int, of whole: Int) -> Bool { number(1...whole) <= part }
}
