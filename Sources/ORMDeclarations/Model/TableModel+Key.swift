extension TableModel {
  /// The key's columns: the marked ones, or `id`.
  package var keyColumns: [ColumnModel] {
    let marked = columns.filter { $0.primaryKey == true }
    if !marked.isEmpty { return marked }
    return columns.filter { $0.property.withoutBackticks == "id" && $0.primaryKey == nil }
  }

  /// The key's only column, if the database can generate its value.
  package var generatedKey: ColumnModel? {
    let columns = keyColumns
    guard columns.count == 1, let key = columns.first, !isWithoutRowID else { return nil }
    let isInteger = key.type.isInteger && key.baseRepresentation == key.type.base
    return isInteger || key.isAutoincrement ? key : nil
  }

  /// Whether rows without a key need a separate type.
  package var hasDraft: Bool { generatedKey.map { !$0.type.isOptional } ?? false }
}

// The compiler distinguishes identifiers by their bytes, and `String` does not: `é` can be two
// properties.

extension String {
  /// The bytes by which the compiler distinguishes the identifier.
  package var identity: [UInt8] { Array(utf8) }

  /// Whether both are the same identifier to the compiler.
  package func isSameIdentifier(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}

extension String {
  /// The name without the backticks that its declaration needs.
  package var withoutBackticks: String {
    count > 2 && hasPrefix("`") && hasSuffix("`") ? String(dropFirst().dropLast()) : self
  }
}
