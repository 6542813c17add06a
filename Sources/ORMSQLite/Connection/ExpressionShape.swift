import ORMCore

// The counterpart of `QueryShape` for expressions.

extension SQLNode: Shapeable {
  var withoutValues: SQLNode? {
    switch kind {
    case .column(let qualifier, let name):
      name.isShapeable && qualifier?.isShapeable != false ? self : nil
    case .related(_, let name): name.isShapeable ? self : nil
    case .value: .value(.null)
    case .placeholder(let index, let query):
      PlaceholderValues.value(anywhere: index, in: query) == nil ? nil : .value(.null)
    case .always, .never: self
    case .literal(let text): text.isShapeable ? self : nil
    case .binary(let left, let symbol, let right):
      Self.shape(left, right) { .binary($0, symbol, $1) }
    case .not(let operand): operand.withoutValues.map { .not($0) }
    case .bitNot(let operand): operand.withoutValues.map { .bitNot($0) }
    case .isNotTrue(let operand): operand.withoutValues.map { .isNotTrue($0) }
    case .isNull(let operand): operand.withoutValues.map { .isNull($0) }
    case .isNotNull(let operand): operand.withoutValues.map { .isNotNull($0) }
    case .between(let operand, let lower, let upper):
      operand.withoutValues.flatMap { operand in
        Self.shape(lower, upper) { .between(operand, $0, $1) }
      }
    case .like(let operand, let pattern, let escape):
      escape?.isASCII == false
        ? nil : Self.shape(operand, pattern) { .like($0, pattern: $1, escape: escape) }
    case .function(let name, let arguments):
      name.isShapeable ? arguments.withoutValues.map { .function(name, $0) } : nil
    case .cast(let operand, let type):
      type.description.isShapeable ? operand.withoutValues.map { .cast($0, type) } : nil
    case .collate(let operand, let collation):
      collation.rawValue.isShapeable ? operand.withoutValues.map { .collate($0, collation) } : nil
    case .inList(let operand, let values):
      operand.withoutValues.map { .inList($0, values.withoutListValues) }
    case .call(let call): call.withoutValues.map { .call($0) }
    case .row(let nodes): nodes.withoutValues.map { .row($0) }
    case .subquery(let select): select.withoutValues.map { .subquery($0) }
    case .exists(let select): select.withoutValues.map { .exists($0) }
    case .inSelect(let operand, let select):
      operand.withoutValues.flatMap { operand in
        select.withoutValues.map { .inSelect(operand, $0) }
      }
    case .raw(let sql): sql.withoutValues.map { .raw($0) }
    case .unencodable, .tooDeep, .inRows, .choice: nil
    }
  }

  private static func shape(
    _ left: SQLNode, _ right: SQLNode, _ node: (SQLNode, SQLNode) -> SQLNode
  ) -> SQLNode? {
    guard let left = left.withoutValues, let right = right.withoutValues else { return nil }
    return node(left, right)
  }

  // The parts are read one after the other, since destructuring both at once copies both, and with
  // `switch`, since `guard case` copies.

  func takeValues(of other: Self, into values: inout some ArgumentList & ~Copyable) -> Bool {
    switch kind {
    case .column(let qualifier, let name):
      switch other.kind {
      case .column(let otherQualifier, let otherName):
        return name.isText(of: otherName) && qualifier.isText(of: otherQualifier)
      default: return false
      }
    case .value:
      switch other.kind {
      case .value(let value):
        values.append(value)
        return true
      case .placeholder(let index, let query):
        guard let value = PlaceholderValues.value(anywhere: index, in: query) else {
          return false
        }
        values.append(value)
        return true
      default: return false
      }
    case .binary(let left, let symbol, let right):
      switch other.kind {
      case .binary(let left2, let symbol2, let right2):
        return symbol == symbol2 && left.takeValues(of: left2, into: &values)
          && right.takeValues(of: right2, into: &values)
      default: return false
      }
    case .always, .never, .literal, .related: return isSameLeaf(as: other)
    case .not, .bitNot, .isNotTrue, .isNull, .isNotNull, .cast, .collate, .subquery, .exists:
      return takeValues(ofOneOperand: other, into: &values)
    case .between, .like, .function, .inList, .call, .row, .inSelect, .raw:
      return takeValues(ofOperands: other, into: &values)
    // No shape contains one of these.
    case .placeholder, .unencodable, .tooDeep, .inRows, .choice: return false
    }
  }

  private func isSameLeaf(as other: Self) -> Bool {
    switch (kind, other.kind) {
    case (.always, .always), (.never, .never): true
    case (.literal(let text), .literal(let text2)): text.isText(of: text2)
    case (.related(let table, let name), .related(let otherTable, let otherName)):
      name.isText(of: otherName) && table == otherTable
    default: false
    }
  }

  private func takeValues(
    ofOneOperand other: Self, into values: inout some ArgumentList & ~Copyable
  ) -> Bool {
    switch (kind, other.kind) {
    case (.not(let operand), .not(let operand2)), (.bitNot(let operand), .bitNot(let operand2)),
      (.isNotTrue(let operand), .isNotTrue(let operand2)),
      (.isNull(let operand), .isNull(let operand2)),
      (.isNotNull(let operand), .isNotNull(let operand2)):
      operand.takeValues(of: operand2, into: &values)
    case (.cast(let operand, let type), .cast(let operand2, let type2)):
      type == type2 && operand.takeValues(of: operand2, into: &values)
    case (.collate(let operand, let collation), .collate(let operand2, let collation2)):
      collation.rawValue.isText(of: collation2.rawValue)
        && operand.takeValues(of: operand2, into: &values)
    case (.subquery(let select), .subquery(let select2)),
      (.exists(let select), .exists(let select2)):
      select.takeValues(of: select2, into: &values)
    default: false
    }
  }

  private func takeValues(
    ofOperands other: Self, into values: inout some ArgumentList & ~Copyable
  ) -> Bool {
    switch (kind, other.kind) {
    case (
      .between(let operand, let lower, let upper), .between(let operand2, let lower2, let upper2)
    ):
      operand.takeValues(of: operand2, into: &values) && lower.takeValues(of: lower2, into: &values)
        && upper.takeValues(of: upper2, into: &values)
    case (
      .like(let operand, let pattern, let escape), .like(let operand2, let pattern2, let escape2)
    ):
      // Characters: of ASCII, as what follows says
      escape == escape2 && escape2?.isASCII != false
        && operand.takeValues(of: operand2, into: &values)
        && pattern.takeValues(of: pattern2, into: &values)
    case (.function(let name, let arguments), .function(let name2, let arguments2)):
      name.isText(of: name2) && arguments.takeValues(of: arguments2, into: &values)
    case (.inList(let operand, let list), .inList(let operand2, let list2)):
      operand.takeValues(of: operand2, into: &values)
        && list.takeListValues(of: list2, into: &values)
    case (.call(let call), .call(let call2)): call.takeValues(of: call2, into: &values)
    case (.row(let nodes), .row(let nodes2)): nodes.takeValues(of: nodes2, into: &values)
    case (.inSelect(let operand, let select), .inSelect(let operand2, let select2)):
      operand.takeValues(of: operand2, into: &values)
        && select.takeValues(of: select2, into: &values)
    case (.raw(let sql), .raw(let sql2)): sql.takeValues(of: sql2, into: &values)
    default: false
    }
  }
}

extension [SQLValue] {
  /// The values of an `IN (…)` in a shape: NULLs, whose number is the number of values; or the
  /// limit of parameters + 1 if all longer lists have the same text, and + 2 if that text is the
  /// one for a list of any values.
  var withoutListValues: [SQLValue] {
    let most = SQLRenderer.longestListOfParameters
    if count <= most { return Array(repeating: .null, count: count) }
    return Array(repeating: .null, count: JSONArray(self) == nil ? most + 2 : most + 1)
  }

  /// Appends the parameters of an `IN (…)` with other values.
  ///
  /// - Returns: Whether its text is the text of this shape.
  func takeListValues(of other: [SQLValue], into values: inout some ArgumentList & ~Copyable)
    -> Bool
  {
    let most = SQLRenderer.longestListOfParameters
    if count <= most {
      guard count == other.count else { return false }
      for value in other { values.append(value) }
      return true
    }
    guard other.count > most else { return false }
    if let array = JSONArray(other) {
      guard count == most + 1 else { return false }
      values.append(.text(array.text))
    } else {
      guard count == most + 2 else { return false }
      values.append(.blob(ValueList(other).bytes))
    }
    return true
  }
}

extension FunctionCall: Shapeable {
  var withoutValues: FunctionCall? {
    guard window == nil, name.isShapeable, let arguments = arguments.withoutValues,
      let ordering = ordering.withoutValues, let filter = filter.withoutValues
    else { return nil }
    return .with(
      name: name, arguments: arguments, isDistinct: isDistinct, ordering: ordering,
      filter: filter, window: nil)
  }

  func takeValues(of other: Self, into values: inout some ArgumentList & ~Copyable) -> Bool {
    isDistinct == other.isDistinct && other.window == nil && name.isText(of: other.name)
      && arguments.takeValues(of: other.arguments, into: &values)
      && ordering.takeValues(of: other.ordering, into: &values)
      && filter.takeValues(of: other.filter, into: &values)
  }
}

extension Array: Shapeable where Element: Shapeable {
  var withoutValues: [Element]? {
    var shapes: [Element] = []
    for element in self {
      guard let shape = element.withoutValues else { return nil }
      shapes.append(shape)
    }
    return shapes
  }

  func takeValues(of other: Self, into values: inout some ArgumentList & ~Copyable) -> Bool {
    guard count == other.count else { return false }
    return withUnsafeBufferPointer { elements in
      other.withUnsafeBufferPointer { others in
        elements.indices.allSatisfy { index in
          elements.borrow(index) { element in
            others.borrow(index) { element.takeValues(of: $0, into: &values) }
          }
        }
      }
    }
  }
}
