/// Keeps one task waiting until another opens it, once.
struct Gate: Sendable {
  private let stream: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  init() { (stream, continuation) = AsyncStream.makeStream(of: Void.self) }

  func open() { continuation.finish() }

  /// - Throws: `CancellationError` where the task is cancelled.
  func wait() async throws {
    for await _ in stream {}
    try Task.checkCancellation()
  }
}
