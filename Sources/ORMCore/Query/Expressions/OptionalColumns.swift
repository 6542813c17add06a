/// The columns of an embedded struct, which may be optional. A write can set them, unlike the
/// columns of another table.
@_documentation(visibility: internal)
public protocol ColumnGroup: Sendable {}

/// The typed columns of an embedded struct in the table `Root`, as `@Embeddable` generates them.
@_documentation(visibility: internal)
public protocol EmbeddedColumns: NullableMember, ColumnGroup
where Nullable == OptionalColumns<Self> {
  /// Every column, in declared order.
  static func nodes(of columns: Self) -> [SQLNode]
}

/// The columns of an embedded struct that may be nil: each of them may be NULL.
///
/// ```swift
/// @Table struct Customer {
///   let id: Int
///   @Embedded(prefix: "work_") var work: Address?
/// }
///
/// Customer.where { $0.work.city == "Ely" }   // "work_city" IS $1
/// Customer.where { $0.work.city == nil }     // "work_city" IS NULL
/// Customer.where { $0.work == nil }          // "work_street" IS NULL AND "work_city" IS NULL
/// ```
@dynamicMemberLookup
public struct OptionalColumns<Group: EmbeddedColumns>: ColumnGroup {
  let group: Group

  public init(_ group: Group) { self.group = group }

  /// A column, or the columns of a struct that is embedded in this struct. They are nil if this
  /// struct is nil.
  public subscript<Member: NullableMember>(
    dynamicMember member: KeyPath<Group, Member>
  ) -> Member.Nullable {
    Member.nullable(group[keyPath: member])
  }
}

// As for Swift's own optionals of types that can't be compared, only `nil` is accepted.
extension OptionalColumns {
  /// Whether the struct is nil: all of its columns are NULL.
  public static func == (
    left: Self, right: _OptionalNilComparisonType
  ) -> SQLExpression<Bool> {
    let conditions = Group.nodes(of: left.group).map { SQLNode.isNull($0) }
    return SQLExpression(conditions.reduce(.always, SQLNode.and), canBeNull: false)
  }

  /// Whether the struct is not nil: at least one of its columns is not NULL.
  public static func != (
    left: Self, right: _OptionalNilComparisonType
  ) -> SQLExpression<Bool> {
    let conditions = Group.nodes(of: left.group).map { SQLNode.isNotNull($0) }
    let condition = conditions.dropFirst().reduce(conditions.first ?? .never) {
      .binary($0, .or, $1)
    }
    return SQLExpression(condition, canBeNull: false)
  }
}

@_documentation(visibility: internal)
extension Embeddable {
  /// The columns of the struct if it is embedded with this prefix.
  public static func nodes(prefix: String, in source: TableSource) -> [SQLNode] {
    var schema = TableSchema("")
    addColumns(to: &schema, prefix: prefix)
    return schema.columns.map { source.place.column($0.name) }
  }
}
