import ORMDeclarations

extension [TableModel.Member] {
  /// Whether logs and errors never show the value of one of the columns.
  var areRedacted: Bool {
    contains { if case .column(let column) = $0 { column.isRedacted } else { false } }
  }

  /// The mirror by which `print`, `dump` and string interpolation show a value:
  ///
  /// ```swift
  /// var customMirror: Swift.Mirror {
  ///   Swift.Mirror(
  ///     self,
  ///     children: [
  ///       "name": self.name as Any,
  ///       "password": "(redacted)",
  ///     ], displayStyle: .struct)
  /// }
  /// ```
  ///
  /// Empty if no column is redacted.
  func mirror(access: String) -> [String] {
    guard areRedacted else { return [] }
    let children = map { member in
      let label = member.property.withoutBackticks.swiftLiteral
      if case .column(let column) = member, column.isRedacted {
        return #"\#(label): "(redacted)","#
      }
      return "\(label): self.\(member.property) as Any,"
    }
    return ["\(access)var customMirror: \(swift)Mirror {", "  \(swift)Mirror("]
      + ["    self,", "    children: ["] + children.map { "      \($0)" }
      + ["    ], displayStyle: .struct)", "}"]
  }
}
