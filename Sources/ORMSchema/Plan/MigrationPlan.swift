import ORMCore

/// What it takes to bring a database to a schema: the statements, what would be lost, what is
/// rebuilt.
///
/// ```swift
/// let plan = try await db.plan(to: schema)
/// print(plan)
/// // album: column rating is added
/// //   ALTER TABLE main."album" ADD COLUMN "rating" INTEGER
/// try await db.migrate(plan)
/// ```
///
/// It is made for the database as it is: once its schema has changed, the plan is refused.
public struct MigrationPlan: Sendable {
  /// The version of a history that it leads to; nil of a plan for structs alone.
  public package(set) var version: String?
  /// The marks of tables that `create` has created and that the schema does not have.
  package var createdTables: [SQLName: CreationMark] = [:]
  /// What differs between the database and the schema, after tables and columns have their new
  /// names.
  public let changes: [Schema.Change]
  /// What is done, in order.
  public let steps: [Step]
  /// What would be lost. Nothing is done unless each is allowed.
  public package(set) var losses: [DataLoss]
  /// Why SQLite refuses the plan on an empty database of the same schema; nil if it does not.
  /// `migrate` throws it, once the losses are allowed. A plan without losses is not made then:
  /// `plan` throws it.
  public package(set) var obstacle: MigrationError?
  /// What is worth knowing and no loss: what stays that only the database has, what might be a
  /// rename that was not declared.
  public package(set) var warnings: [String]
  /// The tables that are made again and whose rows are copied.
  public let rebuiltTables: [String]
  /// How much room on the disk it takes while it is under way; nil if that is not known.
  public package(set) var space: Space?
  /// How long it takes, roughly: to make tables again with what they hold, of which a second for
  /// each 40 MB went by on the machine of two cores that it was measured on; nil if their size is
  /// not known. Half of it, or twice as much, is no surprise elsewhere.
  public package(set) var duration: Duration?
  /// What the database's schema was when the plan was made.
  public package(set) var fingerprint: String

  /// The schema that is the aim, as SQLite understands it.
  package let target: Schema
  /// The same with the names that tables and columns had.
  package let declared: Schema
  package let allowed: Set<AllowedLoss>
  /// The rules that were given; ``RuleChoice`` has those that run.
  package var rules: MigrationRules
  /// The rules to note.
  package var notedRules: [MigrationUses.Rule] = []
  /// What earlier migrations have noted, and when.
  package var earlierUses: [(uses: MigrationUses, date: String)] = []
  package let tableChecks: [TableLossChecks]
  package let checks: [LossCheck]
  /// The tables whose references are looked at before and after.
  package let touchedTables: [String]
  /// The tables after the migration, with the representations of their columns.
  package let finalTables: [Schema.Table]
  /// The names that are left in the database, for the record.
  package var kept = KeptNames()
  /// The steps of a version of a history that run before the plan, and after it.
  package var stepNames: (before: [String], after: [String]) = ([], [])

  /// How many rows of a table are left out at most.
  package func removedRows(of table: String) -> Int {
    losses.filter { loss in
      loss.table.isSameName(as: table) && loss.permission == .removingRows(table)
    }.reduce(0) { $0 + $1.count }
  }

  /// Whether there is nothing to do.
  public var isEmpty: Bool { steps.isEmpty }

  /// The columns whose representation changes. If all their stored values already have the new
  /// form, no statement is needed.
  package var representationChanges: [Schema.Change] {
    changes.filter { $0.property == .representation && !$0.isNote }
  }
}

extension MigrationPlan {
  /// The plan of a database that is as it should be.
  package init(doingNothingFor schema: Schema, allowed: Set<AllowedLoss>, rules: MigrationRules) {
    self.init(
      changes: [], steps: [], losses: [], warnings: [], rebuiltTables: [], space: nil,
      duration: nil, fingerprint: "", target: schema, declared: schema, allowed: allowed,
      rules: rules,
      tableChecks: [], checks: [], touchedTables: [], finalTables: [])
  }

  /// A part of a migration.
  public struct Step: Sendable {
    /// What it does: `album is made again`.
    public let description: String
    package let actions: [Action]

    /// The statements that run.
    public var statements: [String] {
      actions.compactMap { action in
        switch action {
        case .run(let sql), .copy(let sql, _), .checkFullText(let sql, _): sql
        case .compareCounts: nil
        }
      }
    }

    package init(_ description: String, _ actions: [Action]) {
      self.description = description
      self.actions = actions
    }

    init(_ description: String, _ statements: String...) {
      self.init(description, statements.map { .run($0) })
    }
  }

  package enum Action: Sendable {
    case run(String)
    /// Copies the rows of a table.
    case copy(String, of: String)
    /// Compares the numbers of rows.
    case compareCounts(old: String, new: String, mayLose: Bool)
    /// Asks a full-text index whether it is in step with its table, and fills it again if not.
    case checkFullText(String, index: String)
  }

  /// Room on the disk, in bytes.
  public struct Space: Sendable, Hashable {
    /// In the folder of the database, for the file's growth and its log.
    public let database: Int
    /// In the folder for temporary files.
    public let temporary: Int

    package init(database: Int, temporary: Int) {
      self.database = database
      self.temporary = temporary
    }
  }
}

@_documentation(visibility: internal)
extension MigrationPlan: CustomStringConvertible {
  /// The version of a history, warnings and losses, then each step in a line with its SQL under it.
  public var description: String {
    var lines = version.map { ["version \($0.debugDescription)"] } ?? []
    let steps = stepNames.before + stepNames.after
    if isEmpty && warnings.isEmpty && losses.isEmpty && representationChanges.isEmpty
      && steps.isEmpty
    {
      return (lines + ["nothing to do"]).joined(separator: ": ")
    }
    lines += losses.map { "LOSS: \($0)" }
    if let obstacle { lines.append("REFUSED: \(obstacle)") }
    lines += warnings.map { "WARNING: \($0)" }
    lines += representationChanges.map(\.description)
    if let space, space.database + space.temporary > 0 {
      lines.append(
        "needs \(space.database.asSize) beside the database and \(space.temporary.asSize) for"
          + " temporary files" + (duration.map { ", and \($0.asTime)" } ?? ""))
    }
    lines += stepNames.before.map { "step \($0.debugDescription) runs" }
    for step in self.steps {
      lines.append(step.description)
      lines += step.statements.map { "  \($0)" }
    }
    lines += stepNames.after.map { "step \($0.debugDescription) runs" }
    return lines.joined(separator: "\n")
  }
}

extension Duration {
  fileprivate var asTime: String {
    let seconds = components.seconds
    if seconds < 1 { return "less than a second" }
    return seconds < 120 ? "about \(seconds) s" : "about \((seconds + 59) / 60) minutes"
  }
}

extension Int {
  fileprivate var asSize: String {
    self < 1 << 20 ? "\((self + 1023) >> 10) KB" : "\((self + 1 << 20 - 1) >> 20) MB"
  }
}

/// The rules of a migration for columns.
@_documentation(visibility: internal)
public struct MigrationRules: Sendable {
  package var fills: [ColumnRule]
  package var conversions: [ColumnRule]

  package init(fill: [ColumnRule] = [], converting: [ColumnRule] = []) {
    fills = fill
    conversions = converting
  }

  package var isEmpty: Bool { fills.isEmpty && conversions.isEmpty }

  /// Returns the rules that a draft still needs in a database that has an earlier form of it: those
  /// for columns that this form did not have, or had in another way.
  package func rules(to schema: Schema, since form: Schema) -> MigrationRules {
    func columns(of rule: ColumnRule) -> (old: Schema.Column, new: Schema.Column)? {
      guard let old = form.table(rule.table)?.column(rule.column),
        let new = schema.table(rule.table)?.column(rule.column)
      else { return nil }
      return (old, new)
    }
    return MigrationRules(
      fill: fills.filter { rule in
        columns(of: rule).map { $0.old.notNull == nil && $0.new.notNull != nil } ?? true
      },
      converting: conversions.filter { rule in
        columns(of: rule).map {
          !$0.old.type.isSameName(as: $0.new.type) || $0.old.representation != $0.new.representation
        } ?? true
      })
  }

  /// Returns the rules for columns for which other rules are not.
  package func without(_ other: MigrationRules) -> MigrationRules {
    func isOther(_ rule: ColumnRule, _ others: [ColumnRule]) -> Bool {
      others.contains {
        $0.table.isSameName(as: rule.table) && $0.column.isSameName(as: rule.column)
      }
    }
    return MigrationRules(
      fill: fills.filter { !isOther($0, other.fills) },
      converting: conversions.filter { !isOther($0, other.conversions) })
  }

  /// A function of SQLite takes 127 arguments: what there are more of is handed over before, in a
  /// call whose result is an argument. See <https://www.sqlite.org/limits.html#max_function_arg>.
  private static let argumentLimit = 100

  /// The name of the function that takes arguments for another one.
  package static func collector(of function: String) -> String { "\(function)_row" }

  /// The call of a rule's function with the columns of a row.
  static func call(_ function: String, _ columns: [String]) -> String {
    var inner: String?
    var start = 0
    while columns.count - start > argumentLimit {
      let part = columns[start..<start + argumentLimit].joined(separator: ", ")
      inner = "\(collector(of: function).quotedIdentifier)(\(inner ?? "NULL"), \(part))"
      start += argumentLimit
    }
    let rest = columns[start...].joined(separator: ", ")
    return "\(function.quotedIdentifier)(\(inner ?? "NULL"), \(rest))"
  }

  /// The closures, and the names of the functions by which SQL calls them.
  package var functions: [(name: String, rule: ColumnRule)] {
    (fills + conversions).enumerated().compactMap { place, rule in
      if case .closure = rule.source { (Self.name(place), rule) } else { nil }
    }
  }

  private static func name(_ place: Int) -> String { "orm_rule_\(place)" }

  func rules(of table: String) -> RulesOfTable {
    var rules = RulesOfTable()
    for (place, rule) in (fills + conversions).enumerated() where rule.table.isSameName(as: table) {
      let column = SQLName(rule.column)
      if place < fills.count {
        rules.fills[column] = rule
      } else {
        rules.conversions[column] = rule
      }
      rules.functions[column] = Self.name(place)
    }
    return rules
  }
}
