internal import CPlatform

/// Room for what goes through a deep tree level by level.
///
/// The thread of a task has a stack of 512 KiB on Apple's platforms, and a level takes up to 15 KB
/// of it where the code is not optimized. Hardly an expression has more than a handful of levels;
/// for those that have, a thread with a large stack does the work while this one waits, which takes
/// some ten microseconds more.
package enum DeepStack {
  /// How many levels any stack has room for.
  static let levelsAnywhere: Int32 = 24

  /// Calls `body`, which goes through that number of levels.
  package static func run<Value, Failure: Error>(
    levels: Int32, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    if levels <= levelsAnywhere || isHere { return try body() }
    return try runThere(body)
  }

  /// Whether this thread has a stack on which some hundred levels may have no room. Thousands have
  /// on any other.
  static var isShort: Bool { !isLarge && !isHere }

  // Of a variable in C's header, each object file that uses it has its own. Only the three
  // functions below do, and none is generic or inlined elsewhere, so that it is this file's.

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
