import Synchronization

/// Whether tasks that go on without end may stop.
final class End: Sendable {
  let isReached = Atomic(false)
}
