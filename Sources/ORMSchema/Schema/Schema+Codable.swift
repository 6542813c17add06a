@_documentation(visibility: internal)
extension Schema: Codable {
  private enum CodingKeys: String, CodingKey {
    case tables, indexes, views, triggers, virtualTables, unreadable, kept
  }

  /// Decodes the form that ``json()`` writes.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      tables: try container.list(.tables), indexes: try container.list(.indexes),
      views: try container.list(.views), triggers: try container.list(.triggers),
      virtualTables: try container.list(.virtualTables),
      unreadable: try container.list(.unreadable))
    kept = try container.decodeIfPresent(KeptNames.self, forKey: .kept) ?? KeptNames()
  }

  /// Encodes the objects, without empty lists.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(tables, ifAny: .tables)
    try container.encode(indexes, ifAny: .indexes)
    try container.encode(views, ifAny: .views)
    try container.encode(triggers, ifAny: .triggers)
    try container.encode(virtualTables, ifAny: .virtualTables)
    try container.encode(unreadable, ifAny: .unreadable)
    if !kept.isEmpty { try container.encode(kept, forKey: .kept) }
  }
}
