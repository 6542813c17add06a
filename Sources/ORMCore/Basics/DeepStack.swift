internal import CPlatform

/// Runs code that recurses through a deep tree on a thread with a large stack.
///
/// The thread of a task has a stack of 512 KiB on Apple platforms, and a level takes up to 15 KB of
/// it in unoptimized code. Most expressions have only a few levels. For deeper ones, a thread with
/// a large stack does the work while this thread waits, which takes some ten microseconds more.
package enum DeepStack {
  /// The number of levels that fit on any stack.
  static let levelsAnywhere: Int32 = 24

  /// Calls `body`, which recurses through `levels` levels.
  package static func run<Value, Failure: Error>(
    levels: Int32, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    if levels <= levelsAnywhere || isHere { return try body() }
    return try runThere(body)
  }

  /// Whether this thread has a stack on which a few hundred levels may not fit. On any other stack,
  /// thousands fit.
  static var isShort: Bool { !isLarge && !isHere }

  // Each object file that uses a variable in a C header has its own copy of it. Only the three
  // functions below use it, and none is generic or inlined elsewhere, so there is one copy.

  /// Whether this thread has a large stack.
  @inline(never)
  private static var isHere: Bool { orm_is_on_deep_stack() != 0 }

  /// Whether this thread was started with a stack that is not small.
  @inline(never)
  private static var isLarge: Bool { orm_is_on_large_stack() != 0 }

  /// Calls `body` on a thread with a large stack, and waits. If there is no memory for one, it is
  /// not called.
  @inline(never)
  private static func call(_ body: @escaping () -> Void) {
    var job = body
    withUnsafeMutablePointer(to: &job) { job in
      _ = orm_run_on_deep_stack(
        { context in context?.assumingMemoryBound(to: (() -> Void).self).pointee() }, job)
    }
  }

  @inline(never)
  private static func runThere<Value, Failure: Error>(
    _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    var result: Result<Value, Failure>?
    withoutActuallyEscaping({ result = Result(catching: body) }, do: call)
    // If there is no memory for a thread, `body` runs on this one.
    guard let result else { return try body() }
    return try result.get()
  }
}
