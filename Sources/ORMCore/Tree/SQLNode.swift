/// The tree of an SQL expression, which is rendered in a dialect.
///
/// Operators build it and can't throw, so a value that can't be encoded stays in the tree as
/// ``unencodable(_:)`` until rendering throws its error.
///
/// A node stores its depth, which never exceeds SQLite's limit: code that walks a tree, and its
/// deallocation, recurse once for each level.
@_documentation(visibility: internal)
public struct SQLNode: Sendable, Hashable {
  @usableFromInline package let kind: Kind
  /// The depth. As 16 bits after the kind it does not enlarge a node; before the kind, or as 32
  /// bits, it would make a node six words large instead of five.
  @usableFromInline let levels: UInt16

  /// The number of levels.
  @inlinable package var depth: Int32 { Int32(levels) }

  @usableFromInline
  package enum Kind: Sendable, Hashable {
    case column(qualifier: String?, name: String)
    /// A column of a table that a relation leads to.
    case related(RelatedTable, String)
    /// A value that is bound as a parameter.
    case value(SQLValue)
    /// A value that is passed to a ``PreparedQuery`` when it runs.
    case placeholder(Int, of: PreparedQueryID)
    /// SQL of a single value, such as a literal or `CURRENT_DATE`, written unchanged.
    case literal(String)
    /// A value whose encoding failed.
    indirect case unencodable(ValueEncodingError)
    /// An expression that was nested too deeply.
    case tooDeep
    /// The condition that every row meets, which a statement omits if it can.
    case always
    /// The condition that no row meets.
    case never
    indirect case binary(SQLNode, SQLOperator, SQLNode)
    /// True if the operand is false; NULL if it is NULL.
    indirect case not(SQLNode)
    /// True if the operand is false or NULL.
    indirect case isNotTrue(SQLNode)
    /// The bitwise complement of the operand.
    indirect case bitNot(SQLNode)
    indirect case isNull(SQLNode)
    indirect case isNotNull(SQLNode)
    indirect case between(SQLNode, SQLNode, SQLNode)
    /// Whether the operand is one of the values, none of which is NULL.
    indirect case inList(SQLNode, [SQLValue])
    /// Whether the operand is one of the rows, which contain no NULL.
    indirect case inRows(SQLNode, [[SQLNode]])
    indirect case like(SQLNode, pattern: SQLNode, escape: Character?)
    /// Whether the first operand contains the second one at a place.
    indirect case textTest(SQLNode, TextTest, SQLNode)
    indirect case function(String, [SQLNode])
    indirect case cast(SQLNode, ColumnType)
    indirect case collate(SQLNode, Collation)
    indirect case raw(SQL)
    /// A call that can have `DISTINCT`, an order, a filter or a window, such as the call of an
    /// aggregate.
    indirect case call(FunctionCall)
    /// A `SELECT` in parentheses: the value of its first row and column.
    indirect case subquery(SelectNode)
    /// Whether the `SELECT` returns a row.
    indirect case exists(SelectNode)
    /// Whether the operand is among the rows of the `SELECT`.
    indirect case inSelect(SQLNode, SelectNode)
    /// `CASE`, with a base or without.
    indirect case choice(base: SQLNode?, [ChoiceBranch], otherwise: SQLNode?)
    /// A row value.
    indirect case row([SQLNode])
  }

  /// Creates a node without operands.
  @inlinable
  init(_ leaf: Kind) {
    kind = leaf
    levels = 1
  }

  /// Creates a node whose deepest operand has `depth` levels.
  @inlinable
  init(_ kind: Kind, over depth: Int32) {
    let isTooDeep = depth >= Self.greatestDepth
    self.kind = isTooDeep ? .tooDeep : kind
    levels = isTooDeep ? 1 : UInt16(truncatingIfNeeded: depth + 1)
  }
}

/// A `WHEN … THEN …`.
@usableFromInline
package struct ChoiceBranch: Sendable, Hashable {
  let when: SQLNode
  let then: SQLNode
}

extension SQLNode {
  /// Creates the node of a Swift value in the representation of the column next to it.
  @inlinable
  package init<Representation: ColumnRepresentation>(
    _ value: Representation.Value, as representation: Representation.Type,
    beside neighbor: @autoclosure () -> SQLNode? = nil
  ) {
    do {
      self = .value(try Representation.sqlValue(of: value))
    } catch {
      self = SQLNode(unencodable: error, as: Representation.self, beside: neighbor())
    }
  }

  /// Creates the node of a value that could not be encoded.
  @usableFromInline
  init<Representation: ColumnRepresentation>(
    unencodable error: any Error, as representation: Representation.Type, beside neighbor: SQLNode?
  ) {
    self = .unencodable(
      ValueEncodingError(error, of: Representation.self, column: neighbor?.columnName))
  }

  /// Returns the conjunction of both conditions.
  @inlinable
  package static func and(_ left: consuming SQLNode, _ right: consuming SQLNode) -> SQLNode {
    if left.isAlways { return right }
    if right.isAlways { return left }
    return .binary(left, .and, right)
  }

  /// Returns the disjunction of both conditions.
  @inlinable
  package static func or(_ left: consuming SQLNode, _ right: consuming SQLNode) -> SQLNode {
    // An update or a delete must recognize a condition that every row meets.
    if left.isAlways { return left }
    if right.isAlways { return right }
    return .binary(left, .or, right)
  }

  /// Whether it is ``always``. This is faster than comparing whole trees.
  @inlinable package var isAlways: Bool {
    if case .always = kind { true } else { false }
  }

  private var columnName: String? {
    switch kind {
    case .column(_, let name), .related(_, let name): name
    default: nil
    }
  }
}

extension ValueEncodingError {
  /// Creates an encoding error from an error that encoding a value threw, with the column if the
  /// error does not name one.
  init<Representation: ColumnRepresentation>(
    _ error: any Error, of representation: Representation.Type, column: String?
  ) {
    self =
      error as? ValueEncodingError
      ?? ValueEncodingError(
        type: "\(Representation.Value.self)",
        reason: .invalid(description: String(describing: error)))
    self.column = self.column ?? column
    redact()
  }
}
