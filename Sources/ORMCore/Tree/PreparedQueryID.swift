import Synchronization

/// The identity of a prepared query, which associates placeholders with their query.
@_documentation(visibility: internal)
public struct PreparedQueryID: Sendable, Hashable {
  private static let count = Atomic(0)

  private let number = Self.count.add(1, ordering: .relaxed).newValue

  init() {}
}
