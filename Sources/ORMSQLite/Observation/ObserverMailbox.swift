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
  }

  private let state = Mutex(State())

  func post(_ message: Message) {
    let waiting = state.withLock { state -> CheckedContinuation<Message, any Error>? in
      switch (state.message, message) {
      case (.closed, _), (.schemaChanged, .changed): break
      default: state.message = message
      }
      guard let waiting = state.waiting else { return nil }
      state.waiting = nil
      if state.message != .closed { state.message = nil }
      return waiting
    }
    waiting?.resume(returning: message)
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
