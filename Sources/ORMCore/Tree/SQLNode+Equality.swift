// Trees are equal if their SQL is equal byte for byte. By Swift's `==`, names of columns in
// different encodings of the same letters would be equal.

extension SQLNode.Kind {
  @usableFromInline
  package static func == (left: Self, right: Self) -> Bool {
    // The switch covers only the cases of one side, so that the compiler reports a new case.
    switch left {
    case .column(let qualifier, let name):
      guard case .column(let otherQualifier, let other) = right else { return false }
      return name.hasSameBytes(as: other) && qualifier.hasSameBytes(as: otherQualifier)
    case .related(let table, let name):
      guard case .related(let otherTable, let other) = right else { return false }
      return name.hasSameBytes(as: other) && table == otherTable
    case .value(let value):
      guard case .value(let other) = right else { return false }
      return value == other
    case .placeholder(let index, let query):
      guard case .placeholder(let otherIndex, let otherQuery) = right else { return false }
      return index == otherIndex && query == otherQuery
    case .literal(let text):
      guard case .literal(let other) = right else { return false }
      return text.hasSameBytes(as: other)
    case .unencodable(let error):
      guard case .unencodable(let other) = right else { return false }
      return error == other
    case .tooDeep, .always, .never: return left.isSameConstant(as: right)
    case .binary(let first, let symbol, let second):
      guard case .binary(let first2, let symbol2, let second2) = right else { return false }
      return symbol == symbol2 && first == first2 && second == second2
    case .not, .isNotTrue, .bitNot, .isNull, .isNotNull: return left.hasSameOperand(as: right)
    case .between(let operand, let lower, let upper):
      guard case .between(let other, let lower2, let upper2) = right else { return false }
      return operand == other && lower == lower2 && upper == upper2
    case .inList(let operand, let values):
      guard case .inList(let other, let others) = right else { return false }
      return operand == other && values == others
    case .inRows(let operand, let rows):
      guard case .inRows(let other, let others) = right else { return false }
      return operand == other && rows == others
    case .like(let operand, let pattern, let escape):
      guard case .like(let other, let pattern2, let escape2) = right else { return false }
      return operand == other && pattern == pattern2
        && escape.map { String($0) }.hasSameBytes(as: escape2.map { String($0) })
    case .textTest(let operand, let test, let part):
      guard case .textTest(let other, let test2, let part2) = right else { return false }
      return test == test2 && operand == other && part == part2
    case .function(let name, let arguments):
      guard case .function(let other, let others) = right else { return false }
      return name.hasSameBytes(as: other) && arguments == others
    case .cast(let operand, let type):
      guard case .cast(let other, let type2) = right else { return false }
      return type == type2 && operand == other
    case .collate(let operand, let collation):
      guard case .collate(let other, let collation2) = right else { return false }
      return collation == collation2 && operand == other
    case .raw(let sql):
      guard case .raw(let other) = right else { return false }
      return sql == other
    case .call(let call):
      guard case .call(let other) = right else { return false }
      return call == other
    case .subquery, .exists: return left.hasSameSelect(as: right)
    case .inSelect(let operand, let select):
      guard case .inSelect(let other, let select2) = right else { return false }
      return operand == other && select == select2
    case .choice(let base, let branches, let otherwise):
      guard case .choice(let base2, let branches2, let otherwise2) = right else { return false }
      return base == base2 && branches == branches2 && otherwise == otherwise2
    case .row(let nodes):
      guard case .row(let others) = right else { return false }
      return nodes == others
    }
  }
}

extension SQLNode.Kind {
  private func isSameConstant(as other: Self) -> Bool {
    switch (self, other) {
    case (.tooDeep, .tooDeep), (.always, .always), (.never, .never): true
    default: false
    }
  }

  private func hasSameSelect(as other: Self) -> Bool {
    switch (self, other) {
    case (.subquery(let left), .subquery(let right)), (.exists(let left), .exists(let right)):
      left == right
    default: false
    }
  }

  private func hasSameOperand(as other: Self) -> Bool {
    switch (self, other) {
    case (.not(let left), .not(let right)), (.isNotTrue(let left), .isNotTrue(let right)),
      (.bitNot(let left), .bitNot(let right)), (.isNull(let left), .isNull(let right)),
      (.isNotNull(let left), .isNotNull(let right)):
      left == right
    default: false
    }
  }
}

extension SQLNode {
  /// Whether it is ``never``.
  var isNever: Bool { if case .never = kind { true } else { false } }
}

extension SQL.Part {
  @usableFromInline
  package static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.text(let text), .text(let other)), (.identifier(let text), .identifier(let other)):
      text.hasSameBytes(as: other)
    case (.node(let node), .node(let other)), (.literal(let node), .literal(let other)):
      node == other
    case (.list(let values), .list(let others)): values == others
    case (.subquery(let statement), .subquery(let other)): statement == other
    case (.misplaced(let error), .misplaced(let other)): error == other
    default: false
    }
  }
}

extension FunctionCall {
  public static func == (left: Self, right: Self) -> Bool {
    left.name.hasSameBytes(as: right.name) && left.arguments == right.arguments
      && left.isDistinct == right.isDistinct && left.ordering == right.ordering
      && left.filter == right.filter && left.window == right.window
  }
}

extension WindowReference {
  package static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.named(let name), .named(let other)): name.hasSameBytes(as: other)
    case (.definition(let window), .definition(let other)): window == other
    default: false
    }
  }
}
