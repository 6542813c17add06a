extension TableModel {
  /// The key's columns: those that are marked, or `id`.
  package var keyColumns: [ColumnModel] {
    let marked = columns.filter { $0.primaryKey == true }
    if !marked.isEmpty { return marked }
    return columns.filter { $0.property.withoutBackticks == "id" && $0.primaryKey == nil }
  }

  /// The key's only column, where the database may give its value.
  package var generatedKey: ColumnModel? {
    let columns = keyColumns
    guard columns.count == 1, let key = columns.first, !isWithoutRowID else { return nil }
    let isInteger = key.type.isInteger && key.baseRepresentation == key.type.base
    return isInteger || key.isAutoincrement ? key : nil
  }

  /// Whether rows that wait for their key need a type of their own.
  package var hasDraft: Bool { generatedKey.map { !$0.type.isOptional } ?? false }
}

// The compiler tells identifiers apart by their bytes, and `String` does not: `é` can be two
// properties.

extension String {
  /// What tells the identifier apart from others.
  package var identity: [UInt8] { Array(utf8) }

  /// Whether the compiler takes both for one identifier.
  package func isSameIdentifier(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}

extension String {
  /// A name without the backticks that its declaration needs.
  package var withoutBackticks: String {
    count > 2 && hasPrefix("`") && hasSuffix("`") ? String(dropFirst().dropLast()) : self
  }
}
