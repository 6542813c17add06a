import ORMSQLite
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The signals of a program that works with a person: Ctrl-C stops what runs and not the program,
/// and a program that is ended gives the terminal back first.
///
/// A handler may do little: it writes down which signal came, stops the statement that runs, and
/// writes a byte into a pipe, for who waits for keys.
enum SessionSignals {
  private static let wasInterrupted = Atomic(false)
  private static let ending = Atomic<Int32>(0)
  private static let wakingEnd = Atomic<Int32>(-1)
  /// The connection whose statements are stopped; 0 if there is none.
  private static let connection = Atomic<UInt>(0)

  /// Listens from now on.
  ///
  /// - Parameter handle: The connection; `ignore()` has to be called before it is closed.
  /// - Returns: the descriptor that can be read from when a signal has come.
  static func listen(stopping handle: OpaquePointer) throws -> Int32 {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      throw ToolError.data("there is no pipe: \(String(cString: strerror(errno)))")
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

  /// Leaves the connection alone, which is closed next.
  static func ignore() { connection.store(0, ordering: .releasing) }

  /// Wakes who waits for keys when a signal comes, in place of what else it does.
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

  /// Ends as a program does that this signal has ended.
  static func end(by number: Int32) {
    send(number)
    // Any thread may take it, if not at once.
    for _ in 0..<100 { usleep(10_000) }
  }

  /// Not by `raise`: threads of Swift's let no signal come to themselves.
  private static func send(_ number: Int32) {
    signal(number, SIG_DFL)
    kill(getpid(), number)
  }

  private static func receive(_ number: Int32) {
    let error = errno
    if number == SIGINT { wasInterrupted.store(true, ordering: .relaxed) }
    if number == SIGTERM || number == SIGHUP {
      // Who asks twice does not want to wait.
      if ending.exchange(number, ordering: .relaxed) != 0 { send(number) }
    }
    if number == SIGINT || number == SIGTERM || number == SIGHUP,
      let handle = OpaquePointer(bitPattern: connection.load(ordering: .acquiring))
    {
      DynamicStatement.stopAll(on: handle)
    }
    var byte = UInt8(truncatingIfNeeded: number)
    // A full pipe wakes as well.
    _ = write(wakingEnd.load(ordering: .acquiring), &byte, 1)
    errno = error
  }
}
