import Synchronization

/// How far a command is: it is written down where the work is done, and shown elsewhere.
package final class Progress: Sendable {
  private let done = Atomic(0)
  private let total = Atomic(-1)

  package init() {}

  /// Says how much there is to do; nil if nobody knows.
  package func begin(of total: Int?) {
    done.store(0, ordering: .relaxed)
    self.total.store(total ?? -1, ordering: .relaxed)
  }

  @inline(__always)
  package func report(_ done: Int) { self.done.store(done, ordering: .relaxed) }

  package var now: (done: Int, total: Int?) {
    let total = total.load(ordering: .relaxed)
    return (done.load(ordering: .relaxed), total < 0 ? nil : total)
  }
}
