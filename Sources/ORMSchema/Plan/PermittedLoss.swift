import ORMCore

/// A permission for a migration to drop or change one thing, which it names.
///
/// ```swift
/// try await db.migrate(to: schema, allowing: [.droppingColumn("album", "notes")])
/// ```
///
/// An object that only the database has is kept unless dropping it is allowed, and values are kept
/// unchanged unless changing them is allowed.
///
/// A list of permissions may stay in the program: a permission for something that no longer exists
/// does nothing, and each permission applies only once in a database. The table `orm_schema`
/// records the permissions by which something was lost; if the same permission would allow a later
/// loss, the migration is refused. To allow it for one migration, use a plan: `db.migrate(plan,
/// allowing: .everything)`.
public struct PermittedLoss: Sendable, Hashable {
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

  /// Drops a table or virtual table that the schema does not have, with its rows. The name is the
  /// one in the database, even if the schema gives it to another table.
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

  /// Drops a constraint that the schema does not have. The SQL is the text in
  /// ``Schema/Change/member``: `CHECK (year > 1900)`.
  public static func droppingConstraint(_ table: String, _ sql: String) -> Self {
    Self(.constraint, table, sql)
  }

  /// Allows the values of a column to change when the column's type changes. A value that the new
  /// type can't store is converted with `CAST`.
  public static func changingValues(_ table: String, _ column: String) -> Self {
    Self(.values, table, column)
  }

  /// Deletes rows that violate a new `NOT NULL`, `UNIQUE`, `CHECK` or foreign key. One of several
  /// duplicate rows stays.
  public static func removingRows(_ table: String) -> Self { Self(.rows, table) }

  /// Allows dropping a table, or a key, to which other tables refer. Their references are then
  /// broken.
  public static func breakingReferences(to table: String) -> Self { Self(.references, table) }

  /// Reuses the rows of a table that had left the schema but stayed in the database, for the table
  /// that now has its name.
  public static func reusingTable(_ table: String) -> Self { Self(.reusedTable, table) }

  /// Reuses the values of a column that had left the schema but stayed in the database, for the
  /// column that now has its name.
  public static func reusingColumn(_ table: String, _ column: String) -> Self {
    Self(.reusedColumn, table, column)
  }

  /// Drops everything that only the database has. It is allowed only for a plan, which lists what
  /// is dropped.
  public static var droppingExtras: Self { Self(.extras) }

  /// Brings a database back to this version's schema after a newer version of the program has
  /// migrated it. A column or a table that the newer version has left in the database is then
  /// assumed to be this schema's, if the names are the same.
  public static var returningFromNewerSchema: Self { Self(.newerSchema) }

  /// Whether both allow the same loss. Names are compared as SQLite compares them.
  public static func == (left: Self, right: Self) -> Bool {
    left.kind == right.kind && left.object.isSameName(as: right.object)
      && (left.kind == .constraint
        ? Meaning(left.member) == Meaning(right.member) : left.member.isSameName(as: right.member))
  }

  /// Hashes the kind and the object's name, which are part of ``==(_:_:)``.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    hasher.combine(SQLName(object))
  }
}

/// The data losses that a plan may cause.
public struct LossPolicy: Sendable, ExpressibleByArrayLiteral {
  package let losses: [PermittedLoss]
  package let allowsAll: Bool

  /// Allows the losses in the list, in addition to those that the plan was made with.
  public init(arrayLiteral elements: PermittedLoss...) {
    losses = elements
    allowsAll = false
  }

  private init(allowsAll: Bool) {
    losses = []
    self.allowsAll = allowsAll
  }

  /// Allows the losses that the plan lists, up to the listed numbers. A greater loss is refused.
  public static var everything: Self { Self(allowsAll: true) }
}
