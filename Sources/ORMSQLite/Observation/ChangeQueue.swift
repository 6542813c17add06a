import Synchronization

/// The changes that each commit made to the rows of a table, until a stream takes them.
final class ChangeQueue: Sendable {
  private typealias Waiting = CheckedContinuation<KeyChanges?, any Error>

  private struct State {
    var batches: [KeyChanges] = []
    /// The number of batches that have been taken.
    var taken = 0
    var waiting: [Waiting] = []
    /// The end of the stream, once all batches are taken.
    var end: Result<KeyChanges?, any Error>?

    mutating func take() -> KeyChanges? {
      guard taken < batches.count else { return nil }
      let batch = batches[taken]
      taken += 1
      // The consumer may lag behind for as long as the stream lasts.
      if taken == batches.count || taken >= max(ChangeQueue.most, batches.count / 2) {
        batches.removeFirst(taken)
        taken = 0
      }
      return batch
    }
  }

  /// The number of taken batches that are kept, if these are not more than half of all.
  private static let most = 1024

  private let state = Mutex(State())

  /// The number of batches in memory.
  var kept: Int { state.withLock { $0.batches.count } }

  /// The number of batches that have not been taken.
  var count: Int { state.withLock { $0.batches.count - $0.taken } }

  func give(_ batch: KeyChanges) {
    let waiting = state.withLock { state -> Waiting? in
      if state.end != nil { return nil }
      if !state.waiting.isEmpty { return state.waiting.removeFirst() }
      state.batches.append(batch)
      return nil
    }
    waiting?.resume(returning: batch)
  }

  /// Ends the stream after the batches that it has; an error is thrown once.
  func finish(throwing error: (any Error)? = nil) {
    let waiting = state.withLock { state -> [Waiting] in
      if state.end != nil { return [] }
      // The first waiting consumer gets the error, or else the next call.
      let isGiven = error == nil || !state.waiting.isEmpty
      state.end = isGiven ? .success(nil) : error.map { .failure($0) }
      defer { state.waiting = [] }
      return state.waiting
    }
    guard let first = waiting.first else { return }
    if let error { first.resume(throwing: error) } else { first.resume(returning: nil) }
    for other in waiting.dropFirst() { other.resume(returning: nil) }
  }

  /// Takes the next batch, and waits until there is one; returns nil after the last one.
  ///
  /// The stream ends if the waiting task is cancelled.
  ///
  /// - Throws: The error that has ended the stream.
  func next(isolation: isolated (any Actor)? = #isolation) async throws -> KeyChanges? {
    if let batch = state.withLock({ $0.take() }) { return batch }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let result = state.withLock { state -> Result<KeyChanges?, any Error>? in
          if let batch = state.take() { return .success(batch) }
          if let end = state.end {
            state.end = .success(nil)
            return end
          }
          state.waiting.append(continuation)
          return nil
        }
        if let result { continuation.resume(with: result) }
      }
    } onCancel: {
      finish()
    }
  }
}
