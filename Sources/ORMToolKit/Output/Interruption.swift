import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Ctrl-C, which undoes what runs and does not kill it: the second one does.
package enum Interruption {
  /// A handler of signals may do no more than to write it.
  private static let wasAsked = Atomic(false)

  /// Listens for Ctrl-C from now on, unless the program was started to ignore it.
  package static func listen() {
    wasAsked.store(false, ordering: .relaxed)
    let before = signal(SIGINT) { _ in
      Interruption.wasAsked.store(true, ordering: .relaxed)
      signal(SIGINT, SIG_DFL)
    }
    if unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
      signal(SIGINT, SIG_IGN)
    }
  }

  /// Whether Ctrl-C was pressed since.
  package static var isRequested: Bool { wasAsked.load(ordering: .relaxed) }
}

/// The program was stopped by Ctrl-C, and what it did is undone.
package struct Interrupted: Error {
  package init() {}
}
