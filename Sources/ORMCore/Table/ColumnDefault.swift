/// The `DEFAULT` of a column, for `@Column(default:)`.
///
/// A literal is the default value itself: `@Column(default: "none")`. A property's own literal
/// default (`var plays = 0`) becomes the `DEFAULT` without this argument.
public struct ColumnDefault: Sendable, Hashable {
  /// The expression, as SQL; nil if the table has a default that is not declared in Swift.
  public let sql: String?
  /// Whether an insert leaves a nil to the database instead of writing NULL.
  public let omitsNil: Bool

  init(sql: String?, omitsNil: Bool) {
    self.sql = sql
    self.omitsNil = omitsNil
  }

  /// Returns a default with an SQL expression, such as `CURRENT_TIMESTAMP`. An insert of nil writes
  /// NULL.
  public static func sql(_ expression: String) -> ColumnDefault {
    ColumnDefault(sql: expression, omitsNil: false)
  }

  /// Returns a default with an SQL expression. An insert of nil omits the column, so that the
  /// database evaluates the expression.
  public static func database(_ expression: String) -> ColumnDefault {
    ColumnDefault(sql: expression, omitsNil: true)
  }

  /// A default that the table already has: an insert of nil omits the column.
  public static let database = ColumnDefault(sql: nil, omitsNil: true)
}

extension ColumnDefault: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral
{
  public init(stringLiteral value: String) { self.init(value: .text(value)) }
  public init(integerLiteral value: Int64) { self.init(value: .integer(value)) }
  public init(floatLiteral value: Double) { self.init(value: .real(value)) }
  public init(booleanLiteral value: Bool) { self.init(value: .integer(value ? 1 : 0)) }

  private init(value: SQLValue) { self.init(sql: value.literal, omitsNil: false) }
}
