import ORMCore

extension MigrationPlanner {
  /// Warnings about the plan that are not losses.
  func warnings(_ tables: PlannedTables) -> [String] {
    var warnings: [String] = []
    for change in tables {
      let extras = change.final.columns.filter { change.wanted.column($0.name) == nil }
      let new = change.wanted.columns.filter { change.foundName(of: $0) == nil }
      for column in extras {
        let type = TableMeaning(change.final).type(of: column)
        let candidates = new.filter {
          TableMeaning(change.wanted).type(of: $0) == type && $0.generated == nil
        }
        if let candidate = candidates.first, candidates.count == 1 {
          warnings.append(
            "\(change.final.name): column \(column.name) stays, and \(candidate.name) is new; if"
              + " this is a rename, declare renamedFrom: \(column.name.debugDescription)")
        }
        if change.current.column(column.name)?.notNull != column.notNull {
          warnings.append(
            "\(change.final.name): column \(column.name) stays and accepts NULL from now on,"
              + " because new rows have no value for it")
        }
      }
      warnings += warningsOfConstraints(change)
      if let warning = assumedRepresentations(change) { warnings.append(warning) }
      if let warning = keptTypes(change) { warnings.append(warning) }
      if let warning = unnamedCases(change) { warnings.append(warning) }
      if change.isRebuilt, !change.final.isWithoutRowID, change.final.rowIDName == nil,
        change.final.rowIDColumn == nil
      {
        warnings.append(
          "\(change.final.name): the rowids can't be kept, because columns are named rowid, _rowid_"
            + " and oid")
      }
    }
    let final = finalTables(tables)
    let names = Set(final.map { SQLName($0.name) })
    for table in final {
      for reference in table.references where !names.contains(SQLName(reference.table)) {
        warnings.append(
          "\(table.name): \(reference.columns.joined(separator: ", ")) refers to the table"
            + " \(reference.table), which does not exist: while foreign keys are enforced, no row"
            + " can be inserted")
      }
      for reference in table.references {
        guard let parent = convertedParent(of: reference, tables), parent.hasRule(of: reference)
        else { continue }
        let columns = reference.columns(in: parent.final).joined(separator: ", ")
        warnings.append(
          "\(table.name): rows refer to \(parent.final.name) by \(columns), whose values change:"
            + " afterwards, each row refers to the row that then has its value")
      }
    }
    warnings += formerNamesThatStay
    warnings += forgottenNames(tables)
    let dropped = Set(droppedTables.map { SQLName($0.name) })
    let extraTables = current.tables.filter {
      target.table($0.name) == nil && !dropped.contains(SQLName($0.name))
    }
    for table in extraTables {
      let candidates = newTables[Set(table.columns.map { SQLName($0.name) })] ?? []
      if let candidate = candidates.first, candidates.count == 1 {
        warnings.append(
          "table \(table.name) stays, and \(candidate.name) is new; if this is a rename,"
            + " declare renamedFrom: \(table.name.debugDescription)")
      }
    }
    return warnings
  }

  /// Warns about former names that are still in the database.
  private var formerNamesThatStay: [String] {
    var warnings: [String] = []
    for table in declared.tables {
      for name in table.formerNames where current.table(name) != nil && target.table(name) == nil {
        warnings.append(
          "table \(name) stays, although \(table.name) declares it as its former name")
      }
      for column in table.columns {
        for name in column.formerNames
        where current.table(table.name)?.column(name) != nil && table.column(name) == nil {
          warnings.append(
            "\(table.name): column \(name) stays, although \(column.name) declares it as its former"
              + " name")
        }
      }
    }
    return warnings
  }

  /// Warns about enums whose cases can't be compared with the recorded ones.
  private func unnamedCases(_ change: TableChange) -> String? {
    let columns = change.wanted.columns.filter { $0.representation?.hasUnnamedNumbers == true }
      .compactMap { change.foundName(of: $0) }
    if columns.isEmpty { return nil }
    return "\(change.final.name): the cases of \(columns.joined(separator: ", ")) are"
      + " not compared, because the enum's own description hides their names; if cases were"
      + " reordered, rows are read as other cases: write a number for each case"
  }

  /// Warns about a table that can't become `STRICT`.
  private func keptTypes(_ change: TableChange) -> String? {
    let kept = change.columnsWithoutStrictType.map { column in
      column.name + (column.type.isEmpty ? " without a type" : " \(column.type)")
    }
    if kept.isEmpty { return nil }
    return "\(change.final.name): the table is not made STRICT, as it keeps"
      + " \(kept.joined(separator: ", ")), which a STRICT table can't have"
  }

  /// Warns about former names that the last migration recorded, that are no longer declared, and
  /// that something else has now: in a database of an earlier version, one would be mistaken for
  /// the other.
  private func forgottenNames(_ tables: PlannedTables) -> [String] {
    guard let record else { return [] }
    func forgotten(_ noted: [String]?, _ declared: [String], _ name: String) -> [String] {
      (noted ?? []).filter { former in
        !former.isSameName(as: name) && !declared.contains { $0.isSameName(as: former) }
      }
    }
    func words(_ what: String, _ name: String, _ former: String) -> String {
      "\(what) \(name) was renamed from \(former), but no longer declares that, and something"
        + " else is named \(former) now: it would get the old values in a database of an earlier"
        + " version;"
        + " declare renamedFrom: \(former.debugDescription) at \(name)"
    }
    var warnings: [String] = []
    for change in tables {
      guard let table = declared.table(change.wanted.name),
        let noted = record.table(change.found.name)
      else { continue }
      for former in forgotten(noted.formerNames, table.formerNames, table.name)
      where target.table(former) != nil {
        warnings.append(words("table", table.name, former))
      }
      for column in table.columns {
        let recorded = change.foundName(of: column).flatMap(noted.column)
        for former in forgotten(recorded?.formerNames, column.formerNames, column.name)
        where table.column(former) != nil {
          warnings.append(words("\(table.name): column", column.name, former))
        }
      }
    }
    return warnings
  }

  /// Warns about the representations that are assumed for a database without a record.
  private func assumedRepresentations(_ change: TableChange) -> String? {
    let assumed = change.wanted.columns.compactMap { column -> String? in
      guard let representation = column.representation,
        !representation.isImplied(by: column.type),
        let found = change.foundName(of: column).flatMap(change.found.column),
        found.representation == nil,
        TableMeaning(change.found).type(of: found) == change.type(of: column)
      else { return nil }
      let meaning = representation.meaning.map { " with the meaning \($0.debugDescription)" } ?? ""
      return "\(column.name) as \(representation.name)\(meaning)"
    }
    if assumed.isEmpty { return nil }
    return "\(change.final.name): the database does not record how values are stored; the"
      + " representations are assumed: \(assumed.joined(separator: ", "))"
  }
}
