import Synchronization

/// Finds where in a program an error is made; see ``Configuration/callSites``.
///
/// `ORMTesting` has one that looks at the stack, and the trait of a test's database says it. One of
/// your own is made of a function that notes where the program is, which has to be quick, and of
/// one that puts it into words, which is called when someone reads them:
///
/// ```swift
/// configuration.callSites = CallSiteFinder {
///   let request = Request.current
///   return { request?.path }
/// }
/// ```
public struct CallSiteFinder: Sendable {
  /// That of the database which the task has called.
  @TaskLocal package static var current: CallSiteFinder?

  let note: @Sendable () -> @Sendable () -> String?

  /// A finder that calls `note` with each error that is made, in the task and on the stack that
  /// make it.
  ///
  /// - Parameter note: Gives what puts the place into words: `Music.swift:12`. It gives nil where
  ///   the place is not known.
  public init(_ note: @escaping @Sendable () -> @Sendable () -> String?) { self.note = note }
}

/// Where an error was made, if that is known.
///
/// It is no part of what an error is: two errors that were made in two places are equal.
package struct CallSite: Sendable {
  /// It takes some time to find out, and errors are printed several times.
  private final class Place: Sendable {
    private let find: @Sendable () -> String?
    private let found = Mutex<String??>(nil)

    init(_ find: @escaping @Sendable () -> String?) { self.find = find }

    var text: String? {
      if let known = found.withLock({ $0 }) { return known }
      let text = find()
      found.withLock { $0 = text }
      return text
    }
  }

  private let place: Place?

  /// The place that calls this.
  package static var current: CallSite {
    CallSite(place: CallSiteFinder.current.map { Place($0.note()) })
  }

  /// Whether something is known, if only that it can be asked for.
  package var isKnown: Bool { place != nil }

  /// The place in words.
  package var text: String? { place?.text }

  /// What an error says of the place, behind all else.
  package var suffix: String { text.map { ", called at \($0)" } ?? "" }
}

extension CallSite: Hashable {
  package static func == (left: Self, right: Self) -> Bool { true }

  package func hash(into hasher: inout Hasher) {}
}
