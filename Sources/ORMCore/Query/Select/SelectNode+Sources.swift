extension SelectNode {
  /// The types of the tables and views that the query reads directly.
  package var sourceTypes: [any TableOrView.Type] {
    core.sources.compactMap { $0.row?.type as? any TableOrView.Type }
  }
}
