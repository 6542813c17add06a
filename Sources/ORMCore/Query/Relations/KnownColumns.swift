import Synchronization

/// The properties of a table's columns that relations need. They are cached for each type, because
/// a query looks its relations up each time that it is built.
struct KnownColumns: Sendable {
  /// The type of the key's only column; nil if the key has several columns.
  let key: ColumnType?
  /// The collations of the columns whose collation is not `BINARY`.
  private let collations: [(column: String, collation: Collation)]

  private init(_ schema: TableSchema?) {
    let keys = schema.map { schema in schema.columns.filter(schema.isWholeKey) } ?? []
    key = keys.first?.type
    collations = (schema?.columns ?? []).compactMap { column in
      guard let collation = column.collation.map(Collation.init(rawValue:)), !collation.isBinary
      else { return nil }
      return (column.name, collation)
    }
  }

  private static let known = Mutex<[ObjectIdentifier: KnownColumns]>([:])

  /// Returns the cached columns of a type; a view has no key and no collations.
  static func of<T: TableOrView>(_ source: T.Type) -> KnownColumns {
    known.withLock { known in
      if let columns = known[ObjectIdentifier(source)] { return columns }
      let columns = KnownColumns((source as? any DatabaseTable.Type)?.schema)
      known[ObjectIdentifier(source)] = columns
      return columns
    }
  }

  /// The pairs of columns of a reference, with the target's collation if the column's differs.
  static func pairs<Owner: TableOrView, Other: TableOrView>(
    _ names: [(column: String, target: String)], from owner: Owner.Type, to other: Other.Type
  ) -> [RelatedTable.Pair] {
    let columns = of(owner)
    let targets = of(other)
    return names.map { name in
      let collation = targets.collation(of: name.target)
      let isSame = columns.collation(of: name.column).isSame(as: collation)
      return RelatedTable.Pair(
        column: name.column, target: name.target, collation: isSame ? nil : collation)
    }
  }

  private func collation(of column: String) -> Collation {
    collations.first { $0.column.isSameName(as: column) }?.collation ?? .binary
  }
}

extension Collation {
  fileprivate var isBinary: Bool { isSame(as: .binary) }

  fileprivate func isSame(as other: Collation) -> Bool { rawValue.isSameName(as: other.rawValue) }
}
