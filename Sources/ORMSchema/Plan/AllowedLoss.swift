import ORMCore

/// What a migration may drop or change, each thing by its name.
///
/// ```swift
/// try await db.migrate(to: schema, allowing: [.droppingColumn("album", "notes")])
/// ```
///
/// What is in the database alone stays unless dropping it is allowed, and values stay what they are
/// unless changing them is.
///
/// A list may stay in the program: a permission for what is not there any more does nothing, and
/// each permission counts once in a database. The table `orm_schema` notes the permissions by which
/// something was lost; if the same permission would allow a later loss, the migration is refused.
/// A plan allows it for one migration: `db.migrate(plan, allowing: .everything)`.
public struct AllowedLoss: Sendable, Hashable {
  package enum Kind: String, Hashable, Sendable, Codable {
    case table, column, index, view, trigger, constraint, values, rows, references
    case extras, newerSchema, reusedTable, reusedColumn
  }

  package let kind: Kind
  package let object: String
  package let member: String

  private init(_ kind: Kind, _ object: String = "", _ member: String = "") {
    self.kind = kind
    self.object = object
    self.member = member
  }

  init(_ used: MigrationUses.Permission) { self.init(used.kind, used.object, used.member) }

  /// Drops a table that the schema does not have, with its rows; also a virtual one. The name is
  /// the one in the database, even if the schema gives it to another table.
  public static func droppingTable(_ table: String) -> Self { Self(.table, table) }

  /// Drops a column that the schema does not have, with its values. The name is the one in the
  /// database, even if the schema gives it to another column.
  public static func droppingColumn(_ table: String, _ column: String) -> Self {
    Self(.column, table, column)
  }

  /// Drops an index that the schema does not have.
  public static func droppingIndex(_ index: String) -> Self { Self(.index, index) }

  /// Drops a view that the schema does not have.
  public static func droppingView(_ view: String) -> Self { Self(.view, view) }

  /// Drops a trigger that the schema does not have.
  public static func droppingTrigger(_ trigger: String) -> Self { Self(.trigger, trigger) }

  /// Drops a constraint that the schema does not have, given as ``Schema/Change/member`` says it:
  /// `CHECK (year > 1900)`.
  public static func droppingConstraint(_ table: String, _ sql: String) -> Self {
    Self(.constraint, table, sql)
  }

  /// Lets values of a column change when its type does; one that the new type can't store becomes
  /// what `CAST` makes of it.
  public static func changingValues(_ table: String, _ column: String) -> Self {
    Self(.values, table, column)
  }

  /// Leaves rows out that a new `NOT NULL`, `UNIQUE`, `CHECK` or reference refuses. Of rows that
  /// are duplicates one stays.
  public static func removingRows(_ table: String) -> Self { Self(.rows, table) }

  /// Lets references to a table dangle whose key, or which itself, is dropped.
  public static func breakingReferences(to table: String) -> Self { Self(.references, table) }

  /// Takes the rows of a table that had left the schema, and had stayed in the database, for those
  /// of the table that now has its name.
  public static func reusingTable(_ table: String) -> Self { Self(.reusedTable, table) }

  /// Takes the values of a column that had left the schema, and had stayed in the database, for
  /// those of the column that now has its name.
  public static func reusingColumn(_ table: String, _ column: String) -> Self {
    Self(.reusedColumn, table, column)
  }

  /// Drops all that only the database has. It is allowed in a plan alone, which tells what that is.
  public static var droppingExtras: Self { Self(.extras) }

  /// Migrates a database that a newer version of the program has migrated already, back to what
  /// this one says. A column or a table that the newer version has left in the database is then
  /// taken for the same one.
  public static var returningFromNewerSchema: Self { Self(.newerSchema) }

  /// Whether both allow the same, by names as SQLite compares them.
  public static func == (left: Self, right: Self) -> Bool {
    left.kind == right.kind && left.object.isSameName(as: right.object)
      && (left.kind == .constraint
        ? Meaning(left.member) == Meaning(right.member) : left.member.isSameName(as: right.member))
  }

  /// Hashes what ``==(_:_:)`` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    hasher.combine(SQLName(object))
  }
}

/// What the losses are that a plan may bring.
public struct PlanPermission: Sendable, ExpressibleByArrayLiteral {
  package let losses: [AllowedLoss]
  package let allowsAll: Bool

  /// Allows what is in the list, besides what the plan was made with.
  public init(arrayLiteral elements: AllowedLoss...) {
    losses = elements
    allowsAll = false
  }

  private init(allowsAll: Bool) {
    losses = []
    self.allowsAll = allowsAll
  }

  /// Allows each loss that the plan tells, as often as it tells it; more of it is refused.
  public static var everything: Self { Self(allowsAll: true) }
}
