import CPlatform
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Calls a closure 20 times a second on its own thread, because the watched work may occupy all of
/// Swift's threads.
final class Watcher {
  private final class Job: Sendable {
    let isOver = Atomic(false)
    let tick: @Sendable () -> Void

    init(_ tick: @escaping @Sendable () -> Void) { self.tick = tick }
  }

  private let job: Job
  private var thread = pthread_t(bitPattern: 0)
  private var isRunning: Bool

  init(_ tick: @escaping @Sendable () -> Void) {
    job = Job(tick)
    let context = Unmanaged.passRetained(job)
    isRunning =
      orm_thread_start(
        &thread,
        { context in
          guard let context else { return }
          let job = Unmanaged<Job>.fromOpaque(context).takeRetainedValue()
          while !job.isOver.load(ordering: .acquiring) {
            usleep(50_000)
            if !job.isOver.load(ordering: .acquiring) { job.tick() }
          }
        }, context.toOpaque()) != 0
    if !isRunning { context.release() }
  }

  /// Stops, and returns when the closure is no longer called.
  func stop() {
    guard isRunning else { return }
    job.isOver.store(true, ordering: .releasing)
    orm_thread_join(thread)
    isRunning = false
  }
}
