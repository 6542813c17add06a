import ORMDeclarations

extension TablePrinter {
  /// ```swift
  /// var leftOut: [Int] {
  ///   var positions: [Int] = []
  ///   if self.created == nil { positions.append(2) }
  ///   if case .unloaded = self.image { positions.append(3) }
  ///   return positions
  /// }
  /// var unloaded: [Int] {
  ///   var positions: [Int] = []
  ///   if case .unloaded = self.image { positions.append(3) }
  ///   return positions
  /// }
  /// ```
  var leftOut: [String] {
    let all = written.compactMap { member, position -> String? in
      leftOut(member, at: position, isOptional: member.type.isOptional)
    }
    let unloaded = written.compactMap { member, position -> String? in
      member.type.isLazy ? leftOut(member, at: position, isOptional: false) : nil
    }
    return positions("leftOut", all) + positions("unloaded", unloaded)
  }

  /// What an insert of a draft leaves to the database.
  var leftOutOfDraft: [String] {
    positions(
      "leftOut",
      draftMembers.compactMap { leftOut($0.member, at: $0.position, isOptional: true) })
  }

  private func leftOut(
    _ member: TableModel.Member, at position: Position, isOptional: Bool
  ) -> String? {
    if member.type.isLazy {
      return "if case .unloaded = self.\(member.property) { positions.append(\(position)) }"
    }
    guard member.omitsNil, isOptional else { return nil }
    return "if self.\(member.property) == nil { positions.append(\(position)) }"
  }

  private func positions(_ name: String, _ statements: [String]) -> [String] {
    if statements.isEmpty { return [] }
    return ["\(access)var \(name): [Int] {", "  var positions: [Int] = []"]
      + statements.indented + ["  return positions", "}"]
  }
}
