import Synchronization

/// Counts how often each query has run.
package final class Repetitions: Sendable {
  /// The counts of the task's scope.
  @TaskLocal package static var ofScope: Repetitions?

  private let counts = Mutex<[ExactText: Int]>([:])

  /// Counts a run of the query, and returns its number of runs so far.
  package func count(_ sql: String) -> Int {
    counts.withLock { counts in
      let text = ExactText(sql)
      counts[text, default: 0] += 1
      return counts[text, default: 0]
    }
  }
}

/// Counts how often each query has run in each task outside of a scope.
package final class TaskRepetitions: Sendable {
  private struct OfTask {
    let repetitions = Repetitions()
    var lastRun: ContinuousClock.Instant
  }

  private let tasks = Mutex<[Int: OfTask]>([:])
  private let now: @Sendable () -> ContinuousClock.Instant

  package init(now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
    self.now = now
  }

  /// Returns the counts of the current task, which start at 0 if its last query was over a second
  /// ago.
  package func ofCurrentTask() -> Repetitions? {
    guard let task = withUnsafeCurrentTask(body: { $0?.hashValue }) else { return nil }
    let now = now()
    return tasks.withLock { tasks in
      tasks = tasks.filter { now - $0.value.lastRun < .seconds(1) }
      tasks[task, default: OfTask(lastRun: now)].lastRun = now
      return tasks[task]?.repetitions
    }
  }
}
