import FaultVFS
import Foundation
import Synchronization

/// Ends the process, and says at what it was, where it crashes or one thing takes too long.
final class Watchdog: Sendable {
  private let current = Mutex<(note: String, end: ContinuousClock.Instant)?>(nil)
  private let limit: Duration

  /// - Parameter limit: How long one thing may take.
  init(limit: Duration) {
    self.limit = limit
    Thread.detachNewThread { [weak self] in
      while let self {
        self.look()
        Thread.sleep(forTimeInterval: 0.5)
      }
    }
  }

  /// Says what comes now.
  func begin(_ note: String) {
    fault_note(note)
    current.withLock { $0 = (note, .now + limit) }
  }

  func end() { current.withLock { $0 = nil } }

  private func look() {
    let late = current.withLock { current in
      current.flatMap { $0.end < .now ? $0.note : nil }
    }
    guard let late else { return }
    print("hangs for \(limit) at: \(late)")
    fflush(nil)
    _exit(1)
  }
}
