import ORMDeclarations

extension TablePrinter {
  /// ```swift
  /// var omittedColumns: [Int] {
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
  var omittedColumns: [String] {
    let all = written.compactMap { member, position -> String? in
      omittedColumns(member, at: position, isOptional: member.type.isOptional)
    }
    let unloaded = written.compactMap { member, position -> String? in
      member.type.isLazy ? omittedColumns(member, at: position, isOptional: false) : nil
    }
    return positions("omittedColumns", all) + positions("unloaded", unloaded)
  }

  /// The columns that an insert of a draft omits.
  var omittedFromDraft: [String] {
    positions(
      "omittedColumns",
      draftMembers.compactMap { omittedColumns($0.member, at: $0.position, isOptional: true) })
  }

  private func omittedColumns(
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
    return ["\(access)var \(name): [\(swift)Int] {", "  var positions: [\(swift)Int] = []"]
      + statements.indented + ["  return positions", "}"]
  }
}
