// As in `SQLNode`, names and texts are compared by their bytes.

extension SelectCore: Hashable {
  @usableFromInline
  package static func == (left: Self, right: Self) -> Bool {
    left.isDistinct == right.isDistinct && left.chosen == right.chosen
      && left.hasSameSources(as: right) && left.condition == right.condition
      && left.grouping == right.grouping && left.having == right.having
      && left.windows == right.windows
  }

  @usableFromInline
  package func hash(into hasher: inout Hasher) {
    hasher.combine(isDistinct)
    hasher.combine(chosen)
    hasher.combine(sources)
    hasher.combine(condition)
    hasher.combine(grouping)
    hasher.combine(having)
    hasher.combine(windows)
  }

  private func hasSameSources(as other: Self) -> Bool {
    if let whole, let otherWhole = other.whole, whole == otherWhole { return true }
    return sources == other.sources
  }
}

@_documentation(visibility: internal)
extension ResultColumn {
  public static func == (left: ResultColumn, right: ResultColumn) -> Bool {
    left.alias.hasSameBytes(as: right.alias) && left.node == right.node
      && left.list == right.list && left.comparedInParts == right.comparedInParts
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(node)
    hasher.combine(alias)
    hasher.combine(list)
  }
}

extension SourceNode {
  @usableFromInline
  package static func == (left: Self, right: Self) -> Bool {
    left.kind == right.kind && left.table == right.table
      && left.qualifier.hasSameBytes(as: right.qualifier) && left.condition == right.condition
      && left.row == right.row && left.related == right.related
  }
}

extension TableNode {
  @usableFromInline
  package static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.table(let name), .table(let other)): name.hasSameBytes(as: other)
    case (.subquery(let select), .subquery(let other)): select == other
    case (.function(let name, let arguments), .function(let other, let others)):
      name.hasSameBytes(as: other) && arguments == others
    case (.common(let table), .common(let other)): table == other
    default: false
    }
  }
}

extension CommonTableNode {
  @usableFromInline
  package static func == (left: Self, right: Self) -> Bool {
    left.name.hasSameBytes(as: right.name) && left.columns.haveSameBytes(as: right.columns)
      && left.isRecursive == right.isRecursive && left.isMaterialized == right.isMaterialized
      && left.body == right.body
  }
}

extension NamedWindow {
  @usableFromInline
  package static func == (left: Self, right: Self) -> Bool {
    left.name.hasSameBytes(as: right.name) && left.definition == right.definition
  }
}
