import ORMCore

/// The source of a column's values in a migration: a value for all rows, an expression over the old
/// row, or a closure that is passed the old row.
///
/// ```swift
/// try await db.migrate(
///   to: schema,
///   fill: [.column("album", "rating", value: 3)],
///   converting: [.column("album", "length", sql: "round(minutes * 60)")])
/// ```
///
/// A rule of `converting` runs if its column is new, if the column's type, representation or
/// meaning differs between the database's record and the schema, or if the column refers to a key
/// that is converted. Each rule runs once for its change, so it may stay in the program: the table
/// `orm_schema` records that it has run. A rule whose column has no change is refused with a
/// ``MigrationError``, unless the rule is recorded or its table is new. If the values are stored as
/// before but have a new meaning, use `@Column(meaning:)`.
public struct ColumnRule: Sendable {
  package enum Source: Sendable {
    case sql(String)
    case closure(@Sendable (MigrationRow) throws -> SQLValue)
  }

  package let table: String
  package let column: String
  package let source: Source
  /// The source to write instead of the rule in a version that has shipped; nil if the rule does
  /// not depend on a struct.
  package internal(set) var frozen: String?
  /// The expression that restores the value of the previous version; nil if the rule has none.
  package let back: String?

  /// The expression; nil for a closure.
  package var sql: String? { if case .sql(let sql) = source { sql } else { nil } }

  /// The column's qualified name, for messages.
  package var name: String { "\(table).\(column)" }

  private init(_ table: String, _ column: String, _ source: Source, back: String? = nil) {
    self.table = table
    self.column = column
    self.source = source
    self.back = back
  }

  /// A rule that sets the column to the same value in all rows.
  ///
  /// - Parameters:
  ///   - table: The table's name in the schema.
  ///   - column: The column's name in the schema.
  public static func column(_ table: String, _ column: String, value: SQLValue) -> Self {
    Self(table, column, .sql(value.literal))
  }

  /// A rule that computes the value with an SQL expression, which uses the column names that the
  /// database has before the migration.
  ///
  /// ```swift
  /// .column("episode", "seconds", sql: "minutes * 60", back: "seconds / 60.0")
  /// ```
  ///
  /// - Parameters:
  ///   - table: The table's name in the schema.
  ///   - column: The column's name in the schema.
  ///   - sql: The expression.
  ///   - back: The expression that returns the previous version's value when a database goes back.
  ///     It uses the column names of the later version. The default is nil.
  public static func column(
    _ table: String, _ column: String, sql: String, back: String? = nil
  ) -> Self {
    Self(table, column, .sql("(\(sql)\n)"), back: back)
  }

  /// A rule that computes the value with a closure, which receives the row as it was before the
  /// migration.
  ///
  /// The closure runs twice for each row: once before anything is changed, so that an error can
  /// name the row. If it throws, the migration fails.
  ///
  /// - Parameters:
  ///   - table: The table's name in the schema.
  ///   - column: The column's name in the schema.
  ///   - back: The expression that restores the previous version's value; see
  ///     ``column(_:_:sql:back:)``.
  ///   - row: Returns the value.
  public static func column(
    _ table: String, _ column: String, back: String? = nil,
    from row: @escaping @Sendable (MigrationRow) throws -> SQLValue
  ) -> Self {
    Self(table, column, .closure(row), back: back)
  }
}

/// A row as it was before the migration.
public struct MigrationRow: Sendable {
  private let names: [SQLName: Int]
  private let values: [SQLValue]

  package init(names: [SQLName: Int], values: [SQLValue]) {
    self.names = names
    self.values = values
  }

  /// The value of a column, by its name before the migration; nil if the column does not exist.
  public subscript(column: String) -> SQLValue? {
    names[SQLName(column)].map { values[$0] }
  }
}
