import Synchronization

/// Finds the place in a program at which an error is created; see ``Configuration/callSites``.
///
/// In tests, the database trait of `ORMTesting` sets a finder that inspects the stack. To create
/// your own finder, pass a function that records the current place and returns a second function,
/// which describes it. The first function runs for each error, so it must be fast. The second runs
/// only when an error's description is read:
///
/// ```swift
/// configuration.callSites = CallSiteFinder {
///   let request = Request.current
///   return { request?.path }
/// }
/// ```
public struct CallSiteFinder: Sendable {
  /// The finder of the database that the current task has called.
  @TaskLocal package static var current: CallSiteFinder?

  let note: @Sendable () -> @Sendable () -> String?

  /// Creates a finder that calls `note` when an error is created, in the same task and on the same
  /// stack.
  ///
  /// - Parameter note: Records the current place, and returns a function that describes it. That
  ///   function returns a text such as `Music.swift:12`, or nil if the place is not known.
  public init(_ note: @escaping @Sendable () -> @Sendable () -> String?) { self.note = note }
}

/// The place at which an error was created, if it is known.
///
/// It does not affect equality: two errors that were created in different places can be equal.
package struct CallSite: Sendable {
  /// A cached description: finding it takes some time, and errors are printed several times.
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

  /// The place that accesses this property.
  package static var current: CallSite {
    CallSite(place: CallSiteFinder.current.map { Place($0.note()) })
  }

  /// Whether a place was recorded.
  package var isKnown: Bool { place != nil }

  /// The description of the place.
  package var text: String? { place?.text }

  /// The part of an error's description that names the place; empty if the place is not known.
  package var suffix: String { text.map { ", called at \($0)" } ?? "" }
}

extension CallSite: Hashable {
  package static func == (left: Self, right: Self) -> Bool { true }

  package func hash(into hasher: inout Hasher) {}
}
