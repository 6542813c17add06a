import Synchronization

/// Work that may take long: Ctrl-C stops it, and a terminal shows its progress after one second.
package struct LongWork: Sendable {
  private let what: String
  private let unit: ProgressLine.Unit
  private let terminal: ProgressTerminal?

  /// - Parameters:
  ///   - what: The word for the work, such as `importing`.
  ///   - isQuiet: Whether to show no progress, for example because rows go to the same terminal.
  ///     The default is false.
  package init(_ what: String, _ unit: ProgressLine.Unit, isQuiet: Bool = false) {
    self.what = what
    self.unit = unit
    terminal = isQuiet ? nil : ProgressTerminal()
  }

  /// - Throws: ``Interrupted`` after Ctrl-C, SIGTERM or SIGHUP; the errors of `body`.
  package func run<Result: Sendable>(
    _ body: @escaping @Sendable (Progress) async throws -> Result
  ) async throws -> Result {
    let progress = Progress()
    Interruption.listen()
    let work = Task { try await body(progress) }
    let start = ContinuousClock.now
    let watcher = Watcher {
      if Interruption.request != nil { work.cancel() }
      let elapsed = start.duration(to: .now) / .seconds(1)
      guard let terminal, elapsed >= 1 else { return }
      let now = progress.now
      terminal.show(ProgressLine(what, unit, done: now.done, of: now.total, after: elapsed))
    }
    let result = await work.result
    watcher.stop()
    terminal?.clear()
    if case .failure = result, let interrupted = Interruption.request { throw interrupted }
    return try result.get()
  }
}
