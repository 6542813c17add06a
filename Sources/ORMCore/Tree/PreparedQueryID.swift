import Synchronization

/// Tells prepared queries apart: the values of one are not those of another.
@_documentation(visibility: internal)
public struct PreparedQueryID: Sendable, Hashable {
  private static let count = Atomic(0)

  private let number = Self.count.add(1, ordering: .relaxed).newValue

  init() {}
}
