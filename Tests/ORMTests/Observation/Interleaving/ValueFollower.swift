import ORM

/// Observes a query: each value has to be that of a committed state, in their order, and another than
/// the one before; once all is quiet, the last is that of the last state.
final class ValueFollower: Follower {
  private let heard: Heard<Balances>
  private let task: Task<Void, any Error>
  private let read: (Balances) -> Balances
  /// What could be read of the states since the last time that all was quiet.
  private var states: [Balances]
  /// The value that was told last.
  private var last: Balances?

  /// - Parameters:
  ///   - value: A value as balances, which tell it from others.
  ///   - read: What a value is of a state.
  private init<Value>(
    _ values: ValueObservation<Value>, of state: Balances, isSlow: Bool,
    value: @escaping @Sendable (Value) -> Balances, read: @escaping (Balances) -> Balances
  ) {
    let heard = Heard<Balances>()
    self.heard = heard
    self.read = read
    states = [read(state)]
    task = Task {
      for try await element in values {
        heard.append(value(element))
        if isSlow { try await Task.sleep(for: .milliseconds(1)) }
      }
    }
  }

  /// Observes all rows, some, one, or what a closure computes of them.
  static func random(
    of db: Database, _ state: Balances, using random: inout SeededGenerator
  ) -> ValueFollower {
    let isSlow = Bool.random(using: &random)
    let id = Int.random(in: 0..<40, using: &random)
    switch Int.random(in: 0..<4, using: &random) {
    case 0:
      return ValueFollower(
        db.observe(Account.all), of: state, isSlow: isSlow, value: balances, read: { $0 })
    case 1:
      return ValueFollower(
        db.observe(Account.where { $0.id < id }), of: state, isSlow: isSlow, value: balances,
        read: { $0.filter { $0.key < id } })
    case 2:
      return ValueFollower(
        db.observe(Account.self, id), of: state, isSlow: isSlow,
        value: { $0.map { balances([$0]) } ?? [:] }, read: { $0.filter { $0.key == id } })
    default:
      return ValueFollower(
        db.observe { db in
          let sum = try db.value(Int?.self, sql: "SELECT sum(balance) FROM account") ?? 0
          return [try db.count(Account.self): sum]
        }, of: state, isSlow: isSlow, value: { $0 },
        read: { [$0.count: $0.values.reduce(0, +)] })
    }
  }

  private static func balances(_ rows: [Account]) -> Balances {
    Dictionary(uniqueKeysWithValues: rows.map { ($0.id, $0.balance) })
  }

  func note(_ commit: AccountCommit) { states.append(read(commit.after)) }

  func settle() async -> String? {
    let (newest, last) = (states.last, last)
    guard await heard.wait(for: { ($0.last ?? last) == newest }) else {
      return "an observer is not told of the last state"
    }
    return check()
  }

  func end() async -> String? {
    let error = await task.endByCancellation()
    return error ?? check()
  }

  private func check() -> String? {
    var states = states[...]
    for value in heard.takeAll() {
      if value == last { return "an observer is told the same twice" }
      guard let position = states.firstIndex(of: value) else {
        return "an observer is told of a state that was not committed, or not at that time"
      }
      states = states[position...]
      last = value
    }
    self.states = Array(states.suffix(1))
    return nil
  }
}
