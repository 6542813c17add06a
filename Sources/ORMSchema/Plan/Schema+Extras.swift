import ORMCore

extension Schema {
  /// Whether the schema has something that another one lacks and that may be dropped.
  package func hasExtras(besides wanted: Schema, allowed: Set<PermittedLoss>) -> Bool {
    if allowed.contains(.droppingExtras) { return true }
    return allowed.contains { loss in
      switch loss.kind {
      case .table:
        (tables.map(\.name) + virtualTables.map(\.name)).contains(name: loss.object)
          && !(wanted.tables.map(\.name) + wanted.virtualTables.map(\.name))
            .contains(name: loss.object)
      case .column:
        table(loss.object)?.column(loss.member) != nil
          && wanted.table(loss.object).map { $0.column(loss.member) == nil } == true
      case .index:
        indexes.map(\.name).contains(name: loss.object)
          && !wanted.indexes.map(\.name).contains(name: loss.object)
      case .view:
        views.map(\.name).contains(name: loss.object)
          && !wanted.views.map(\.name).contains(name: loss.object)
      case .trigger:
        triggers.map(\.name).contains(name: loss.object)
          && !wanted.triggers.map(\.name).contains(name: loss.object)
      case .constraint:
        changes(of: loss.object, in: wanted).contains {
          $0.action == .extra && Meaning($0.member ?? "") == Meaning(loss.member)
        }
      case .values, .rows, .references, .extras, .newerSchema, .reusedTable, .reusedColumn: false
      }
    }
  }

  private func changes(of table: String, in wanted: Schema) -> [Schema.Change] {
    guard let old = self.table(table), let new = wanted.table(table) else { return [] }
    return TableComparison(new, in: wanted, from: old, in: self).changes
  }
}
