/// The statements of savepoints, by how many others each of them is in.
struct Savepoints {
  /// What is done with a savepoint.
  enum Action: Int, CaseIterable {
    case begin, release, rollBack

    private var words: String {
      switch self {
      case .begin: "SAVEPOINT"
      case .release: "RELEASE"
      case .rollBack: "ROLLBACK TO"
      }
    }

    /// - Parameter depth: How many savepoints are open, with this one.
    func sql(at depth: Int) -> String { "\(words) \"orm_\(depth)\"" }
  }

  /// As deep as transactions are nested in most programs; those of deeper ones are not kept.
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
