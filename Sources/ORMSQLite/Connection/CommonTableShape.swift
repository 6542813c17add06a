import ORMCore

// A statement defines common tables in front of everything else, and so their values come first.
// Only those of its own `FROM` have shapes: what a subquery takes rows from is defined there too,
// but found only on the way.

extension SelectNode {
  /// Whether it is no compound, and defines nothing.
  var isOneSelect: Bool { compounds.isEmpty && !core.hasCommonTables }

  /// The shape of a query that no other is around.
  var shapeOfWhole: SelectNode? {
    guard core.hasCommonTables else { return withoutValues }
    var plain = self
    var tables: [(source: Int, shape: CommonTableNode)] = []
    for (index, source) in core.sources.enumerated() {
      guard case .common(let table) = source.table else { continue }
      // One that is defined twice is written once, if its values are the same.
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
  /// Whether there are common tables in the `FROM`.
  var hasCommonTables: Bool {
    whole == nil && listed.contains { if case .common = $0.table { true } else { false } }
  }

  /// Appends the values in what the other defines.
  ///
  /// - Returns: whether it defines the same; if not, some of its values were appended.
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
  /// The table with NULL for each value; nil where its text depends on the values.
  fileprivate var withoutValues: CommonTableNode? {
    guard columns.allSatisfy(\.isShapeable), let body = body.withoutValues else { return nil }
    return .with(
      name: name, columns: columns, isRecursive: isRecursive, isMaterialized: isMaterialized,
      body: body)
  }

  /// Whether all but the body has the same text, if this is a shape.
  func isDefined(as other: CommonTableNode) -> Bool {
    isRecursive == other.isRecursive && isMaterialized == other.isMaterialized
      && name.isText(of: other.name) && columns.count == other.columns.count
      && zip(columns, other.columns).allSatisfy { $0.isText(of: $1) }
  }
}
