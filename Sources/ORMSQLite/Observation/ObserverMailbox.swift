import Synchronization
import ORMCore

/// What tells an observer that it has to look again; however often that is said, it looks once.
final class ObserverMailbox: Sendable {
  /// Why an observer wakes.
  enum Message: Sendable {
    /// What it reads can have changed.
    case changed
    /// What tables there are can have changed, and with it what it reads of.
    case schemaChanged
    /// The database is closed.
    case closed
  }

  private struct State {
    var message: Message?
    var waiting: CheckedContinuation<Message, any Error>?
    /// Whether someone is about to wake who waits.
    var isAboutToWake = false
    /// How many messages there were.
    var count = 0
  }

  private let state = Mutex(State())

  /// How many messages there were, those included that were never taken.
  var count: Int { state.withLock { $0.count } }

  func post(_ message: Message) { if leave(message) { wake() } }

  /// Leaves a message for the next one who asks.
  ///
  /// - Returns: whether someone waits for it by now, and has to be woken by the caller.
  func leave(_ message: Message) -> Bool {
    state.withLock { state in
      state.count += 1
      switch (state.message, message) {
      case (.closed, _), (.schemaChanged, .changed): break
      default: state.message = message
      }
      if state.waiting == nil || state.isAboutToWake { return false }
      state.isAboutToWake = true
      return true
    }
  }

  /// Gives the message to who waits for it.
  func wake() {
    let woken = state.withLock { state -> (CheckedContinuation<Message, any Error>, Message)? in
      state.isAboutToWake = false
      guard let waiting = state.waiting, let message = state.message else { return nil }
      state.waiting = nil
      if message != .closed { state.message = nil }
      return (waiting, message)
    }
    if let (waiting, message) = woken { waiting.resume(returning: message) }
  }

  /// Waits until there is a message, and takes it.
  ///
  /// - Throws: `CancellationError` where the task is cancelled.
  func next() async throws -> Message {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let result = state.withLock { state -> Result<Message, any Error>? in
          if Task.isCancelled { return .failure(CancellationError()) }
          if let message = state.message {
            if message != .closed { state.message = nil }
            return .success(message)
          }
          state.waiting = continuation
          return nil
        }
        if let result { continuation.resume(with: result) }
      }
    } onCancel: {
      let waiting = state.withLock { state in
        defer { state.waiting = nil }
        return state.waiting
      }
      waiting?.resume(throwing: CancellationError())
    }
  }
}
