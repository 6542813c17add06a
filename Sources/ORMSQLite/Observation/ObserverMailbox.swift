import Synchronization
import ORMCore

/// Notifies an observer to read again; after any number of messages, it reads once.
final class ObserverMailbox: Sendable {
  /// The reason to wake an observer.
  enum Message: Sendable {
    /// The observed rows may have changed.
    case changed
    /// The schema may have changed, and with it the tables that the observer reads.
    case schemaChanged
    /// The database is closed.
    case closed
  }

  private struct State {
    var message: Message?
    var waiting: CheckedContinuation<Message, any Error>?
    /// Whether a task is about to wake the waiting observer.
    var isAboutToWake = false
    /// The number of messages so far.
    var count = 0
  }

  private let state = Mutex(State())

  /// The number of messages so far, including those that were never taken.
  var count: Int { state.withLock { $0.count } }

  func post(_ message: Message) { if leave(message) { wake() } }

  /// Leaves a message for the next call.
  ///
  /// - Returns: Whether the observer waits for it already, and the caller has to wake it.
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

  /// Passes the message to the waiting observer.
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
  /// - Throws: `CancellationError` if the task is cancelled.
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
