/// What an expression is made of: a tree that a dialect renders.
///
/// Operators build it and can't throw, so a value that can't be encoded stays in the tree as
/// ``unencodable(_:)`` until rendering throws its error.
///
/// It knows its depth, and none is deeper than SQLite takes: whatever goes through a tree, also to
/// let go of it, goes a level of the stack deeper with each of its levels.
@_documentation(visibility: internal)
public struct SQLNode: Sendable, Hashable {
  @usableFromInline package let kind: Kind
  /// The depth. Of 16 bits behind the kind it makes a node no larger: in front of it, and of 32,
  /// each was copied as six words instead of five.
  @usableFromInline let levels: UInt16

  /// How many levels it has.
  @inlinable package var depth: Int32 { Int32(levels) }

  @usableFromInline
  package enum Kind: Sendable, Hashable {
    case column(qualifier: String?, name: String)
    /// A column of a table that a relation leads to.
    case related(RelatedTable, String)
    /// A value that is bound as a parameter.
    case value(SQLValue)
    /// A value that a ``PreparedQuery`` is given when it runs.
    case placeholder(Int, of: PreparedQueryID)
    /// SQL that is one value, such as a literal or `CURRENT_DATE`, written as it is.
    case literal(String)
    /// A value whose encoding failed.
    indirect case unencodable(ValueEncodingError)
    /// What was nested deeper than it may be.
    case tooDeep
    /// The condition that every row meets, which a statement leaves out if it can.
    case always
    /// The condition that no row meets.
    case never
    indirect case binary(SQLNode, SQLOperator, SQLNode)
    /// True if the operand is false; NULL if it is NULL.
    indirect case not(SQLNode)
    /// True where the operand is false or NULL.
    indirect case isNotTrue(SQLNode)
    /// The bits that the operand has not.
    indirect case bitNot(SQLNode)
    indirect case isNull(SQLNode)
    indirect case isNotNull(SQLNode)
    indirect case between(SQLNode, SQLNode, SQLNode)
    /// Whether the operand is one of the values, none of which is NULL.
    indirect case inList(SQLNode, [SQLValue])
    /// Whether the operand is one of the rows, in which nothing is NULL.
    indirect case inRows(SQLNode, [[SQLNode]])
    indirect case like(SQLNode, pattern: SQLNode, escape: Character?)
    indirect case function(String, [SQLNode])
    indirect case cast(SQLNode, ColumnType)
    indirect case collate(SQLNode, Collation)
    indirect case raw(SQL)
    /// An aggregate or a window function, or another one that says more than its arguments.
    indirect case call(FunctionCall)
    /// A `SELECT` in parentheses: the value of its first row and column.
    indirect case subquery(SelectNode)
    /// Whether the `SELECT` has a row.
    indirect case exists(SelectNode)
    /// Whether the operand is among the rows of the `SELECT`.
    indirect case inSelect(SQLNode, SelectNode)
    /// `CASE`, with a base or without.
    indirect case choice(base: SQLNode?, [ChoiceBranch], otherwise: SQLNode?)
    /// A row value.
    indirect case row([SQLNode])
  }

  /// A node without operands.
  @inlinable
  init(_ leaf: Kind) {
    kind = leaf
    levels = 1
  }

  /// A node whose deepest operand has `depth` levels.
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
  /// The node of a Swift value, in the representation of the column that it stands beside.
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

  /// The node of a value that could not be encoded.
  @usableFromInline
  init<Representation: ColumnRepresentation>(
    unencodable error: any Error, as representation: Representation.Type, beside neighbor: SQLNode?
  ) {
    self = .unencodable(
      ValueEncodingError(error, of: Representation.self, column: neighbor?.columnName))
  }

  /// Both conditions.
  @inlinable
  package static func and(_ left: consuming SQLNode, _ right: consuming SQLNode) -> SQLNode {
    if left.isAlways { return right }
    if right.isAlways { return left }
    return .binary(left, .and, right)
  }

  /// Whether it is ``always``: to compare whole trees takes longer.
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
  /// The error that encoding a value ended with, with the column if it names none.
  init<Representation: ColumnRepresentation>(
    _ error: any Error, of representation: Representation.Type, column: String?
  ) {
    self =
      error as? ValueEncodingError
      ?? ValueEncodingError(
        type: "\(Representation.Value.self)",
        reason: .invalid(description: String(describing: error)))
    self.column = self.column ?? column
  }
}
