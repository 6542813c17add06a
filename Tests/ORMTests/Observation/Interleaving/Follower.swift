import ORM
import Synchronization

/// The rows of ``Account``: balances by their keys.
typealias Balances = [Int: Int]

/// What one commit has made of the table.
struct AccountCommit {
  let before: Balances
  let after: Balances
  /// Whether a statement failed in the transaction, and was undone by itself.
  let hasFailure: Bool
}

/// Is told of commits by the database, and compares that with what has been committed.
protocol Follower: AnyObject {
  /// Notes what has been committed.
  func note(_ commit: AccountCommit)

  /// Waits until the last commit, which has changed rows, has been told.
  ///
  /// - Returns: what was told wrong.
  func settle() async -> String?

  /// Stops to listen, whatever is under way.
  ///
  /// - Returns: what was told wrong.
  func end() async -> String?
}

/// What a task has heard, until another takes it.
final class Heard<Element: Sendable>: Sendable {
  private let elements = Mutex<[Element]>([])

  func append(_ element: Element) { elements.withLock { $0.append(element) } }

  var all: [Element] { elements.withLock { $0 } }

  func takeAll() -> [Element] {
    elements.withLock { elements in
      defer { elements = [] }
      return elements
    }
  }

  /// Looks until what was heard is enough, and gives up after so many looks as take half a minute at least:
  /// on a busy machine each look takes longer.
  func wait(for isEnough: ([Element]) -> Bool) async -> Bool {
    for _ in 0..<300_000 {
      if isEnough(all) { return true }
      try? await Task.sleep(for: .microseconds(100))
    }
    return isEnough(all)
  }
}

extension Task<Void, any Error> {
  /// Cancels the task.
  ///
  /// - Returns: How it ended, if it was by an error other than `CancellationError`.
  func endByCancellation() async -> String? {
    cancel()
    if case .failure(let error) = await result, !(error is CancellationError) { return "\(error)" }
    return nil
  }
}
