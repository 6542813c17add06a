import Synchronization

/// How often each query has run.
package final class Repetitions: Sendable {
  /// Those of the scope that the task is in.
  @TaskLocal package static var ofScope: Repetitions?

  private let counts = Mutex<[ExactText: Int]>([:])

  /// Counts one run, and gives how many there are by now.
  package func count(_ sql: String) -> Int {
    counts.withLock { counts in
      let text = ExactText(sql)
      counts[text, default: 0] += 1
      return counts[text, default: 0]
    }
  }
}

/// How often each query has run in the tasks that are in no scope.
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

  /// The current task's, from nothing where its last query was over a second ago.
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
