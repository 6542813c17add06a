extension SelectNode {
  /// The types that its rows come from.
  package var sourceTypes: [any NamedSource.Type] {
    core.sources.compactMap { $0.row?.type as? any NamedSource.Type }
  }
}
