extension SQLNode {
  /// Returns the node as a value for a column of `Representation`: with a check in the statement,
  /// if SQL computes a value that the representation may not be able to read.
  ///
  /// - Parameters:
  ///   - isStrict: Whether the column refuses a REAL in place of an INTEGER, such as the result of
  ///     an overflow of 64 bits.
  ///   - derived: The sources whose columns SQL may compute.
  @inlinable
  package consuming func readable<Representation: ColumnRepresentation>(
    as representation: Representation.Type, _ table: @autoclosure () -> String, _ column: String,
    isStrict: @autoclosure () -> Bool, derived: DerivedSources = DerivedSources()
  ) -> SQLNode {
    if !isComputed(derived: derived) { return self }
    switch Representation.readableValues.kind {
    case .all: return self
    case .integers(let range):
      return checkedInteger(range, table(), column, isStrict: isStrict(), derived: derived)
    case .floats: return checked(.float, [], table(), column)
    case .decimals: return isDecimal ? self : checked(.decimal, [], table(), column)
    case .listed(let values): return checked(.value, [], table(), column, values)
    case .decoded: return checkedByReading(as: representation, table(), column)
    }
  }

  /// Returns the node with the checks that it needs as the value of a column of integers: of its
  /// range, and of an overflow between two operations, which SQLite does not report.
  ///
  /// A column of 64 bits in a `STRICT` table needs none for a single operation: if the result is a
  /// REAL that is not an integer, SQLite refuses it.
  @usableFromInline
  func checkedInteger(
    _ range: ClosedRange<Int64>, _ table: String, _ column: String, isStrict: Bool,
    derived: DerivedSources
  ) -> SQLNode {
    let full = Int64.min...Int64.max
    let check = { (node: SQLNode, function: CheckingFunction, range: ClosedRange<Int64>) in
      node.checked(function, ["\(range.lowerBound)", "\(range.upperBound)"], table, column)
    }
    return DeepStack.run(levels: depth) {
      if range.isOfInteger && keepsBits(in: range, derived: derived) { return self }
      let node = checkingOperandsOfBits(derived: derived) { check($0, .exactInteger, full) }
      if bits(leaf: range.bitCount, isOperand: false, derived: derived) >= Self.realBits {
        return check(node, .exactInteger, range)
      }
      return range == full && isStrict ? node : check(node, .integer, range)
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

  /// Returns the node with a check that decodes it by the representation.
  @usableFromInline
  func checkedByReading<Representation: ColumnRepresentation>(
    as type: Representation.Type, _ table: String, _ column: String
  ) -> SQLNode {
    checked(.readable, [], table, column, [.text(CheckedTypes.name(of: type))])
  }

  /// The node without the check of its value.
  package var unchecked: SQLNode {
    guard case .function(let name, let arguments) = kind, CheckingFunction(name: name) != nil else {
      return self
    }
    return arguments.first ?? self
  }

  /// Returns whether SQL computes the value: Swift has not encoded it, and it is not read from a
  /// column of the type.
  ///
  /// - Parameter derived: The sources whose columns SQL may compute.
  @usableFromInline
  package func isComputed(derived: DerivedSources) -> Bool {
    switch kind {
    case .column(let qualifier, _):
      !derived.isEmpty && derived.computes(qualifier)
    case .related, .value, .placeholder, .literal, .unencodable, .tooDeep: false
    // Conditions are 0, 1 or NULL.
    case .always, .never, .not, .isNotTrue, .isNull, .isNotNull, .between, .inList, .inRows, .like,
      .textTest, .exists, .inSelect:
      false
    case .binary(_, let symbol, _): symbol.isArithmetic
    case .bitNot, .raw, .cast, .row: true
    case .collate(let operand, _): operand.isComputed(derived: derived)
    case .function(let name, let arguments):
      switch name {  // Characters: names of functions, written here
      case "coalesce", "min", "max": arguments.contains { $0.isComputed(derived: derived) }
      case "iif": arguments.dropFirst().contains { $0.isComputed(derived: derived) }
      case "nullif": arguments[0].isComputed(derived: derived)
      default: true
      }
    case .call(let call):
      switch call.name {  // Characters: names of functions, written here
      case "min", "max": call.arguments.contains { $0.isComputed(derived: derived) }
      default: true
      }
    case .subquery(let select): select.givesComputed(derived: derived)
    case .choice(_, let branches, let otherwise):
      branches.contains { $0.then.isComputed(derived: derived) }
        || otherwise?.isComputed(derived: derived) == true
    }
  }

  /// Whether the node is `*`: all columns of all sources.
  var isAll: Bool { if case .raw = kind { self == .raw("*") } else { false } }

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

extension SelectNode {
  /// Whether SQL may compute one of the results.
  package var givesComputed: Bool { givesComputed(derived: DerivedSources()) }

  /// Whether SQL may compute one of the results.
  ///
  /// - Parameter derived: The sources around the query whose columns SQL may compute.
  fileprivate func givesComputed(derived: DerivedSources) -> Bool {
    core.givesComputed(derived: derived)
      || compounds.contains { $0.core.givesComputed(derived: derived) }
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

extension SelectCore {
  fileprivate func givesComputed(derived: DerivedSources) -> Bool {
    if let wrapped { return wrapped.givesComputed(derived: derived) }
    let own = derivedSources
    let derived = own.isEmpty ? derived : derived + own
    // By index, as a loop over the elements copies each of them.
    let results = results
    return results.indices.contains {
      results[$0].node.isAll ? !own.isEmpty : results[$0].node.isComputed(derived: derived)
    }
  }

  /// The sources whose columns SQL may compute.
  var derivedSources: DerivedSources {
    if let whole, !whole.isView { return DerivedSources() }
    return sources.reduce(into: DerivedSources()) { $0.add($1, named: $1.qualifier) }
  }
}

/// The sources of a statement whose columns SQL may compute, by their names.
@usableFromInline
package struct DerivedSources: Sendable {
  @usableFromInline var names: [String] = []
  /// The names of the sources whose columns may be REAL after an overflow of integers.
  @usableFromInline var rounding: [String] = []

  @inlinable init() {}

  var isEmpty: Bool { names.isEmpty }

  func computes(_ qualifier: String?) -> Bool {
    names.contains { $0.hasSameBytes(as: qualifier ?? "") }
  }

  func mayRound(_ qualifier: String?) -> Bool {
    rounding.contains { $0.hasSameBytes(as: qualifier ?? "") }
  }

  /// Adds a source if SQL may compute its columns.
  ///
  /// - Parameter row: The type of the rows, if it is not the source's.
  mutating func add(
    _ source: SourceNode, named name: String, as row: (any NamedColumns.Type)? = nil
  ) {
    let row = row ?? source.row?.type
    guard source.givesComputed(as: row) else { return }
    names.append(name)
    if source.mayRound(as: row) { rounding.append(name) }
  }

  static func + (left: DerivedSources, right: DerivedSources) -> DerivedSources {
    var sum = left
    sum.names += right.names
    sum.rounding += right.rounding
    return sum
  }

  /// The columns without a qualifier.
  static func unnamed(mayRound: Bool) -> DerivedSources {
    var sources = DerivedSources()
    sources.names = [""]
    if mayRound { sources.rounding = [""] }
    return sources
  }
}

extension SourceNode {
  /// Returns whether SQL may compute a column of the source: a query does, a table does not.
  ///
  /// - Parameter row: The type of the rows, if they have one.
  fileprivate func givesComputed(as row: (any NamedColumns.Type)?) -> Bool {
    switch table {
    case .table: row?.isView ?? false
    case .subquery(let select): select.givesComputed(derived: DerivedSources())
    case .function: true
    case .common(let table): table.body.givesComputed(derived: DerivedSources())
    }
  }
}

/// A column in an insert, with a check for the values that it can read.
package struct SetColumn {
  package let name: String
  private let check: (_ node: SQLNode, _ derived: DerivedSources) -> SQLNode

  package init<Representation: ColumnRepresentation>(
    _ name: String, _ representation: Representation.Type, of table: String, isStrict: Bool
  ) {
    self.name = name
    check = {
      $0.readable(as: Representation.self, table, name, isStrict: isStrict, derived: $1)
    }
  }
}

extension SelectNode {
  /// The query as values for columns, with checks if SQL computes them.
  ///
  /// - Parameter derived: The sources around the query whose columns SQL may compute.
  package func readable(as columns: [SetColumn], derived: DerivedSources = DerivedSources())
    -> SelectNode
  {
    if !givesComputed(derived: derived) { return self }
    let count = core.wrapped == nil ? core.results.count : 0
    guard count == 0 || count == columns.count else { return self }
    let isInSight = compounds.isEmpty && core.wrapped == nil
    // If the results are not known, each column counts as computed.
    let check = { (index: Int, node: SQLNode) in
      isInSight
        ? columns[index].checked(node, derived: derived + core.derivedSources)
        : columns[index].checkedAsComputed(node, isRounded: mayRound(at: index, derived: derived))
    }
    let results = core.results
    let needsCheck = columns.indices.contains {
      let node = isInSight ? results[$0].node : .raw("?")
      return check($0, node) != node
    }
    return needsCheck ? mapping(check) : self
  }
}

extension SetColumn {
  fileprivate func checked(_ node: SQLNode, derived: DerivedSources) -> SQLNode {
    check(node, derived)
  }

  /// A column of an inner query, which may compute it.
  ///
  /// - Parameter isRounded: Whether an overflow of integers may have made it a REAL.
  fileprivate func checkedAsComputed(_ node: SQLNode, isRounded: Bool) -> SQLNode {
    let column = SQLNode.column(qualifier: "", name: "?")
    let probe = checked(column, derived: .unnamed(mayRound: isRounded))
    guard case .function(let name, let arguments) = probe.kind else { return node }
    return .function(name, [node] + arguments.dropFirst())
  }
}
