/// The part of ``SelectQuery``'s methods that does not depend on their types. The methods
/// themselves are inlined into the user's module, where the types are known.
extension SelectNode {
  /// A query for every row of a type's table.
  @inlinable
  init(whole type: any WholeTable.Type) { self.init(SelectCore(whole: type)) }

  /// A query for every row of a source.
  @usableFromInline
  init(source: TableNode, as row: any Selection.Type, qualifier: String) {
    self.init(
      SelectCore(from: SourceNode(table: source, qualifier: qualifier, row: DecodedType(type: row)))
    )
  }

  /// The name, with a number appended if another table of the query has it.
  @usableFromInline
  func unusedQualifier(_ name: String) -> String {
    guard let type = core.whole else { return core.listed.unusedQualifier(name) }
    return type.tableName.isSameName(as: name) ? core.sources.unusedQualifier(name) : name
  }

  /// Joins a source.
  @usableFromInline
  mutating func join(
    _ source: TableNode, as row: any Selection.Type, qualifier: String, _ kind: JoinKind,
    on condition: consuming SQLNode
  ) {
    core.join(
      SourceNode(
        kind: kind, table: source, qualifier: qualifier, condition: condition,
        row: DecodedType(type: row)))
  }

  @inlinable
  package mutating func narrow(to condition: consuming SQLNode) {
    if core.condition.isAlways {
      core.condition = condition
    } else {
      core.condition = .and(core.condition, condition)
    }
  }

  @usableFromInline
  mutating func appendOrdering(_ terms: [OrderingTerm]) { ordering += terms }

  @usableFromInline
  mutating func appendGrouping(_ terms: [SQLNode]) { core.grouping += terms }

  @usableFromInline
  mutating func narrowGroups(to condition: SQLNode) {
    core.having = .and(core.having, condition)
  }

  @usableFromInline
  mutating func makeDistinct() { core.isDistinct = true }

  /// Sets the limit; negative numbers count as 0.
  @usableFromInline
  package mutating func limit(to count: Int, offset: Int) {
    limit = max(0, count)
    self.offset = max(0, offset)
  }

  @usableFromInline
  package mutating func select(_ results: [ResultColumn]) { core.results = results }
}
