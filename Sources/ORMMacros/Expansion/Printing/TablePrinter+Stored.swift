import ORMDeclarations

extension TablePrinter {
  /// Converts a value to the one that a fetch would return, and writes it last: a value that can't
  /// be converted is not written. Types that are stored exactly are copied:
  ///
  /// ```swift
  /// init(stored value: Album, rowID write: () throws -> Int64) throws {
  ///   self = value
  ///   self.date = try Date?.asStored(value.date)
  ///   let rowID = try write()
  ///   self.id = try value.id ?? ORM.generatedKey(rowID)
  /// }
  /// ```
  ///
  /// A row that is unchanged except for its key is not copied at all:
  ///
  /// ```swift
  /// var roundTripsExactly: Bool { if Date?.roundTripsExactly(self.date) { true } else { false } }
  /// var needsGeneratedKey: Bool { self.id == nil }
  /// mutating func acceptGeneratedKey(_ rowID: Int64) throws {
  ///   self.id = try ORM.generatedKey(rowID)
  /// }
  /// ```
  ///
  /// If a property can't be assigned twice, or there are ignored variables, every property is
  /// assigned once:
  ///
  /// ```swift
  /// init(stored draft: Draft, rowID write: () throws -> Int64) throws {
  ///   self.name = draft.name
  ///   self.id = try ORM.generatedKey(write())
  /// }
  /// ```
  var stored: [String] {
    let signature = "\(access)init(stored value: \(table.typeName), \(writeParameter)) throws {"
    return roundTripsExactly + [signature] + storedValue.indented + ["}"]
      + (hasDraft ? storedDraft : [])
  }

  private var roundTripsExactly: [String] {
    var key: [String] = []
    var conditions: [String] = []
    if let generatedKey, generatedKey.type.isOptional {
      let property = "self.\(generatedKey.property)"
      key = ["\(access)var needsGeneratedKey: \(swift)Bool { \(property) == nil }"]
      if !generatedKey.isPlainVariable { conditions = ["\(property) != nil"] }
    }
    // Embedded structs are not known here, ignored properties are not fetched, and values that the
    // database computes are unknown.
    guard table.embedded.isEmpty, !table.hasIgnoredVariables,
      table.columns.allSatisfy({ $0.isWritable && !$0.type.isLazy })
    else { return key }
    conditions.insert(
      contentsOf: table.columns.filter { !$0.isExact }.map {
        "\($0.representation).roundTripsExactly(self.\($0.property))"
      }, at: 0)
    if let generatedKey, generatedKey.type.isOptional, generatedKey.isPlainVariable {
      let property = "self.\(generatedKey.property)"
      let value = generatedKey.fromRow("rowID")
      key.append(
        "\(access)mutating func acceptGeneratedKey(_ rowID: \(swift)Int64) throws "
          + "{ \(property) = try \(value) }"
      )
    }
    // Separate conditions compile faster than a chain of operators.
    let value =
      conditions.isEmpty
      ? "true" : "if \(conditions.joined(separator: ", ")) { true } else { false }"
    return ["\(access)var roundTripsExactly: \(swift)Bool { \(value) }"] + key
  }

  private var writeParameter: String { "rowID write: () throws -> \(swift)Int64" }

  private var storedValue: [String] {
    let values = table.members.map { member in
      let value = "value.\(member.property)"
      // A key that was nil becomes the generated one.
      if let key = column(of: member), key.type.isOptional,
        generatedKey?.property.isSameIdentifier(as: key.property) ?? false
      {
        return (member, "try \(value) ?? \(key.fromRow("rowID"))")
      }
      return (member, member.asStored(value))
    }
    let lines = storedBody(values, hasIgnoredVariables: table.hasIgnoredVariables)
    guard let generatedKey, generatedKey.type.isOptional else { return lines + ["_ = try write()"] }
    let isKey = { (line: String) in line.utf8.starts(with: "self.\(generatedKey.property) = ".utf8)
    }
    return lines.filter { !isKey($0) } + ["let rowID = try write()"] + lines.filter(isKey)
  }

  private var storedDraft: [String] {
    let signature = "\(access)init(stored draft: Draft, \(writeParameter)) throws {"
    // A value that only the database computes must be read back, so this initializer throws.
    if let unknown = table.columns.first(where: { !$0.isWritable }) {
      return [signature, "  throw \(missing(unknown))", "}"]
    }
    let given = table.columns.filter {
      $0.omitsNil && !$0.type.isOptional && !keyNames.contains($0.property.identity)
    }
    let lines =
      given.map {
        "guard let \(local($0.property)) = draft.\($0.property) else { throw \(missing($0)) }"
      }
      + draftMembers.map { member, _ in
        let isUnwrapped = given.contains { $0.property.isSameIdentifier(as: member.property) }
        let value = isUnwrapped ? local(member.property) : "draft.\(member.property)"
        return "self.\(member.property) = \(member.asStored(value))"
      }
      + keyColumns.map { "self.\($0.property) = try \($0.fromRow("write()"))" }
    return [signature] + lines.indented + ["}"]
  }

  /// Returns the name of a variable for a property's value, which must not hide a parameter.
  private func local(_ property: String) -> String {
    property.variable(unlike: ["draft", "write"])
  }

  private func missing(_ column: ColumnModel) -> String {
    "\(orm)RowDecodingError(table: \(table.name.swiftLiteral), "
      + "column: \(column.name.swiftLiteral), reason: .missingColumn)"
  }

  private func column(of member: TableModel.Member) -> ColumnModel? {
    if case .column(let column) = member { column } else { nil }
  }
}

extension ColumnModel {
  /// Returns the key of a row with a known rowid: `ORM.generatedKey(rowID)`
  fileprivate func fromRow(_ rowID: String) -> String {
    type.isInteger && baseRepresentation == type.base  // Characters: Swift's own names
      ? "\(orm)generatedKey(\(rowID))"
      : "\(orm)generatedKey(\(rowID), as: \(baseRepresentation).self)"
  }
}
