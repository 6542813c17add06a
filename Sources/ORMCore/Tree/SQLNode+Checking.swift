extension SQLNode {
  /// The node as a value for a column of `Representation`: with a check in the statement, if SQL
  /// computes a value that the representation may not be able to read.
  ///
  /// - Parameter isStrict: Whether the column refuses a REAL in place of an INTEGER, such as the
  ///   result of an overflow of 64 bits.
  @inlinable
  package consuming func readable<Representation: ColumnRepresentation>(
    as representation: Representation.Type, _ table: @autoclosure () -> String, _ column: String,
    isStrict: @autoclosure () -> Bool
  ) -> SQLNode {
    if !isComputed { return self }
    switch Representation.readableValues.kind {
    case .all: return self
    case .integers(let range):
      if range == Int64.min...Int64.max && isStrict() { return self }
      return checked(.integer, ["\(range.lowerBound)", "\(range.upperBound)"], table(), column)
    case .floats: return checked(.float, [], table(), column)
    case .decimals: return isDecimal ? self : checked(.decimal, [], table(), column)
    case .listed(let values): return checked(.value, [], table(), column, values)
    }
  }

  /// - Parameter literals: The arguments before the names.
  @usableFromInline
  func checked(
    _ function: CheckingFunction, _ literals: [String], _ table: String, _ column: String,
    _ values: [SQLValue] = []
  ) -> SQLNode {
    let names = [table, column].map { SQLValue.text($0).literal }
    return .function(
      function.rawValue,
      [self] + (literals + names + values.map(\.literal)).map { .literal($0) })
  }

  /// The node without the check of its value.
  package var unchecked: SQLNode {
    guard case .function(let name, let arguments) = kind, CheckingFunction(name: name) != nil else {
      return self
    }
    return arguments.first ?? self
  }

  /// Whether SQL computes the value: Swift has not encoded it, and it is not read from a column of
  /// the type.
  @usableFromInline package var isComputed: Bool {
    switch kind {
    case .column, .related, .value, .placeholder, .literal, .unencodable, .tooDeep: false
    // Conditions are 0, 1 or NULL.
    case .always, .never, .not, .isNotTrue, .isNull, .isNotNull, .between, .inList, .inRows, .like,
      .exists, .inSelect:
      false
    case .binary(_, let symbol, _): symbol.isArithmetic
    case .bitNot, .raw, .cast, .row: true
    case .collate(let operand, _): operand.isComputed
    case .function(let name, let arguments):
      switch name {  // Characters: names of functions, written here
      case "coalesce", "min", "max": arguments.contains(where: \.isComputed)
      case "iif": arguments.dropFirst().contains(where: \.isComputed)
      case "nullif": arguments[0].isComputed
      default: true
      }
    case .call(let call):
      switch call.name {  // Characters: names of functions, written here
      case "min", "max": call.arguments.contains(where: \.isComputed)
      default: true
      }
    case .subquery(let select): select.givesComputed
    case .choice(_, let branches, let otherwise):
      branches.contains { $0.then.isComputed } || otherwise?.isComputed == true
    }
  }

  /// Whether the node is a call of a function that returns a decimal number, or throws.
  @usableFromInline var isDecimal: Bool {
    if case .function(let name, _) = kind { name.utf8.starts(with: "decimal_".utf8) } else { false }
  }
}

extension SQLOperator {
  fileprivate var isArithmetic: Bool {
    switch self {
    case .or, .and, .equal, .notEqual, .same, .notSame, .less, .lessOrEqual, .greater,
      .greaterOrEqual, .glob, .regexp, .match:
      false
    // A concatenation is always a text, whatever its operands are.
    case .concatenate: true
    case .bitAnd, .bitOr, .shiftLeft, .shiftRight, .jsonFragment, .jsonValue, .add, .subtract,
      .multiply, .divide, .remainder:
      true
    }
  }
}

extension SelectCore {
  fileprivate var givesComputed: Bool {
    // By index, as a loop over the elements copies each of them.
    let results = results
    return results.indices.contains { results[$0].node.isComputed }
  }
}

extension SelectNode {
  /// Whether SQL computes a value of the rows.
  package var givesComputed: Bool {
    if let wrapped = core.wrapped { return wrapped.givesComputed }
    return core.givesComputed || compounds.contains { $0.core.givesComputed }
  }

  /// Returns the query with other expressions as results, which are made from the query's own
  /// results.
  ///
  /// - Parameter map: Returns the expression for a result.
  func mapping(_ map: (Int, SQLNode) -> SQLNode) -> SelectNode {
    if compounds.isEmpty && core.wrapped == nil {
      return mappingResults(map)
    }
    // The order of a compound names its results, so these stay unchanged.
    let names = core.results.indices.map { "column\($0 + 1)" }
    let results = names.enumerated().map {
      ResultColumn(map($0, .column(qualifier: "", name: $1)))
    }
    return SelectNode(SelectCore(results, from: [.anonymous(naming(names))]))
  }
}

/// A column in an insert, with a check for the values that it can read.
package struct SetColumn {
  package let name: String
  private let check: (SQLNode) -> SQLNode

  package init<Representation: ColumnRepresentation>(
    _ name: String, _ representation: Representation.Type, of table: String, isStrict: Bool
  ) {
    self.name = name
    check = { $0.readable(as: Representation.self, table, name, isStrict: isStrict) }
  }
}

extension SelectNode {
  /// The query as values for columns, with checks if SQL computes them.
  package func readable(as columns: [SetColumn]) -> SelectNode {
    if !givesComputed { return self }
    let isWrapped = core.wrapped != nil
    let isInSight = compounds.isEmpty && !isWrapped
    let count = isWrapped ? 0 : core.results.count
    guard count == 0 || count == columns.count else { return self }
    // If the results are not known, each column counts as computed.
    let probe = SQLNode.raw("?")
    let needsCheck = columns.contains { $0.checks(probe) }
    guard needsCheck else { return self }
    return mapping { columns[$0].checking($1, isInSight: isInSight) }
  }
}

extension SetColumn {
  fileprivate func checks(_ node: SQLNode) -> Bool { check(node) != node }

  fileprivate func checking(_ node: SQLNode, isInSight: Bool) -> SQLNode {
    if isInSight { return check(node) }
    // A column of the inner query, which may compute it.
    guard case .function(let name, let arguments) = check(.raw("?")).kind else { return node }
    return .function(name, [node] + arguments.dropFirst())
  }
}
