import ORMCore

/// The source of a struct's member with the triggers of its table or view.
struct TriggerSource {
  /// The lines of the member; none if there are no triggers.
  let lines: [String]
  /// The triggers that it can't express.
  let unsaid: [String]

  /// - Parameters:
  ///   - typeName: The name of the struct.
  ///   - property: The property of a column; nil if it has none.
  init(
    _ triggers: [Schema.Trigger], of typeName: String, property: (String) -> String?
  ) {
    var calls: [String] = []
    var unsaid: [String] = []
    for trigger in triggers {
      let paths = trigger.columns.compactMap(property).map { ", \\.\($0)" }
      guard paths.count == trigger.columns.count else {
        unsaid.append(trigger.sql)
        continue
      }
      let columns = paths.joined()
      let of = columns.isEmpty ? "" : ", of: \(columns.dropFirst(2))"  // Characters: ", "
      calls.append(
        """
            Trigger(
              \(trigger.name.swiftLiteral),
              \(trigger.timing.swiftLabel): .\(trigger.event.swiftCase)(\(typeName).self\(of)),
              action: \(trigger.action.swiftTextLiteral(indent: "        ")))
        """)
    }
    self.unsaid = unsaid
    lines =
      calls.isEmpty
      ? [] : ["  static let triggers: [Trigger] = [", calls.joined(separator: ",\n"), "  ]"]
  }
}

extension Schema.Trigger.Timing {
  fileprivate var swiftLabel: String {
    switch self {
    case .before: "before"
    case .after: "after"
    case .insteadOf: "insteadOf"
    }
  }
}

extension Schema.Trigger.Event {
  fileprivate var swiftCase: String {
    switch self {
    case .insert: "insert"
    case .update: "update"
    case .delete: "delete"
    }
  }
}
