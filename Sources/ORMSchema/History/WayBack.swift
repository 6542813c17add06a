import ORMCore

/// The migration from a version of a history back to the previous one: its schema with the renames
/// reversed, and the rules that restore values.
package struct WayBack: Sendable {
  /// The schema that the database has.
  package let previous: Schema
  /// The schema of the previous version. Its former names are the names in ``previous``.
  package private(set) var schema: Schema
  package private(set) var rules = MigrationRules()

  private let version: String
  private let earlier: Schema
  private let renames: RenamePlan

  /// - Parameters:
  ///   - version: The version that the database leaves.
  ///   - form: The schema of that version in the database, which may be an earlier form of a draft.
  ///   - earlier: The schema of the previous version.
  ///   - rules: The rules that ran on the way to the version.
  /// - Throws: ``HistoryError`` if a rule can't be reversed; ``MigrationError`` if renames are
  ///   ambiguous.
  package init(
    from version: String, _ form: Schema, to earlier: Schema, rules: MigrationRules
  ) throws {
    self.version = version
    self.earlier = earlier
    previous = form.withoutFormerNames
    renames = try RenamePlan(from: earlier, to: form, record: earlier, isNextVersion: true)
    schema = earlier.withoutFormerNames
    turnRenamesRound()
    for rule in rules.fills { try add(rule, isFill: true) }
    for rule in rules.conversions { try add(rule, isFill: false) }
  }

  private mutating func turnRenamesRound() {
    for names in renames.tables {
      guard
        let place = schema.tables.firstIndex(where: { $0.name.isSameName(as: names.found) })
      else { continue }
      if !names.wanted.isSameName(as: names.found) {
        schema.tables[place].formerNames = [names.wanted]
      }
      for column in previous.table(names.wanted)?.columns ?? [] {
        guard let old = names.columns[SQLName(column.name)], !old.isSameName(as: column.name),
          let part = schema.tables[place].columns.firstIndex(where: { $0.name.isSameName(as: old) })
        else { continue }
        schema.tables[place].columns[part].formerNames = [column.name]
      }
    }
  }

  private mutating func add(_ rule: ColumnRule, isFill: Bool) throws(HistoryError) {
    let names = renames.tables.first { $0.wanted.isSameName(as: rule.table) }
    guard let names, let old = names.columns[SQLName(rule.column)] else {
      if rule.back == nil { return }
      throw HistoryError(
        .noWayBack, version,
        "its rule for \(rule.name) has back:, but the previous version has no such column:"
          + " remove back:, and restore the values with a step with before: .removals in stepsBack:"
      )
    }
    if let back = rule.back {
      rules.conversions.append(.column(names.found, old, sql: back))
    } else if !isFill, isChanged(rule.column, from: old, names) {
      throw HistoryError(
        .noWayBack, version,
        "its rule for \(rule.name) has no back: to restore \(names.found).\(old):"
          + " add back: \"…\" to the rule, as SQL with the column names of version"
          + " \(version.debugDescription)")
    }
  }

  /// Whether a column has another type, representation or meaning in the later version.
  private func isChanged(_ name: String, from old: String, _ names: RenamePlan.Table) -> Bool {
    guard let before = earlier.table(names.found), let after = previous.table(names.wanted),
      let oldColumn = before.column(old), let newColumn = after.column(name)
    else { return true }
    if !TableMeaning(before).hasSameType(oldColumn, as: newColumn, in: TableMeaning(after)) {
      return true
    }
    guard let oldForm = oldColumn.representation, let newForm = newColumn.representation else {
      return false
    }
    return !TypeName.isSame(oldForm.name, newForm.name)
      || RepresentationChange(from: oldForm, to: newForm).work != .nothing
  }
}
