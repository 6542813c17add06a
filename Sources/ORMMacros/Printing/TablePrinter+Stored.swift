extension TablePrinter {
  /// What a fetch gives after a value was written. Types that come back as they were are copied:
  ///
  /// ```swift
  /// init(stored value: Album, rowID: Int64) throws {
  ///   self = value
  ///   self.id = try value.id ?? ORM.givenKey(rowID)
  ///   self.date = try Date?.asStored(value.date)
  /// }
  /// ```
  ///
  /// What can't be assigned twice, and the defaults of ignored properties, take the long way:
  ///
  /// ```swift
  /// init(stored draft: Draft, rowID: Int64) throws {
  ///   self.id = try ORM.givenKey(rowID)
  ///   self.name = draft.name
  /// }
  /// ```
  var stored: [String] {
    let signature = "\(access)init(stored value: \(table.typeName), rowID: Int64) throws {"
    return [signature] + storedValue.indented + ["}"] + (table.hasDraft ? storedDraft : [])
  }

  private var storedValue: [String] {
    let values = table.members.map { ($0, asStored($0, of: "value")) }
    let changed = values.filter { $1 != "value.\($0.property)" }
    let isShort =
      !table.hasIgnoredVariables && changed.allSatisfy(\.0.isPlainVariable)
      && changed.count + 1 < max(values.count, 2)
    return (isShort ? ["self = value"] : [])
      + (isShort ? changed : values).map { "self.\($0.property) = \($1)" }
  }

  private var storedDraft: [String] {
    let signature = "\(access)init(stored draft: Draft, rowID: Int64) throws {"
    // What only the database knows has to be read: there is no row without it.
    if let unknown = table.columns.first(where: { !$0.isWritable }) {
      return [signature, "  throw \(missing(unknown))", "}"]
    }
    let given = table.columns.filter { $0.omitsNil && !$0.type.isOptional && !table.isKey($0) }
    let lines =
      given.map {
        "guard let \($0.property) = draft.\($0.property) else { throw \(missing($0)) }"
      }
      + table.members.map { member in
        if case .column(let column) = member, table.isKey(column) {
          return "self.\(column.property) = try \(givenKey(column))"
        }
        return "self.\(member.property) = \(asStored(member, of: "draft"))"
      }
    return [signature] + lines.indented + ["}"]
  }

  private func missing(_ column: ColumnModel) -> String {
    "ORM.RowDecodingError(table: \(table.name.swiftLiteral), column: \(column.name.swiftLiteral), "
      + "reason: .missingColumn)"
  }

  private func givenKey(_ column: ColumnModel) -> String {
    column.type.isInteger && column.baseRepresentation == column.type.base
      ? "ORM.givenKey(rowID)" : "ORM.givenKey(rowID, as: \(column.baseRepresentation).self)"
  }

  private func asStored(_ member: TableModel.Member, of value: String) -> String {
    switch member {
    case .column(let column):
      let isUnwrapped = value == "draft" && column.omitsNil && !column.type.isOptional
      let source = isUnwrapped ? column.property : "\(value).\(column.property)"
      if column.type.isLazy { return ".unloaded" }
      if column.type.isOptional, column.property == table.givenKey?.property {
        return "try \(source) ?? \(givenKey(column))"
      }
      return column.isExact ? source : "try \(column.representation).asStored(\(source))"
    case .embedded(let group):
      let source = "\(value).\(group.property)"
      return group.type.isOptional
        ? "try \(group.type.base).asStored(\(source))" : "try \(group.type.base)(stored: \(source))"
    }
  }
}
