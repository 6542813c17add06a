// SQLite calculates with integers of 64 bits. If a result does not fit, SQLite continues in REAL,
// which has 53 bits, and reports nothing. A result that is stored at once is far outside of every
// integer column. The result of a further operation may fit again, with a wrong value:
// `9223372036854775807 + 1000 - 9223372036854775807` is 0.0.
//
// A REAL stays a REAL in every operation except the bitwise ones. So one check of the whole value
// is enough: it must be an INTEGER. The operands of bitwise operators are checked one by one.

extension SQLNode {
  /// The number of bits for a value that may be a rounded REAL: more than an integer has.
  static var realBits: Int { 64 }

  /// Returns the maximum number of bits of the value, in a column of integers. If it is
  /// ``realBits``, the value may be a REAL that resulted from an overflow.
  ///
  /// - Parameters:
  ///   - leaf: The bits of every column and every Swift value in the expression.
  ///   - isOperand: Whether another operation uses the value. If not, an overflow of the outermost
  ///     operation does not count: its result fits in no column.
  func bits(leaf: Int, isOperand: Bool, derived: DerivedSources) -> Int {
    func bits(_ node: SQLNode, isOperand: Bool) -> Int {
      node.bits(leaf: leaf, isOperand: isOperand, derived: derived)
    }
    func fitInteger(_ operands: [SQLNode]) -> Bool {
      operands.allSatisfy { bits($0, isOperand: true) < Self.realBits }
    }
    switch kind {
    case .column(let qualifier, _): return derived.mayRound(qualifier) ? Self.realBits : leaf
    case .binary(let left, let symbol, let right):
      guard symbol.isOnNumbers else { return leaf }
      let operands = (bits(left, isOperand: true), bits(right, isOperand: true))
      let combined = symbol.bits(operands.0, operands.1)
      if isOperand { return min(combined, Self.realBits) }
      return max(operands.0, operands.1) < Self.realBits ? 63 : min(combined, Self.realBits)
    case .collate(let operand, _): return bits(operand, isOperand: isOperand)
    case .function(let name, let arguments):
      switch name {  // Characters: names of functions, written here
      case "coalesce", "min", "max", "iif", "nullif":
        return arguments.map { bits($0, isOperand: isOperand) }.max() ?? leaf
      default: return fitInteger(arguments) ? 63 : Self.realBits
      }
    case .call(let call): return fitInteger(call.arguments) ? 63 : Self.realBits
    case .subquery(let select):
      return select.bits(leaf: leaf, isOperand: isOperand, derived: derived)
    case .choice(_, let branches, let otherwise):
      return (branches.map(\.then) + (otherwise.map { [$0] } ?? [])).map {
        bits($0, isOperand: isOperand)
      }.max() ?? leaf
    case .bitNot, .raw, .cast, .row: return 63
    case .related, .value, .placeholder, .literal, .unencodable, .tooDeep, .always, .never, .not,
      .isNotTrue, .isNull, .isNotNull, .between, .inList, .inRows, .like, .textTest, .exists,
      .inSelect:
      return leaf
    }
  }

  /// Returns the expression with a check of each operand of a bitwise operation that may be a REAL
  /// after an overflow, which the operation would convert to an INTEGER again.
  ///
  /// - Parameter check: Returns an operand with its check.
  func checkingOperandsOfBits(derived: DerivedSources, _ check: (SQLNode) -> SQLNode) -> SQLNode {
    guard hasOperationOnBits else { return self }
    func inner(_ node: SQLNode) -> SQLNode { node.checkingOperandsOfBits(derived: derived, check) }
    func operand(_ node: SQLNode) -> SQLNode {
      node.bits(leaf: 63, isOperand: true, derived: derived) < Self.realBits
        ? inner(node) : check(inner(node))
    }
    switch kind {
    case .binary(let left, let symbol, let right) where symbol.isOnBits:
      return .binary(operand(left), symbol, operand(right))
    case .binary(let left, let symbol, let right):
      return .binary(inner(left), symbol, inner(right))
    case .bitNot(let node): return .bitNot(operand(node))
    case .function(let name, let arguments): return .function(name, arguments.map { inner($0) })
    default: return self
    }
  }

  /// Returns whether the value is in the range because its bits are bits of columns and of values
  /// that are in the range.
  ///
  /// - Parameter range: The range of an integer type.
  func keepsBits(in range: ClosedRange<Int64>, derived: DerivedSources) -> Bool {
    func keeps(_ nodes: [SQLNode]) -> Bool {
      nodes.allSatisfy { $0.keepsBits(in: range, derived: derived) }
    }
    switch kind {
    case .value(.integer(let number)): return range.contains(number)
    case .literal(let text): return Int64(text).map { range.contains($0) } ?? false
    case .column, .related: return !isComputed(derived: derived)
    case .binary(let left, .bitOr, let right): return keeps([left, right])
    case .binary(let left, .bitAnd, let right):
      if case .bitNot(let complement) = right.kind { return keeps([left, complement]) }
      return keeps([left, right])
    case .function(let name, let arguments):
      return name == "coalesce" && keeps(arguments)  // Characters: a name that is written here
    default: return false
    }
  }

  private var hasOperationOnBits: Bool {
    switch kind {
    case .binary(let left, let symbol, let right):
      symbol.isOnBits || left.hasOperationOnBits || right.hasOperationOnBits
    case .bitNot: true
    case .function(let name, let arguments):
      CheckingFunction(name: name) == nil && arguments.contains { $0.hasOperationOnBits }
    default: false
    }
  }
}

extension SQLOperator {
  /// Returns the number of bits of the result for operands with these numbers of bits.
  fileprivate func bits(_ left: Int, _ right: Int) -> Int {
    switch self {
    case .add, .subtract: Swift.max(left, right) + 1
    case .multiply: left + right
    // The least integer divided by -1 does not fit.
    case .divide: left + 1
    case .remainder: Swift.max(left, right)
    default: 63
    }
  }

  fileprivate var isOnNumbers: Bool {
    switch self {
    case .add, .subtract, .multiply, .divide, .remainder, .jsonFragment, .jsonValue: true
    default: isOnBits
    }
  }

  fileprivate var isOnBits: Bool {
    switch self {
    case .bitAnd, .bitOr, .shiftLeft, .shiftRight: true
    default: false
    }
  }
}

extension SelectNode {
  /// Returns the maximum number of bits of a result, or of all results.
  ///
  /// - Parameter index: The index of the result; nil for all.
  fileprivate func bits(at index: Int? = nil, leaf: Int, isOperand: Bool, derived: DerivedSources)
    -> Int
  {
    ([core] + compounds.map(\.core)).map {
      $0.bits(at: index, leaf: leaf, isOperand: isOperand, derived: derived)
    }.max() ?? leaf
  }
}

extension SelectNode {
  /// Returns whether a result, or any of all results, may be a REAL after an overflow of integers.
  func mayRound(at index: Int? = nil, derived: DerivedSources) -> Bool {
    DeepStack.run(levels: depth) {
      bits(at: index, leaf: 63, isOperand: false, derived: derived) >= SQLNode.realBits
    }
  }
}

extension SourceNode {
  /// Returns whether a column may be a REAL after an overflow of integers. The query of a view is
  /// known only if it was built in Swift.
  ///
  /// - Parameter row: The type of the rows, if they have one.
  func mayRound(as row: (any NamedColumns.Type)?) -> Bool {
    switch table {
    case .table: row?.viewQuery?.mayRound(derived: DerivedSources()) ?? false
    case .subquery(let select): select.mayRound(derived: DerivedSources())
    case .function: false
    case .common(let table): table.body.mayRound(derived: DerivedSources())
    }
  }
}

extension SelectCore {
  fileprivate func bits(at index: Int?, leaf: Int, isOperand: Bool, derived: DerivedSources) -> Int
  {
    if let wrapped {
      return wrapped.bits(at: index, leaf: leaf, isOperand: isOperand, derived: derived)
    }
    let own = derivedSources
    let derived = own.isEmpty ? derived : derived + own
    let results = results
    let chosen = results.indices.filter { index == nil || $0 == index }
    return chosen.map { results[$0].node }.map {
      $0.isAll
        ? sources.contains { $0.mayRound(as: $0.row?.type) } ? SQLNode.realBits : leaf
        : $0.bits(leaf: leaf, isOperand: isOperand, derived: derived)
    }.max() ?? leaf
  }
}

extension ClosedRange<Int64> {
  /// Whether this is the range of an integer type of some width, signed or unsigned.
  var isOfInteger: Bool {
    upperBound & (upperBound &+ 1) == 0 && (lowerBound == 0 || lowerBound == ~upperBound)
  }

  /// The number of bits of the largest magnitude in the range, at most 63.
  var bitCount: Int {
    let zeros = Swift.min(
      lowerBound.magnitude.leadingZeroBitCount, upperBound.magnitude.leadingZeroBitCount)
    return Swift.min(64 - zeros, 63)
  }
}
