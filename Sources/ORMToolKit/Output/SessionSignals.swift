import ORMSQLite
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The signals of an interactive program: Ctrl-C stops the running statement but not the program,
/// and a program that a signal ends restores the terminal first.
///
/// A signal handler may do little: it stores the signal, stops the running statement, and writes a
/// byte into a pipe, which wakes the reader of keys.
enum SessionSignals {
  private static let wasInterrupted = Atomic(false)
  private static let ending = Atomic<Int32>(0)
  private static let wakingEnd = Atomic<Int32>(-1)
  /// The connection whose statements are stopped; 0 for none.
  private static let connection = Atomic<UInt>(0)

  /// Starts listening.
  ///
  /// - Parameter handle: The connection; `ignore()` has to be called before it is closed.
  /// - Returns: The descriptor that becomes readable when a signal has arrived.
  static func listen(stopping handle: OpaquePointer) throws -> Int32 {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      throw ToolError.data("a pipe can't be created: \(String(cString: strerror(errno)))")
    }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    connection.store(UInt(bitPattern: handle), ordering: .releasing)
    wasInterrupted.store(false, ordering: .relaxed)
    ending.store(0, ordering: .relaxed)
    wakingEnd.store(ends[1], ordering: .releasing)
    for number in [SIGINT, SIGTERM, SIGHUP] { note(number, unlessIgnored: true) }
    return ends[0]
  }

  /// Stops using the connection, before it is closed.
  static func ignore() { connection.store(0, ordering: .releasing) }

  /// Wakes the reader of keys when the signal arrives, instead of the signal's default action.
  static func note(_ number: Int32, unlessIgnored: Bool = false) {
    let before = signal(number) { SessionSignals.receive($0) }
    let wasIgnored = unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    if unlessIgnored, wasIgnored { signal(number, SIG_IGN) }
  }

  /// Whether Ctrl-C was pressed since `clear()`.
  static var isInterrupted: Bool { wasInterrupted.load(ordering: .relaxed) || endedBy != nil }

  static func clear() { wasInterrupted.store(false, ordering: .relaxed) }

  /// The signal that ends the program.
  static var endedBy: Int32? {
    let number = ending.load(ordering: .relaxed)
    return number == 0 ? nil : number
  }

  /// Ends the program by this signal.
  static func end(by number: Int32) {
    send(number)
    // Another thread may receive the signal a little later.
    for _ in 0..<100 { usleep(10_000) }
  }

  /// `raise` does not work, because Swift's threads block signals.
  private static func send(_ number: Int32) {
    signal(number, SIG_DFL)
    kill(getpid(), number)
  }

  private static func receive(_ number: Int32) {
    let error = errno
    if number == SIGINT { wasInterrupted.store(true, ordering: .relaxed) }
    if number == SIGTERM || number == SIGHUP {
      // The second request ends the program at once.
      if ending.exchange(number, ordering: .relaxed) != 0 { send(number) }
    }
    if number == SIGINT || number == SIGTERM || number == SIGHUP,
      let handle = OpaquePointer(bitPattern: connection.load(ordering: .acquiring))
    {
      DynamicStatement.stopAll(on: handle)
    }
    var byte = UInt8(truncatingIfNeeded: number)
    // A full pipe wakes the reader as well.
    _ = write(wakingEnd.load(ordering: .acquiring), &byte, 1)
    errno = error
  }
}
