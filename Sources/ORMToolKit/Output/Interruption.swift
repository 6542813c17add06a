import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Signals that ask the program to end, such as Ctrl-C: the first one stops the work, which is
/// undone; the second one kills the program.
package enum Interruption {
  /// The signal that arrived; 0 for none. A signal handler may only store it.
  private static let asked = Atomic<Int32>(0)

  /// Starts listening to the signals, except those that the program was started to ignore.
  package static func listen() {
    asked.store(0, ordering: .relaxed)
    for number in [SIGINT, SIGTERM, SIGHUP] {
      let before = signal(number) { number in
        Interruption.asked.store(number, ordering: .relaxed)
        signal(number, SIG_DFL)
      }
      if unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
        signal(number, SIG_IGN)
      }
    }
  }

  /// The signal that has asked the program to end; nil if none has.
  package static var request: Interrupted? {
    let number = asked.load(ordering: .relaxed)
    return number == 0 ? nil : Interrupted(signal: number)
  }
}

/// The program was stopped by a signal, such as Ctrl-C, and its work was undone.
package struct Interrupted: Error {
  let signal: Int32

  package init(signal: Int32 = SIGINT) { self.signal = signal }
}
