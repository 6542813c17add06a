extension TableModel {
  /// The key's columns: those that are marked, or `id`.
  var keyColumns: [ColumnModel] {
    let marked = columns.filter { $0.primaryKey == true }
    if !marked.isEmpty { return marked }
    return columns.filter { $0.property.withoutBackticks == "id" && $0.primaryKey == nil }
  }

  var isKeyed: Bool { !keyColumns.isEmpty }

  func isKey(_ column: ColumnModel) -> Bool {
    keyColumns.contains { $0.property == column.property }
  }

  /// The key's only column, where the database may give its value.
  var givenKey: ColumnModel? {
    guard keyColumns.count == 1, let key = keyColumns.first, !isWithoutRowID else { return nil }
    let isInteger = key.type.isInteger && key.baseRepresentation == key.type.base
    return isInteger || key.isAutoincrement ? key : nil
  }

  /// Whether rows that wait for their key need a type of their own.
  var hasDraft: Bool { givenKey.map { !$0.type.isOptional } ?? false }
}

extension String {
  /// A name without the backticks that its declaration needs.
  var withoutBackticks: String {
    count > 2 && hasPrefix("`") && hasSuffix("`") ? String(dropFirst().dropLast()) : self
  }
}
