import ORM
import Synchronization

/// What the observers were told, and how often each has looked.
final class Board: Sendable {
  private struct State {
    var values: [Int?]
    var tellings: [Int]
    var readings: [Int]
  }

  private let state: Mutex<State>

  init(count: Int) {
    state = Mutex(
      State(
        values: Array(repeating: nil, count: count), tellings: Array(repeating: 0, count: count),
        readings: Array(repeating: 0, count: count)))
  }

  func tell(_ observer: Int, _ value: Int) {
    state.withLock { state in
      state.values[observer] = value
      state.tellings[observer] += 1
    }
  }

  func read(_ observer: Int) { state.withLock { $0.readings[observer] += 1 } }

  /// How often anyone was told a value, and how often anyone has looked.
  var sums: (tellings: Int, readings: Int) {
    state.withLock { ($0.tellings.reduce(0, +), $0.readings.reduce(0, +)) }
  }

  /// Waits until these observers were told a value.
  func wait(for value: Int, of observers: some Sequence<Int>) async throws {
    let end = ContinuousClock.now + .seconds(60)
    while !state.withLock({ state in observers.allSatisfy { state.values[$0] == value } }) {
      try promise(ContinuousClock.now < end, "observers are told of \(value) within a minute")
      try await Task.sleep(for: .microseconds(200))
    }
  }
}
