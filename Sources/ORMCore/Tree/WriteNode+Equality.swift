// As in `SQLNode`, names are compared by their bytes.

extension WriteNode {
  public static func == (left: WriteNode, right: WriteNode) -> Bool {
    left.table.hasSameBytes(as: right.table) && left.action == right.action
      && left.results == right.results
  }
}

extension InsertNode.Source {
  @usableFromInline
  package static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.rows(let rows), .rows(let others)): rows == others
    case (.select(let columns, let select), .select(let others, let other)):
      columns.haveSameBytes(as: others) && select == other
    default: false
    }
  }
}

extension InsertedRow {
  @usableFromInline
  package static func == (left: Self, right: Self) -> Bool {
    left.columns.haveSameBytes(as: right.columns) && left.values == right.values
      && left.isFromTable == right.isFromTable
  }
}

extension UpdateNode.Assignment {
  @usableFromInline
  package static func == (left: Self, right: Self) -> Bool {
    left.column.hasSameBytes(as: right.column) && left.others.haveSameBytes(as: right.others)
      && left.value == right.value
  }
}

extension TargetNode {
  package static func == (left: Self, right: Self) -> Bool {
    left.table.hasSameBytes(as: right.table) && left.identity == right.identity
      && left.query == right.query && left.isAll == right.isAll
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(table)
    hasher.combine(ObjectIdentifier(identity))
    hasher.combine(query)
    hasher.combine(isAll)
  }
}
