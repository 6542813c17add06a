import Synchronization

/// How many calls have ended.
final class Ends: Sendable {
  private let count = Atomic(0)

  var number: Int { count.load(ordering: .sequentiallyConsistent) }

  func add() { count.add(1, ordering: .sequentiallyConsistent) }
}
