import Foundation

/// A thread of one's own, or a queue's, for what must not keep one that tasks share.
enum OwnThread {
  /// Runs `body` on a new thread.
  ///
  /// - Parameter stackSize: How large its stack is; Swift's threads have 512 KiB on Apple's platforms.
  static func run<Result: Sendable>(
    stackSize: Int? = nil, _ body: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      let thread = Thread { continuation.resume(with: Swift.Result { try body() }) }
      if let stackSize { thread.stackSize = stackSize }
      thread.start()
    }
  }
}

/// Runs an actor's jobs on a dispatch queue of its own.
final class QueueExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "an executor of one's own")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}

/// Runs an actor's jobs on a thread of its own, which ends with the program.
final class ThreadExecutor: SerialExecutor {
  private let condition = NSCondition()
  // Read and written under `condition` alone.
  nonisolated(unsafe) private var waiting: [UnownedJob] = []

  init() {
    Thread.detachNewThread { [self] in
      while true { takeJob().runSynchronously(on: asUnownedSerialExecutor()) }
    }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    condition.lock()
    waiting.append(UnownedJob(job))
    condition.signal()
    condition.unlock()
  }

  private func takeJob() -> UnownedJob {
    condition.lock()
    defer { condition.unlock() }
    while waiting.isEmpty { condition.wait() }
    return waiting.removeFirst()
  }
}

/// Runs tasks on one thread at a time, whatever they call.
final class OneThread: TaskExecutor {
  private let queue = DispatchQueue(label: "the one thread there is")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

/// Runs code of a test on an executor that is not Swift's.
actor Elsewhere {
  private let executor: any SerialExecutor

  init(_ executor: any SerialExecutor) { self.executor = executor }

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  func run<Result: Sendable>(_ body: @Sendable () throws -> Result) rethrows -> Result {
    try body()
  }
}
