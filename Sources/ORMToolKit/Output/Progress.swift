import Synchronization

/// The progress of a command: the work reports it, and a terminal shows it.
package final class Progress: Sendable {
  private let done = Atomic(0)
  private let total = Atomic(-1)
  private let measure = Mutex<(@Sendable () -> Int)?>(nil)

  package init() {}

  /// Sets the total amount of work; nil if it is not known.
  package func begin(of total: Int?) {
    done.store(0, ordering: .relaxed)
    self.total.store(total ?? -1, ordering: .relaxed)
  }

  /// Sets a function that measures the work done, for work that does not report it.
  func begin(of total: Int?, measuredBy measure: @escaping @Sendable () -> Int) {
    begin(of: total)
    self.measure.withLock { $0 = measure }
  }

  @inline(__always)
  package func report(_ done: Int) { self.done.store(done, ordering: .relaxed) }

  package var now: (done: Int, total: Int?) {
    if let measure = measure.withLock({ $0 }) { report(measure()) }
    let total = total.load(ordering: .relaxed)
    return (done.load(ordering: .relaxed), total < 0 ? nil : total)
  }
}
