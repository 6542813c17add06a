import ORMCore

// A statement defines its common table expressions before everything else, so their values come
// first. Only the ones in its own `FROM` have shapes: the sources of a subquery are defined there,
// too, but are found only while the statement is rendered.

extension SelectNode {
  /// Whether the query is not compound, and defines no common table expressions.
  var isOneSelect: Bool { compounds.isEmpty && !core.hasCommonTables }

  /// The shape of an outermost query.
  var shapeOfWhole: SelectNode? {
    guard core.hasCommonTables else { return withoutValues }
    var plain = self
    var tables: [(source: Int, shape: CommonTableNode)] = []
    for (index, source) in core.sources.enumerated() {
      guard case .common(let table) = source.table else { continue }
      // A table that is defined twice is rendered once, if its values are the same.
      guard let shape = table.withoutValues,
        !tables.contains(where: { $0.shape.name.isSameName(as: table.name) })
      else { return nil }
      plain.core.sources[index].table = .table(table.name)
      tables.append((index, shape))
    }
    guard var shape = plain.withoutValues else { return nil }
    for table in tables { shape.core.sources[table.source].table = .common(table.shape) }
    return shape
  }
}

extension SelectCore {
  /// Whether the `FROM` contains common table expressions.
  var hasCommonTables: Bool {
    whole == nil && listed.contains { if case .common = $0.table { true } else { false } }
  }

  /// Appends the values in the common table expressions of another query.
  ///
  /// - Returns: Whether it defines the same tables; if not, some of its values may have been
  ///   appended.
  func takeDefinedValues(
    of other: Self, into values: inout some ArgumentList & ~Copyable
  ) -> Bool {
    if whole != nil { return true }
    for (source, otherSource) in zip(listed, other.listed) {
      switch (source.table, otherSource.table) {
      case (.common(let table), .common(let otherTable)):
        guard table.body.takeValues(of: otherTable.body, into: &values) else { return false }
      default: break
      }
    }
    return true
  }
}

extension CommonTableNode {
  /// The table with NULL for each value; nil if its text depends on the values.
  fileprivate var withoutValues: CommonTableNode? {
    // Many rows of values are rendered as one parameter.
    let rows = body.rowsOfValues?.count ?? 0
    guard rows <= SQLRenderer.longestListOfParameters, columns.allSatisfy(\.isShapeable),
      let body = body.withoutValues
    else { return nil }
    return .with(
      name: name, columns: columns, isRecursive: isRecursive, isMaterialized: isMaterialized,
      body: body)
  }

  /// Whether this shape and the other table have the same text, except for the body.
  func isDefined(as other: CommonTableNode) -> Bool {
    isRecursive == other.isRecursive && isMaterialized == other.isMaterialized
      && name.isText(of: other.name) && columns.count == other.columns.count
      && zip(columns, other.columns).allSatisfy { $0.isText(of: $1) }
  }
}
