extension RelatedRows {
  /// The columns by which the rows refer to the parent row, each with the parent's column.
  ///
  /// - Throws: ``RelationError`` if something else also determines the rows, such as a condition.
  package func references() throws -> [RelatedTable.Pair] {
    let source = select.core.sources[0]
    let references = try references(of: source)
    if select.core.sources.count > 1 || !isWhole {
      throw RelationError(table: source.related?.name ?? "", reason: .notWritable)
    }
    return references
  }

  /// The join table of a many-to-many relation, with its references to both tables.
  ///
  /// - Throws: ``RelationError`` if the relation is of another kind.
  package func linkTable() throws -> RelationLink {
    let sources = select.core.sources
    let name = sources.last?.related?.name ?? ""
    guard sources.count == 2, isWhole, let link = sources[0].related,
      let end = sources[1].related?.reference, end.origin == .related(link),
      let type = sources[0].row?.type as? any DatabaseTable.Type
    else { throw RelationError(table: name, reason: .notLinked) }
    return RelationLink(
      table: type, toParent: try references(of: sources[0]), toTarget: end.pairs)
  }

  /// Whether the relation has all rows of the parent: it has no condition, limit, order or group.
  private var isWhole: Bool {
    limit == nil && select.limit == nil && select.ordering.isEmpty && select.compounds.isEmpty
      && select.core.condition.isAlways && select.core.grouping.isEmpty && !select.core.isDistinct
  }

  private func references(of source: SourceNode) throws -> [RelatedTable.Pair] {
    try pairs.map { pair in
      var reference = pair.reference
      var collation: Collation?
      if case .collate(let column, let target) = reference.kind {
        (reference, collation) = (column, target)
      }
      guard let table = source.related, case .related(let own, let column) = reference.kind,
        own == table, case .column(_, let key) = pair.key.kind
      else {
        var reason: RelationError.Reason?
        if case .related(let table, _) = reference.kind { reason = table.missingReference }
        throw RelationError(table: source.related?.name ?? "", reason: reason ?? .notWritable)
      }
      return RelatedTable.Pair(column: column, target: key, collation: collation)
    }
  }
}

/// The join table of a many-to-many relation.
package struct RelationLink: Sendable {
  package let table: any DatabaseTable.Type
  /// The join table's columns that refer to the parent row.
  package let toParent: [RelatedTable.Pair]
  /// The join table's columns that refer to the related rows.
  package let toTarget: [RelatedTable.Pair]
}
