/// The statements of savepoints, by their depth.
struct Savepoints {
  /// An action on a savepoint.
  enum Action: Int, CaseIterable {
    case begin, release, rollBack

    private var words: String {
      switch self {
      case .begin: "SAVEPOINT"
      case .release: "RELEASE"
      case .rollBack: "ROLLBACK TO"
      }
    }

    /// - Parameter depth: The number of open savepoints, including this one.
    func sql(at depth: Int) -> String { "\(words) \"orm_\(depth)\"" }
  }

  /// The depth of transactions in most programs; statements of deeper ones are not cached.
  private static let capacity = 8

  /// For each depth, from 1, the statements of all actions.
  private var prepared: [PreparedStatement?] = []

  func statement(_ action: Action, at depth: Int) -> PreparedStatement? {
    let place = Self.place(of: action, at: depth)
    return place < prepared.count ? prepared[place] : nil
  }

  mutating func keep(_ statement: PreparedStatement, for action: Action, at depth: Int) {
    if depth > Self.capacity { return }
    let place = Self.place(of: action, at: depth)
    while prepared.count <= place { prepared.append(nil) }
    prepared[place] = statement
  }

  mutating func removeAll() { prepared = [] }

  private static func place(of action: Action, at depth: Int) -> Int {
    (depth - 1) * Action.allCases.count + action.rawValue
  }
}
