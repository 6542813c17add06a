import ORMCore

/// The migration of a database to a schema: the statements, the losses and the tables that are
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
/// A plan is made for one state of the database: if the database's schema has changed since, the
/// plan is refused.
public struct MigrationPlan: Sendable {
  /// The version of a history that the plan leads to; nil for a plan for structs alone.
  public package(set) var version: String?
  /// The marks of tables that `create` has created and that the schema does not have.
  package var createdTables: [SQLName: CreationMark] = [:]
  /// The differences between the database and the schema that remain after renames.
  public let changes: [Schema.Change]
  /// The steps, in the order in which they run.
  public let steps: [Step]
  /// The losses. The plan does not run unless each is allowed.
  public package(set) var losses: [DataLoss]
  /// The reason why SQLite refuses the plan on an empty database of the same schema; nil if
  /// SQLite accepts it. `migrate` throws this error once the losses are allowed. If there are no
  /// losses, `plan` throws it.
  public package(set) var obstacle: MigrationError?
  /// Warnings about things that are not losses: objects that only the database has and that stay,
  /// and possible renames that are not declared.
  public package(set) var warnings: [String]
  /// The tables that are rebuilt, with their rows copied.
  public let rebuiltTables: [String]
  /// The disk space that the migration needs while it runs; nil if it is not known.
  public package(set) var space: Space?
  /// The estimated time of the migration; nil if the tables' sizes are not known. The estimate is
  /// one second for each 40 MB of the tables that are rebuilt, as measured on a machine with two
  /// cores. On other machines, half or twice the time is possible.
  public package(set) var duration: Duration?
  /// The fingerprint of the database's schema when the plan was made.
  public package(set) var fingerprint: String

  /// The schema to migrate to, as SQLite reads it.
  package let target: Schema
  /// The schema to migrate to, with the former names of tables and columns.
  package let declared: Schema
  package let allowed: Set<PermittedLoss>
  /// All rules that were passed; ``RuleChoice`` has those that run.
  package var rules: MigrationRules
  /// The rules to record as run.
  package var notedRules: [MigrationUses.Rule] = []
  /// The rules and permissions that earlier migrations have used up, with the dates.
  package var earlierUses: [(uses: MigrationUses, date: String)] = []
  package let tableChecks: [TableLossChecks]
  package let checks: [LossCheck]
  /// The tables whose foreign keys are checked before and after the migration.
  package let touchedTables: [String]
  /// The tables after the migration, with the representations of their columns.
  package let finalTables: [Schema.Table]
  /// The names that stay in the database although the schema lacks them, for the record.
  package var kept = KeptNames()
  /// The steps of a version of a history that run before the plan, and after it.
  package var stepNames: (before: [String], after: [String]) = ([], [])

  /// The maximum number of rows of a table that are not copied.
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
  /// The plan for a database that needs no change.
  package init(doingNothingFor schema: Schema, allowed: Set<PermittedLoss>, rules: MigrationRules) {
    self.init(
      changes: [], steps: [], losses: [], warnings: [], rebuiltTables: [], space: nil,
      duration: nil, fingerprint: "", target: schema, declared: schema, allowed: allowed,
      rules: rules,
      tableChecks: [], checks: [], touchedTables: [], finalTables: [])
  }

  /// A part of a migration.
  public struct Step: Sendable {
    /// The step in words: `album is rebuilt, and its rows are copied`.
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
    /// Checks that a full-text index agrees with its table, and rebuilds the index if not.
    case checkFullText(String, index: String)
  }

  /// Disk space, in bytes.
  public struct Space: Sendable, Hashable {
    /// The space in the folder of the database, for the file's growth and its log.
    public let database: Int
    /// The space in the folder for temporary files.
    public let temporary: Int

    package init(database: Int, temporary: Int) {
      self.database = database
      self.temporary = temporary
    }
  }
}

@_documentation(visibility: internal)
extension MigrationPlan: CustomStringConvertible {
  /// The version of a history, the losses and the warnings, then each step on a line, followed by
  /// its SQL.
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
        "needs \(space.database.asSize) next to the database and \(space.temporary.asSize) for"
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
  /// for columns that this form did not have, or declared differently.
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

  /// Returns the rules for columns that another list has no rules for.
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

  /// An SQL function has at most 127 arguments. Further arguments are passed in a call before,
  /// whose result is the first argument. See <https://www.sqlite.org/limits.html#max_function_arg>.
  private static let argumentLimit = 100

  /// The name of the function that collects arguments for another function.
  package static func collector(of function: String) -> String { "\(function)_row" }

  /// Returns the call of a rule's function with the columns of a row.
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

  /// The rules with closures, and the names of the SQL functions that call them.
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
