import ORMCore

extension CreateReader {
  /// Reads a `CREATE TABLE`.
  mutating func table() throws(Failure) -> Schema.Table {
    var table = Schema.Table(try objectName(), columns: [])
    try expect(symbol: "(")
    try readColumn(into: &table)
    var hasConstraints = false
    while !accept(symbol: ")") {
      let hasComma = accept(symbol: ",")
      if hasComma {
        constraintName = nil
        // SQLite keeps the name after the comma between the columns and the first table constraint.
        if hasConstraints { checkName = nil }
      }
      if try readConstraint(into: &table) {
        hasConstraints = true
      } else if hasComma && !hasConstraints {
        try readColumn(into: &table)
      } else {
        throw failure("a column or a constraint")
      }
    }
    try readOptions(into: &table)
    return table
  }

  private mutating func readOptions(into table: inout Schema.Table) throws(Failure) {
    while current != nil {
      if accept("STRICT") {
        table.isStrict = true
      } else if accept("WITHOUT", "ROWID") {
        table.isWithoutRowID = true
      } else if !accept(symbol: ",") && !accept(symbol: ";") {
        throw failure("STRICT or WITHOUT ROWID")
      }
    }
  }

  /// Reads a table constraint. Its keywords are reserved, so they can't begin a column.
  mutating func readConstraint(into table: inout Schema.Table) throws(Failure) -> Bool {
    if accept("CONSTRAINT") {
      constraintName = try name()
      checkName = constraintName
      return true
    }
    let name = constraintName
    if accept("PRIMARY") {
      try expect("KEY")
      var range = try parenthesized()
      var isAutoincrement = false
      if let last = token(at: range.upperBound - 1), !range.isEmpty, last.isKeyword("AUTOINCREMENT")
      {
        isAutoincrement = true
        range = range.dropLast()
      }
      table.keys.append(
        Schema.Key(
          .primary, try indexedColumns(range), name: name, conflict: try conflict(),
          isAutoincrement: isAutoincrement))
    } else if accept("UNIQUE") {
      let columns = try indexedColumns(try parenthesized())
      table.keys.append(Schema.Key(.unique, columns, name: name, conflict: try conflict()))
    } else if accept("CHECK") {
      table.checks.append(Schema.Check(try parenthesizedText(), name: checkName))
      _ = try conflict()
    } else if accept("FOREIGN") {
      try expect("KEY")
      let columns = try names()
      try expect("REFERENCES")
      var reference = try self.reference(of: columns)
      reference.name = name
      if let deferral = try deferral() { reference.deferral = deferral }
      table.references.append(reference)
    } else {
      return false
    }
    constraintName = nil
    return true
  }
}

// MARK: - Parts of constraints

extension CreateReader {
  mutating func conflict() throws(Failure) -> Schema.Conflict? {
    guard accept("ON", "CONFLICT") else { return nil }
    guard let word = current?.text, let conflict = Schema.Conflict(rawValue: word.raisedInASCII)
    else {
      throw failure("a conflict resolution")
    }
    position += 1
    return conflict
  }

  /// Reads the part after `REFERENCES`.
  mutating func reference(of columns: [String]) throws(Failure) -> Schema.Reference {
    var reference = Schema.Reference(columns, to: try name())
    if isNext(symbol: "(") { reference.tableColumns = try names() }
    while true {
      if accept("ON", "DELETE") {
        reference.onDelete = try action()
      } else if accept("ON", "UPDATE") {
        reference.onUpdate = try action()
      } else if accept("ON", "INSERT") {
        _ = try action()
      } else if accept("MATCH") {
        reference.match = try name()
      } else {
        return reference
      }
    }
  }

  private mutating func action() throws(Failure) -> Schema.Action {
    if accept("SET", "NULL") { return .setNull }
    if accept("SET", "DEFAULT") { return .setDefault }
    if accept("NO", "ACTION") { return .noAction }
    if accept("CASCADE") { return .cascade }
    if accept("RESTRICT") { return .restrict }
    throw failure("a foreign key action")
  }

  mutating func deferral() throws(Failure) -> Schema.Deferral? {
    let isNever = accept("NOT", "DEFERRABLE")
    guard isNever || accept("DEFERRABLE") else { return nil }
    var isDeferred = false
    if accept("INITIALLY") {
      isDeferred = accept("DEFERRED")
      if !isDeferred { try expect("IMMEDIATE") }
    }
    return isNever ? .never : isDeferred ? .deferred : .immediate
  }
}

extension Substring {
  var raisedInASCII: String { String(self).raisedInASCII }
}
