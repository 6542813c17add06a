/// A type that is read from columns with names.
///
/// Every ``Selection`` conforms. Do not implement the requirements by hand.
@_documentation(visibility: internal)
public protocol NamedColumns: SendableMetatype {
  /// The names of the columns that are read, in the order in which they are read.
  static var selectedColumns: [String] { get }
  /// Whether all of the columns may be NULL in a row, and no column belongs to a key.
  static var mayBeAllNull: Bool { get }
  /// Whether a virtual table contains the rows. The functions of its module need its name in the
  /// `FROM`.
  static var isVirtual: Bool { get }
  /// Whether the rows come from a view: its query may compute their values.
  static var isView: Bool { get }
  /// The query of a view, if it was built in Swift; otherwise nil.
  static var viewQuery: SelectNode? { get }
}

@_documentation(visibility: internal)
extension NamedColumns {
  @inlinable public static var mayBeAllNull: Bool { false }
  @inlinable public static var isVirtual: Bool { false }
  @inlinable public static var isView: Bool { false }
  public static var viewQuery: SelectNode? { nil }

  /// Whether an outer join selects a mark in each row, because an existing row may be all NULL,
  /// like a missing row.
  @inlinable package static var isMarkedInOuterJoins: Bool { mayBeAllNull && !isVirtual }
}

/// A table or a view with a name and the SQL that reads all of its rows.
///
/// Every ``TableOrView`` conforms. Do not implement the requirements by hand.
@_documentation(visibility: internal)
public protocol NamedRows: SendableMetatype {
  /// The name in the database.
  static var tableName: String { get }
  /// A `SELECT` of every column, without a `WHERE`.
  static var selectSQL: String { get }
}

/// A type that represents the rows of its table.
///
/// A composition instead of a third protocol, so that the compiler's error for a type that can't be
/// read does not name a protocol that users don't know.
@_documentation(visibility: internal)
public typealias WholeTable = NamedColumns & NamedRows
