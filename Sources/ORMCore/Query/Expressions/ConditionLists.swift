extension Sequence {
  /// Whether a row meets the condition for at least one of the elements; false for
  /// an empty sequence.
  ///
  /// ```swift
  /// Album.where { album in words.any { album.title.contains($0) } }
  /// // … WHERE instr("title", $1) > 0 OR instr("title", $2) > 0
  /// ```
  ///
  /// All lines of the closure must be true for an element, as in a `where`. To compare a column
  /// with a list of values, use `in`, whose SQL is the same for a list of any length: the text of
  /// this condition contains the condition of each element.
  public func any(
    @ConditionBuilder _ condition: (Element) -> SQLExpression<Bool>
  ) -> SQLExpression<Bool> {
    map(condition).any()
  }

  /// Whether a row meets the condition for each of the elements; true for an empty
  /// sequence.
  ///
  /// ```swift
  /// Album.where { album in words.all { album.title.contains($0) } }
  /// // … WHERE instr("title", $1) > 0 AND instr("title", $2) > 0
  /// ```
  public func all(
    @ConditionBuilder _ condition: (Element) -> SQLExpression<Bool>
  ) -> SQLExpression<Bool> {
    map(condition).all()
  }
}

extension Sequence where Element == SQLExpression<Bool> {
  /// Whether at least one of the conditions holds; false for an empty sequence.
  ///
  /// ```swift
  /// Album.where { [$0.plays > 10, $0.isFavorite == true].any() }
  /// // … WHERE "plays" > $1 OR "isFavorite" = $2
  /// ```
  public func any() -> SQLExpression<Bool> {
    let conditions = Array(self)
    if conditions.contains(where: { $0.node.isAlways }) {
      return SQLExpression(.always, canBeNull: false)
    }
    return conditions.joined(by: .or) ?? SQLExpression(.never, canBeNull: false)
  }

  /// Whether each of the conditions holds; true for an empty sequence.
  ///
  /// If an empty sequence is the only condition of an update or a delete, or one operand of `||` in
  /// the only condition, the write throws ``MissingConditionError`` and changes no row.
  public func all() -> SQLExpression<Bool> {
    lazy.filter { !$0.node.isAlways }.joined(by: .and) ?? SQLExpression(.always, canBeNull: false)
  }

  private func joined(by symbol: SQLOperator) -> SQLExpression<Bool>? {
    var canBeNull = false
    let nodes = map { condition in
      canBeNull = canBeNull || condition.canBeNull
      return condition.node
    }
    return SQLNode.chain(of: nodes[...], symbol).map { SQLExpression($0, canBeNull: canBeNull) }
  }
}

extension SQLNode {
  /// Returns the operation on all of the operands as a balanced tree: n operands have log n levels.
  ///
  /// - Parameter symbol: An associative operator.
  fileprivate static func chain(of operands: ArraySlice<SQLNode>, _ symbol: SQLOperator) -> SQLNode?
  {
    let middle = operands.startIndex + operands.count / 2
    guard operands.count > 1, let left = chain(of: operands[..<middle], symbol),
      let right = chain(of: operands[middle...], symbol)
    else { return operands.first }
    return .binary(left, symbol, right)
  }
}
