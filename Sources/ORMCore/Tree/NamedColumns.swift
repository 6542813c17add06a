/// What is read from columns that are found by name.
///
/// Every ``Selection`` is; nothing here is meant to be written by hand.
@_documentation(visibility: internal)
public protocol NamedColumns: SendableMetatype {
  /// The names of the columns that are read, in the order in which they are.
  static var selectedColumns: [String] { get }
  /// Whether all of the columns may be NULL in a row, and no column belongs to a key.
  static var mayBeAllNull: Bool { get }
  /// Whether a virtual table contains the rows. The functions of its module need its name in the
  /// `FROM`.
  static var isVirtual: Bool { get }
  /// Whether the rows come from a view: its query may compute their values.
  static var isView: Bool { get }
  /// The query of a view, if it was built in Swift; nil for all else.
  static var viewQuery: SelectNode? { get }
}

@_documentation(visibility: internal)
extension NamedColumns {
  @inlinable public static var mayBeAllNull: Bool { false }
  @inlinable public static var isVirtual: Bool { false }
  @inlinable public static var isView: Bool { false }
  public static var viewQuery: SelectNode? { nil }

  /// Whether an outer join selects a mark in each row, because a row may be all NULL, as a missing
  /// row is.
  @inlinable package static var isMarkedInOuterJoins: Bool { mayBeAllNull && !isVirtual }
}

/// A table, or a view, that has a name and a text by which all of it is read.
///
/// Every ``TableOrView`` is; nothing here is meant to be written by hand.
@_documentation(visibility: internal)
public protocol NamedRows: SendableMetatype {
  /// The name in the database.
  static var tableName: String { get }
  /// `SELECT` of every column, without a `WHERE`.
  static var selectSQL: String { get }
}

/// A type of which each row of its table is one.
///
/// Two protocols and not one of both: a type that can't be read would be said not to conform to the
/// one that nobody knows.
@_documentation(visibility: internal)
public typealias WholeTable = NamedColumns & NamedRows
