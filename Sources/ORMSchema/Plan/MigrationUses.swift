import ORMCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The rules and the permissions that a migration has used up, as the table `orm_schema` records
/// them: each applies only once.
package struct MigrationUses: Sendable, Codable {
  /// A rule that has run, or that a new table did not need.
  package struct Rule: Sendable, Codable {
    let table: String
    let column: String
    /// A checksum of the tokens of the rule's SQL; nil for a closure, which is identified by its
    /// column alone.
    let sql: String?
    /// The type, representation and meaning that the column has had since.
    let form: String
  }

  /// A permission by which something was lost.
  package struct Permission: Sendable, Codable {
    let kind: PermittedLoss.Kind
    let object: String
    let member: String
  }

  package var rules: [Rule] = []
  package var permissions: [Permission] = []

  package init() {}

  /// Creates the uses from the ledger's text; empty if it can't be read.
  package init(text: String?) {
    self = text.flatMap { try? JSONDecoder().decode(Self.self, from: Data($0.utf8)) } ?? Self()
  }

  /// The uses as JSON; nil if empty.
  package var text: String? {
    if rules.isEmpty && permissions.isEmpty { return nil }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Whether a permission is among the used ones.
  package func has(_ loss: PermittedLoss) -> Bool {
    permissions.contains { PermittedLoss($0) == loss }
  }

  /// Adds a permission that was used.
  package mutating func add(_ loss: PermittedLoss) {
    if has(loss) { return }
    permissions.append(
      Permission(kind: loss.kind, object: loss.object, member: loss.member))
  }
}

extension MigrationUses.Rule {
  fileprivate init(_ rule: ColumnRule, _ form: String) {
    table = rule.table
    column = rule.column
    sql = rule.checksum
    self.form = form
  }

  fileprivate func isOf(_ rule: ColumnRule) -> Bool {
    table.isSameName(as: rule.table) && column.isSameName(as: rule.column)
      && sql.hasSameBytes(as: rule.checksum)
  }
}

extension ColumnRule {
  /// A checksum of the SQL without comments and white space; nil for a closure.
  fileprivate var checksum: String? {
    sql.map { Schema.checksum(ofSQL: $0) }
  }
}

extension MigrationRules {
  /// - Throws: ``MigrationError`` if a rule names a column that the schema does not have.
  package func checkNames(in schema: Schema) throws(MigrationError) {
    for rule in fills + conversions
    where schema.tables.first(where: { $0.name.isSameName(as: rule.table) })?
      .column(rule.column) == nil
    {
      throw MigrationError(
        .unknownColumn, "there is a rule for \(rule.name), which the schema does not have")
    }
  }

  /// Whether all conversions are recorded, so that they do nothing in a database that has not
  /// changed since its last migration.
  package func areNoted(in uses: [MigrationUses]) -> Bool {
    lastConversions.allSatisfy { rule in
      uses.contains { $0.rules.contains { $0.isOf(rule) } }
    }
  }

  /// The conversions; if a column has several, only the last one.
  fileprivate var lastConversions: [ColumnRule] {
    conversions.enumerated().filter { place, rule in
      !conversions[(place + 1)...].contains {
        $0.table.isSameName(as: rule.table) && $0.column.isSameName(as: rule.column)
      }
    }.map(\.element)
  }
}

/// Chooses the rules that run: those whose columns differ between the database's record and the
/// schema, so that no rule runs twice.
package struct RuleChoice {
  /// The rules that run.
  package private(set) var rules: MigrationRules
  /// The rules to record.
  package private(set) var noted: [MigrationUses.Rule] = []

  private let given: MigrationRules
  private let tables: RuleTables
  private let uses: [MigrationUses]

  /// - Parameters:
  ///   - found: The database's schema, with the recorded representations.
  ///   - record: The schema that the last migration recorded.
  ///   - target: The schema to migrate to, as read back from a database that has it.
  ///   - declared: The schema to migrate to as declared, with former names.
  ///   - uses: The uses that the ledger records.
  /// - Throws: ``MigrationError`` if a rule is for a column that has not changed, or has already
  ///   run for another change.
  package init(
    of rules: MigrationRules, from found: Schema, record: Schema?, renames: RenamePlan,
    to target: Schema, declared: Schema, uses: [MigrationUses]
  ) throws(MigrationError) {
    given = rules
    self.rules = MigrationRules()
    self.uses = uses
    tables = RuleTables(
      found: found, record: record, renames: renames,
      target: target, declared: declared)
    self.rules.fills = rules.fills.filter { !tables.isOfEarlierVersion($0, fillsNulls: true) }
    try choose()
  }

  private mutating func choose() throws(MigrationError) {
    let rest = given.lastConversions
    var chosen: Set<RuleTables.Place> = []
    for rule in rest where try runs(rule) {
      chosen.insert(RuleTables.Place(rule.table, rule.column))
    }
    // A column that refers to a converted key changes with it.
    var isGrowing = true
    while isGrowing {
      isGrowing = false
      for rule in rest where !chosen.contains(RuleTables.Place(rule.table, rule.column)) {
        guard tables.parents(of: rule).contains(where: chosen.contains) else { continue }
        chosen.insert(RuleTables.Place(rule.table, rule.column))
        isGrowing = true
      }
    }
    for rule in rest {
      let form = tables.form(of: rule)
      if chosen.contains(RuleTables.Place(rule.table, rule.column)) {
        rules.conversions.append(rule)
        note(rule, form)
      } else {
        try checkIsSettled(rule, form)
      }
    }
  }

  /// The recorded uses of a rule.
  private func notes(of rule: ColumnRule) -> [MigrationUses.Rule] {
    uses.flatMap(\.rules).filter { $0.isOf(rule) }
  }

  private mutating func note(_ rule: ColumnRule, _ form: String) {
    if notes(of: rule).contains(where: { $0.form.hasSameBytes(as: form) }) { return }
    noted.append(MigrationUses.Rule(rule, form))
  }

  /// Whether a rule runs for a change of its own column.
  private func runs(_ rule: ColumnRule) throws(MigrationError) -> Bool {
    let notes = notes(of: rule)
    switch tables.change(of: rule) {
    case .newTable, .unchanged: return false
    case .newColumn: return true
    // Only the recorded use is known.
    case .unknown: return notes.isEmpty
    case .changed:
      let form = tables.form(of: rule)
      if notes.isEmpty || notes.contains(where: { $0.form.hasSameBytes(as: form) }) { return true }
      if tables.isOfEarlierVersion(rule) { return false }
      throw MigrationError(
        .usedRule,
        "the rule for \(rule.name) in converting: has run for an earlier change of this column, and"
          + " the column changes again: if the rule is only for the earlier change, remove it; if"
          + " it must convert the values again, write its SQL in another way, for example as +(…)"
          + " if it is a number")
    }
  }

  /// - Throws: ``MigrationError`` if there is no reason why a rule doesn't run.
  private mutating func checkIsSettled(
    _ rule: ColumnRule, _ form: String
  ) throws(MigrationError) {
    if case .newTable = tables.change(of: rule) { return note(rule, form) }
    if !notes(of: rule).isEmpty { return }
    if tables.isOfEarlierVersion(rule) || tables.isCreatedWithMeaning(rule) {
      return note(rule, form)
    }
    throw MigrationError(
      .ruleWithoutChange,
      "the schema does not change \(rule.name), so the rule in converting: could convert values"
        + " that are already converted: if the values have another meaning from now on, write"
        + " @Column(meaning: \"…\"); if the rule is for an earlier version, remove it")
  }
}

/// The tables that rules concern, before and after a migration.
private struct RuleTables {
  /// A column by its names in the schema.
  struct Place: Hashable {
    let table: SQLName
    let column: SQLName

    init(_ table: String, _ column: String) {
      (self.table, self.column) = (SQLName(table), SQLName(column))
    }
  }

  /// The difference between a column's record in the database and the schema.
  enum Change {
    case newTable
    case newColumn
    case changed
    case unchanged
    /// The database does not record how the column's values are stored.
    case unknown
  }

  let found: Schema
  let record: Schema?
  let renames: RenamePlan
  let target: Schema
  let declared: Schema

  private func names(of table: String) -> RenamePlan.Table? {
    renames.tables.first { $0.wanted.isSameName(as: table) }
  }

  func change(of rule: ColumnRule) -> Change {
    guard let names = names(of: rule.table), let foundTable = found.table(names.found),
      let targetTable = target.table(rule.table), let new = targetTable.column(rule.column)
    else { return .newTable }
    guard let old = names.columns[SQLName(rule.column)].flatMap(foundTable.column) else {
      return .newColumn
    }
    let recorded = record?.table(names.found)?.column(old.name)
    if !TableMeaning(foundTable).hasSameType(old, as: new, in: TableMeaning(targetTable)) {
      return .changed
    }
    guard let oldForm = old.representation ?? recorded?.representation,
      let newForm = new.representation
    else { return recorded == nil && old.representation == nil ? .unknown : .unchanged }
    let isSame =
      TypeName.isSame(oldForm.name, newForm.name)
      && RepresentationChange(from: oldForm, to: newForm).work == .nothing
    return isSame ? .unchanged : .changed
  }

  /// Whether `create` made a rule's column with the meaning that the schema declares, and no
  /// migration has recorded the column.
  func isCreatedWithMeaning(_ rule: ColumnRule) -> Bool {
    guard case .unchanged = change(of: rule), let names = names(of: rule.table),
      let old = names.columns[SQLName(rule.column)],
      let recorded = found.table(names.found)?.column(old)?.representation?.meaning
    else { return false }
    let wanted = target.table(rule.table)?.column(rule.column)?.representation?.meaning
    return record?.table(names.found)?.column(old) == nil && recorded.hasSameBytes(as: wanted ?? "")
  }

  /// The columns that a rule's column refers to.
  func parents(of rule: ColumnRule) -> [Place] {
    guard let table = target.table(rule.table) else { return [] }
    return table.references.flatMap { reference -> [Place] in
      guard let parent = target.table(reference.table) else { return [] }
      return zip(reference.columns, reference.columns(in: parent)).compactMap { own, other in
        own.isSameName(as: rule.column) ? Place(parent.name, other) : nil
      }
    }
  }

  /// The type, representation and meaning that a rule's column gets.
  func form(of rule: ColumnRule) -> String {
    guard let column = target.table(rule.table)?.column(rule.column) else { return "" }
    let representation = column.representation
    return [column.type, representation?.name, representation?.meaning].compactMap(\.self)
      .joined(separator: " ")
  }

  /// Whether a rule is for an earlier version: its SQL names a former column that no longer exists.
  ///
  /// - Parameter fillsNulls: Whether the rule's column must also exist and be `NOT NULL`.
  func isOfEarlierVersion(_ rule: ColumnRule, fillsNulls: Bool = false) -> Bool {
    guard let sql = rule.sql, let names = names(of: rule.table),
      let foundTable = found.table(names.found), let table = declared.table(rule.table)
    else { return false }
    if fillsNulls {
      guard let old = names.columns[SQLName(rule.column)].flatMap(foundTable.column),
        TableMeaning(foundTable).notNull(of: old) != nil
      else { return false }
    }
    let gone = table.columns.flatMap(\.formerNames).filter { foundTable.column($0) == nil }
    return sql.names(gone)
  }
}
