import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Ctrl-C, and what else asks a program to end: what runs is undone and not killed. The second one
/// kills.
package enum Interruption {
  /// The signal that came; 0 for none. A handler of signals may do no more than to write it.
  private static let asked = Atomic<Int32>(0)

  /// Listens from now on to the signals that the program was not started to ignore.
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

  /// What the program was asked by to end since; nil if it was not.
  package static var request: Interrupted? {
    let number = asked.load(ordering: .relaxed)
    return number == 0 ? nil : Interrupted(signal: number)
  }
}

/// The program was stopped by a signal, as Ctrl-C sends one, and what it did is undone.
package struct Interrupted: Error {
  let signal: Int32

  package init(signal: Int32 = SIGINT) { self.signal = signal }
}
