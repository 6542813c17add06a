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
    return [signature] + storedValue.indented + ["}"] + (hasDraft ? storedDraft : [])
  }

  private var storedValue: [String] {
    let values = table.members.map { member in
      let value = "value.\(member.property)"
      // A key that was nil is the one that the database gave.
      if case .column(let column) = member, column.type.isOptional,
        column.property == givenKey?.property
      {
        return (member, "try \(value) ?? \(keyFromRow(column))")
      }
      return (member, member.asStored(value))
    }
    return storedBody(values, hasIgnoredVariables: table.hasIgnoredVariables)
  }

  private var storedDraft: [String] {
    let signature = "\(access)init(stored draft: Draft, rowID: Int64) throws {"
    // What only the database knows has to be read: there is no row without it.
    if let unknown = table.columns.first(where: { !$0.isWritable }) {
      return [signature, "  throw \(missing(unknown))", "}"]
    }
    let given = table.columns.filter {
      $0.omitsNil && !$0.type.isOptional && !keyNames.contains($0.property)
    }
    let lines =
      given.map {
        "guard let \(local($0.property)) = draft.\($0.property) else { throw \(missing($0)) }"
      }
      + table.members.map { member in
        if case .column(let column) = member, keyNames.contains(column.property) {
          return "self.\(column.property) = try \(keyFromRow(column))"
        }
        let isUnwrapped = given.contains { $0.property == member.property }
        let value = isUnwrapped ? local(member.property) : "draft.\(member.property)"
        return "self.\(member.property) = \(member.asStored(value))"
      }
    return [signature] + lines.indented + ["}"]
  }

  /// The name of a variable for a property's value, which must not hide a parameter.
  private func local(_ property: String) -> String { property.unlike(["draft", "rowID"]) }

  private func missing(_ column: ColumnModel) -> String {
    "ORM.RowDecodingError(table: \(table.name.swiftLiteral), column: \(column.name.swiftLiteral), "
      + "reason: .missingColumn)"
  }

  private func keyFromRow(_ column: ColumnModel) -> String {
    column.type.isInteger && column.baseRepresentation == column.type.base
      ? "ORM.givenKey(rowID)" : "ORM.givenKey(rowID, as: \(column.baseRepresentation).self)"
  }
}
