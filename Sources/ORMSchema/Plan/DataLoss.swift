import ORMCore

/// Values or rows that a migration would lose.
///
/// ```swift
/// do {
///   try await db.migrate(to: schema)
/// } catch let error as DataLossError {
///   for loss in error.losses { print(loss) }
///   // album: 2 values of column year can't be stored as INTEGER (keys 3, 17)
/// }
/// ```
public struct DataLoss: Sendable, Hashable {
  /// The kind of a loss.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A table is dropped, with its rows.
    case droppedTable
    /// A column is dropped, with its values.
    case droppedColumn
    /// A table that left the schema but stayed in the database has the name of a new table of the
    /// schema: its old rows would become rows of the new table.
    case returnedTable
    /// A column that left the schema but stayed in the database has the name of a new column of the
    /// schema: its old values would become values of the new column.
    case returnedColumn
    /// Values can't be stored in the column's new type or representation.
    case unstorableValue
    /// Values change in the column's new type: `'012'` becomes 12.
    case changedValue
    /// Values are stored in one representation and would be read in another, and no conversion
    /// between the two is known. No permission allows this loss: add a rule to `converting:` that
    /// converts the values.
    case undefinedConversion
    /// Rows would have NULL in a column that is `NOT NULL`.
    case nullValue
    /// Rows have the same values in columns that become unique. All but one of these rows are lost.
    case duplicate
    /// Rows violate a `CHECK` constraint.
    case failedCheck
    /// Rows refer to rows that do not exist.
    case missingReference
    /// Other tables refer to something that is dropped.
    case brokenReference
    /// A constraint that only the database has contradicts one that the schema adds: a changed
    /// `CHECK` or `UNIQUE`, or a foreign key to another table. Declare it in the struct, or allow
    /// dropping it.
    case contradictingConstraint
    /// A unique index that only the database has contradicts a key or an index that the schema
    /// adds.
    case contradictingIndex
  }

  /// The kind of the loss.
  public var kind: Kind
  /// The table's name in the schema, or in the database if only that has the table.
  public var table: String
  /// The column, the text of the constraint, or the name of the index; nil for a whole table.
  public var member: String?
  /// The column's new type or representation, with the old one for ``Kind/undefinedConversion``; or
  /// the schema's constraint that is contradicted; nil for other losses.
  public var type: String?
  /// The number of rows or values.
  public var count: Int
  /// The keys of up to ten of the rows, as SQL literals; the rowids if the table has no key.
  public var keys: [String]
  /// Whether the values may be correct without a change, which only a rule can decide, because
  /// their meaning changes, or their representation is not recorded.
  package var mayStay = false
  /// Whether the values may be dates stored as text in a column that becomes numeric.
  package var isOfDates = false
  /// When the permission was used for an earlier loss, in ISO 8601; nil if it was not used.
  package var permissionUse: String?
  /// The direction in which a database moves through a history.
  package enum Way: Sendable, Hashable {
    case forward, back
  }

  /// The direction in which the database moves to a version of a history; nil without a history.
  package var way: Way?
  /// The number of the table's rows, if it was counted.
  public var total: Int?
  /// The argument that declares a rename, if the loss looks like one: `renamedFrom: "title"`.
  package var formerNameArgument: String?

  package init(
    _ kind: Kind, _ table: String, _ member: String? = nil, type: String? = nil, count: Int = 0,
    keys: [String] = [], formerNameArgument: String? = nil
  ) {
    self.formerNameArgument = formerNameArgument
    self.kind = kind
    self.table = table
    self.member = member
    self.type = type
    self.count = count
    self.keys = keys
  }

  /// Whether both losses are equal, byte for byte.
  public static func == (left: Self, right: Self) -> Bool {
    left.kind == right.kind && left.count == right.count
      && left.table.hasSameBytes(as: right.table) && left.member.hasSameBytes(as: right.member)
      && left.type.hasSameBytes(as: right.type) && left.keys.haveSameBytes(as: right.keys)
      && left.mayStay == right.mayStay && left.isOfDates == right.isOfDates
      && left.way == right.way
      && left.permissionUse.hasSameBytes(as: right.permissionUse)
      && left.total == right.total
      && left.formerNameArgument.hasSameBytes(as: right.formerNameArgument)
  }

  /// The permission that allows the loss.
  package var permission: PermittedLoss {
    switch kind {
    case .droppedTable: .droppingTable(table)
    case .droppedColumn: .droppingColumn(table, member ?? "")
    case .returnedTable: .reusingTable(table)
    case .returnedColumn: .reusingColumn(table, member ?? "")
    case .unstorableValue, .changedValue, .undefinedConversion:
      .changingValues(table, member ?? "")
    case .nullValue, .duplicate, .failedCheck, .missingReference: .removingRows(table)
    case .brokenReference: .breakingReferences(to: table)
    case .contradictingConstraint: .droppingConstraint(table, member ?? "")
    case .contradictingIndex: .droppingIndex(member ?? "")
    }
  }

  /// Whether a permission can allow the loss.
  package var canBeAllowed: Bool { kind != .undefinedConversion }

  /// Whether a command offers the permission. A command never offers to delete all rows of a table.
  package var offersPermission: Bool {
    canBeAllowed && !(permission.kind == .rows && total.map { count >= $0 } == true)
  }

  /// The advice that keeps the data, and the permission that allows the loss, with the amount that
  /// it destroys.
  package var cure: String {
    let ways = [keeping, canBeAllowed ? "\(destruction), \(allowance)" : nil]
    return ways.compactMap(\.self).joined(separator: "; ")
  }

  /// The advice that keeps the data; nil if no advice exists.
  package var keeping: String? {
    switch way {
    case .back: keepingOnWayBack
    case .forward where permission.kind == .column || permission.kind == .table:
      formerNameArgument.map { "to keep the values, declare the former name with \($0)" }
        ?? "to keep the values, declare the former name with renamedFrom:"
        + " \((member ?? table).debugDescription), or move them in a step with before: .removals"
    default: keepingByRules
    }
  }

  /// On the way back, only the rules and steps of the versions count.
  private var keepingOnWayBack: String? {
    switch kind {
    case .unstorableValue, .changedValue, .undefinedConversion:
      "to keep the values, convert them with back: of a rule for the column"
    case .nullValue, .duplicate, .failedCheck, .missingReference:
      "to keep the rows, set their values with a step with before: .removals in stepsBack:"
    case .droppedTable, .droppedColumn:
      "to keep the values, move them with a step with before: .removals in stepsBack:"
    default: keepingByRules
    }
  }

  private var keepingByRules: String? {
    let (table, member) = (table.debugDescription, (member ?? "").debugDescription)
    let rule = "[.column(\(table), \(member), sql: \"…\")]"
    // The member is the text of the constraint.
    let ruleOfTable = "converting: [.column(\(table), \"…\", sql: \"…\")]"
    return switch kind {
    case .unstorableValue where isOfDates:
      "to keep dates that are text, declare the property @Column(as: DateTimeText.self), for"
        + " '2026-11-28 12:00:00', or as another text representation of Date; to convert the"
        + " values, use converting: \(rule)"
    case .unstorableValue, .changedValue:
      "to keep the values, convert them with converting: \(rule)"
    case .undefinedConversion where mayStay:
      "convert the values with converting: \(rule); if the values are already right, use the"
        + " column's name in the database as the SQL"
    case .undefinedConversion:
      "convert the values with converting: \(rule); if only the name of the Swift type has"
        + " changed, set its representationName to the old one; if both are enums, make them"
        + " CaseIterable, so that the values are converted by the names of the cases"
    case .nullValue:
      "to keep the rows, "
        + (formerNameArgument.map { "declare the column's former name with \($0), or " } ?? "")
        + "give the column a value with fill: \(rule)"
    case .droppedColumn, .droppedTable:
      formerNameArgument.map { "to keep the values, declare the former name with \($0)" }
        ?? "to keep the values, leave the permission out: nothing is dropped then"
    case .contradictingConstraint, .contradictingIndex: "to keep it, declare it in the struct"
    case .duplicate: "to keep the rows, make their values different with \(ruleOfTable)"
    case .failedCheck: "to keep the rows, correct their values with \(ruleOfTable)"
    case .missingReference:
      "to keep the rows, insert the rows that they refer to, or set other values with"
        + " \(ruleOfTable)"
    case .brokenReference:
      if ["the view", "the trigger", "the full-text index"].contains(name: self.member ?? "") {
        "to keep it working, drop it in a step before: .schema, and create it with the new names"
          + " in a step after the schema"
      } else {
        "to keep the reference, leave out the permission to drop the table or column"
      }
    case .returnedColumn:
      "to keep the old values, add a column of another name with renamedFrom: \(member) to the"
        + " schema; to drop them and add a new column, allow"
        + " \(PermittedLoss.droppingColumn(self.table, self.member ?? ""))"
    case .returnedTable:
      "to keep the old rows, add a table of another name with renamedFrom: \(table) to the schema;"
        + " to drop them and add a new table, allow \(PermittedLoss.droppingTable(self.table))"
    }
  }

  /// The amount that the permission destroys.
  package var destruction: String {
    let values = "\(count) \(count == 1 ? "value" : "values")"
    let rows =
      "\(count)" + (total.map { " of \($0)" } ?? "")
      + (count == 1 && total == nil ? " row" : " rows")
    return switch permission.kind {
    case .rows: "to delete \(rows)"
    case .values: "to change \(values) with CAST"
    case .table: "to delete the table with \(rows)"
    case .column: "to delete \(values)"
    case .constraint, .index: "if the struct has replaced it"
    case .reusedColumn: "to use them for the new column"
    case .reusedTable: "to use them for the new table"
    default: "to leave it broken"
    }
  }

  private var allowance: String {
    guard let permissionUse else { return "allow \(permission)" }
    return "\(permission) was already used at \(permissionUse), and applies only once: allow the"
      + " loss for this migration alone, with db.migrate(plan, allowing: .everything), or in a"
      + " version of a history"
  }

  /// Whether both are the same loss, whatever the number of rows.
  package func isSameLoss(as other: Self) -> Bool {
    kind == other.kind && table.hasSameBytes(as: other.table)
      && member.hasSameBytes(as: other.member)
  }
}

@_documentation(visibility: internal)
extension DataLoss: CustomStringConvertible {
  /// The loss as a sentence.
  public var description: String {
    let part = member ?? ""
    let of = keys.isEmpty ? "" : " (keys \(keys.joined(separator: ", "))\(isCut ? ", …" : ""))"
    return "\(table): " + words(part) + of
  }

  private var isCut: Bool { keys.count < count }

  private func words(_ part: String) -> String {
    let rows = "\(count) \(count == 1 ? "row" : "rows")"
    let values = "\(count) \(count == 1 ? "value" : "values")"
    return switch kind {
    case .droppedTable: "the table is dropped, with \(rows)"
    case .droppedColumn: "column \(part) is dropped, with \(values)"
    case .returnedTable: "\(rows) are from before the table left the schema"
    case .returnedColumn: "\(values) of column \(part) are from before the column left the schema"
    case .unstorableValue: "\(values) of column \(part) can't be stored as \(type ?? "declared")"
    case .changedValue: "\(values) of column \(part) would change as \(type ?? "declared")"
    case .undefinedConversion:
      "no conversion is known for \(values) of column \(part)" + (type.map { ", from \($0)" } ?? "")
    case .nullValue: "\(rows) with NULL in column \(part), which does not allow NULL"
    case .duplicate: "\(rows) with the same values as other rows in \(part)"
    case .failedCheck: "\(rows) violating \(part)"
    case .missingReference: "\(rows) referring to missing rows by \(part)"
    case .brokenReference: "the table or column that \(part) refers to is dropped"
    case .contradictingConstraint:
      "\(part) is only in the database, and contradicts \(type ?? "the schema")"
    case .contradictingIndex:
      "the index \(part) is only in the database, and contradicts \(type ?? "the schema")"
    }
  }
}

/// A migration that would lose data without permission. The database is unchanged.
public struct DataLossError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The losses that are not allowed.
  public var losses: [DataLoss]
  /// The warnings of the plan, such as those about columns that look renamed. Read them before you
  /// allow a loss.
  public package(set) var warnings: [String]
  /// The version of a history that the database was migrating to; nil for other migrations.
  public package(set) var version: String?
  /// The place in the program that caused the error, if known; see `Configuration.callSites`.
  public var callSite: String? { site.text }

  private var site = CallSite.current
  /// The reason why SQLite also refuses the plan.
  private let obstacle: String?

  package init(losses: [DataLoss], obstacle: String? = nil, warnings: [String] = []) {
    self.losses = losses
    self.warnings = warnings
    self.obstacle = obstacle
  }

  /// Whether both list the same losses on the way to the same version, byte for byte.
  public static func == (left: Self, right: Self) -> Bool {
    left.losses == right.losses && left.version.hasSameBytes(as: right.version)
      && left.obstacle.hasSameBytes(as: right.obstacle)
      && left.warnings.haveSameBytes(as: right.warnings)
  }

  /// The warnings of the plan, then the losses, one on each line, each with the advice that keeps
  /// the data and the permission that allows the loss.
  public var description: String {
    "the migration\(version.map { " to version \($0.debugDescription)" } ?? "") would lose data,"
      + " so it has changed nothing\(site.suffix):\n"
      + warnings.map { "- warning: \($0)\n" }.joined()
      + losses.map { "- \($0); \($0.cure)" }.joined(separator: "\n")
      + (obstacle.map { "\n- SQLite refuses the plan: \($0)" } ?? "")
  }
}

@_documentation(visibility: internal)
extension PermittedLoss: CustomStringConvertible {
  /// The permission as Swift source.
  public var description: String {
    let (first, second) = (object.debugDescription, member.debugDescription)
    return switch kind {
    case .table: ".droppingTable(\(first))"
    case .reusedTable: ".reusingTable(\(first))"
    case .reusedColumn: ".reusingColumn(\(first), \(second))"
    case .column: ".droppingColumn(\(first), \(second))"
    case .index: ".droppingIndex(\(first))"
    case .view: ".droppingView(\(first))"
    case .trigger: ".droppingTrigger(\(first))"
    case .constraint: ".droppingConstraint(\(first), \(second))"
    case .values: ".changingValues(\(first), \(second))"
    case .rows: ".removingRows(\(first))"
    case .references: ".breakingReferences(to: \(first))"
    case .extras: ".droppingExtras"
    case .newerSchema: ".returningFromNewerSchema"
    }
  }
}
