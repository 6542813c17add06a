/// The precedence of an expression, from the lowest.
///
/// If engines disagree (comparison and equality, the bit operators), operators share a level and
/// their operands get parentheses; see
/// <https://www.sqlite.org/lang_expr.html#operators_and_parse_affecting_attributes>.
package enum Precedence: Int, Comparable {
  case or, and, not, comparison, bit, concatenation, sum, product, collation, primary

  package static func < (left: Precedence, right: Precedence) -> Bool {
    left.rawValue < right.rawValue
  }

  /// The next higher level.
  var next: Precedence { Precedence(rawValue: rawValue + 1) ?? .primary }
}

extension SQLOperator {
  var precedence: Precedence {
    switch self {
    case .or: .or
    case .and: .and
    case .equal, .notEqual, .same, .notSame, .less, .lessOrEqual, .greater, .greaterOrEqual, .glob,
      .regexp, .match:
      .comparison
    case .bitAnd, .bitOr, .shiftLeft, .shiftRight: .bit
    case .concatenate, .jsonFragment, .jsonValue: .concatenation
    case .add, .subtract: .sum
    case .multiply, .divide, .remainder: .product
    }
  }

  /// The precedence that the operands need to be written without parentheses.
  var operandPrecedence: (left: Precedence, right: Precedence) {
    switch self {
    case .or, .and: (precedence, precedence)
    case .bitAnd, .bitOr, .shiftLeft, .shiftRight, .concatenate, .jsonFragment, .jsonValue:
      (.primary, .primary)
    case .add, .subtract, .multiply, .divide, .remainder: (precedence, precedence.next)
    default: (.sum, .sum)
    }
  }

  func symbol(in dialect: SQLDialect) -> String {
    switch self {
    case .or: "OR"
    case .and: "AND"
    case .equal: "="
    case .notEqual: "<>"
    case .same: dialect.same
    case .notSame: dialect.notSame
    case .less: "<"
    case .lessOrEqual: "<="
    case .greater: ">"
    case .greaterOrEqual: ">="
    case .glob: "GLOB"
    case .regexp: "REGEXP"
    case .match: "MATCH"
    case .bitAnd: "&"
    case .bitOr: "|"
    case .shiftLeft: "<<"
    case .shiftRight: ">>"
    case .concatenate: "||"
    case .jsonFragment: "->"
    case .jsonValue: "->>"
    case .add: "+"
    case .subtract: "-"
    case .multiply: "*"
    case .divide: "/"
    case .remainder: "%"
    }
  }
}

extension SQLNode {
  var precedence: Precedence {
    switch kind {
    case .binary(_, let symbol, _): symbol.precedence
    case .not: .not
    case .isNotTrue, .isNull, .isNotNull, .between, .inList, .inRows, .inSelect, .like,
      .textTest:
      .comparison
    case .collate: .collation
    // The text is not parsed, so as an operand it is always in parentheses.
    case .raw: .or
    case .column, .related, .value, .placeholder, .literal, .unencodable, .tooDeep, .always, .never,
      .bitNot, .function, .cast, .call, .subquery, .exists, .choice, .row:
      .primary
    }
  }
}
