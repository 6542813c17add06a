import ORM

// Conditions. `==` and `!=` are never NULL, so they are `IS` and `IS NOT` in SQL. Each row meets a
// condition or its negation, so `!` is `IS NOT TRUE`.
extension PairMaker {
  mutating func condition(_ row: RandomRow.Columns, _ depth: Int = 3) -> ExpressionPair<Bool> {
    if depth > 0 {
      switch below(7) {
      case 0:
        let (left, right) = (condition(row, depth - 1), condition(row, depth - 1))
        return ExpressionPair(left.typed && right.typed, "\(left.sql) AND \(right.sql)")
      case 1:
        let (left, right) = (condition(row, depth - 1), condition(row, depth - 1))
        return ExpressionPair(left.typed || right.typed, "\(left.sql) OR \(right.sql)")
      case 2:
        let operand = condition(row, depth - 1)
        return ExpressionPair(!operand.typed, "\(operand.sql) IS NOT TRUE")
      case 3: return subquery(row, depth - 1)
      default: break
      }
    }
    switch below(5) {
    case 0: return numbers(row, depth)
    case 1: return optionalNumbers(row, depth)
    case 2: return texts(row, depth)
    case 3: return lists(row, depth)
    default: return flags(row)
    }
  }

  private mutating func numbers(_ row: RandomRow.Columns, _ depth: Int) -> ExpressionPair<Bool> {
    let (left, right) = (int(row, depth - 1), int(row, depth - 1))
    switch below(8) {
    case 0: return ExpressionPair(left.typed == right.typed, "\(left.sql) = \(right.sql)")
    case 1: return ExpressionPair(left.typed != right.typed, "\(left.sql) <> \(right.sql)")
    case 2: return ExpressionPair(left.typed < right.typed, "\(left.sql) < \(right.sql)")
    case 3: return ExpressionPair(left.typed <= right.typed, "\(left.sql) <= \(right.sql)")
    case 4:
      let value = below(9) - 2
      return ExpressionPair(left.typed > value, "\(left.sql) > \(value)")
    case 5:
      let (lower, upper) = (below(4) - 2, below(4) + 2)
      return ExpressionPair(
        left.typed.between(lower...upper), "\(left.sql) BETWEEN \(lower) AND \(upper)")
    case 6:
      let (first, second) = (double(row, depth - 1), double(row, depth - 1))
      return ExpressionPair(first.typed >= second.typed, "\(first.sql) >= \(second.sql)")
    default:
      let bound = int(row, 0)
      return ExpressionPair(
        left.typed.between(bound.typed, and: right.typed),
        "\(left.sql) BETWEEN \(bound.sql) AND \(right.sql)")
    }
  }

  private mutating func optionalNumbers(_ row: RandomRow.Columns, _ depth: Int) -> ExpressionPair<
    Bool
  > {
    let (left, right) = (optionalInt(row, depth - 1), optionalInt(row, depth - 1))
    let value = below(6) - 1
    switch below(8) {
    case 0: return ExpressionPair(left.typed == nil, "\(left.sql) IS NULL")
    case 1: return ExpressionPair(left.typed != nil, "\(left.sql) IS NOT NULL")
    case 2: return ExpressionPair(left.typed == right.typed, "\(left.sql) IS \(right.sql)")
    case 3: return ExpressionPair(left.typed != right.typed, "\(left.sql) IS NOT \(right.sql)")
    case 4: return ExpressionPair(left.typed == value, "\(left.sql) IS \(value)")
    case 5: return ExpressionPair(left.typed != value, "\(left.sql) IS NOT \(value)")
    case 6: return ExpressionPair(left.typed < right.typed, "\(left.sql) < \(right.sql)")
    default: return ExpressionPair(left.typed >= value, "\(left.sql) >= \(value)")
    }
  }

  private mutating func texts(_ row: RandomRow.Columns, _ depth: Int) -> ExpressionPair<Bool> {
    let (left, value) = (string(row, depth - 1), text())
    let literal = value.hexLiteral
    switch below(7) {
    case 0: return ExpressionPair(left.typed == value, "\(left.sql) = \(literal)")
    case 1: return ExpressionPair(left.typed < value, "\(left.sql) < \(literal)")
    case 2:
      let other = optionalString(row, depth - 1)
      return ExpressionPair(other.typed != value, "\(other.sql) IS NOT \(literal)")
    case 3:
      return ExpressionPair(left.typed.like(value + "%"), "\(left.sql) LIKE \(literal) || '%'")
    case 4:
      return ExpressionPair(left.typed.glob("*" + value), "\(left.sql) GLOB '*' || \(literal)")
    case 5:
      return ExpressionPair(
        left.typed.collate(.noCase) == value, "\(left.sql) COLLATE NOCASE = \(literal)")
    default:
      let other = optionalString(row, depth - 1)
      return ExpressionPair(other.typed == nil, "\(other.sql) IS NULL")
    }
  }

  private mutating func lists(_ row: RandomRow.Columns, _ depth: Int) -> ExpressionPair<Bool> {
    // From some length on, a list is one parameter.
    let count = [0, 1, 3, 40][below(4)]
    switch below(3) {
    case 0:
      let (left, values) = (int(row, depth - 1), (0..<count).map { $0 * 2 - 4 })
      return ExpressionPair(
        left.typed.in(values), "\(left.sql) IN (\(list(values.map(String.init))))")
    case 1:
      let left = string(row, depth - 1)
      let values = (0..<count).map { _ in text() }
      return ExpressionPair(
        left.typed.in(values), "\(left.sql) IN (\(list(values.map(\.hexLiteral))))")
    default:
      let (left, values) = (optionalInt(row, depth - 1), (0..<count).map { $0 - 2 })
      return ExpressionPair(
        left.typed.in(values), "\(left.sql) IN (\(list(values.map(String.init))))")
    }
  }

  private func list(_ values: [String]) -> String { values.joined(separator: ", ") }

  private mutating func flags(_ row: RandomRow.Columns) -> ExpressionPair<Bool> {
    switch below(4) {
    case 0: return ExpressionPair(row.b)
    case 1: return ExpressionPair(!row.b, "\(ExpressionPair(row.b).sql) IS NOT TRUE")
    case 2: return ExpressionPair(row.c == true, "\(ExpressionPair(row.c).sql) IS 1")
    default: return ExpressionPair(row.c != true, "\(ExpressionPair(row.c).sql) IS NOT 1")
    }
  }

  private mutating func subquery(_ row: RandomRow.Columns, _ depth: Int) -> ExpressionPair<Bool> {
    let name = alias()
    let inner = RandomRow.Columns(source: TableSource(qualifier: name))
    let met = condition(inner, min(depth, 1))
    let from = "FROM \"randomRow\" AS \"\(name)\" WHERE \(met.sql)"
    if below(2) == 0 {
      let query = RandomRow.as(name).where { _ in met.typed && inner.n == row.n }
      return ExpressionPair(
        query.exists(),
        "EXISTS (SELECT 1 \(from) AND \(ExpressionPair(inner.n).sql) = \(ExpressionPair(row.n).sql))"
      )
    }
    let (left, right) = (int(row, depth), int(inner, 0))
    let query = RandomRow.as(name).where { _ in met.typed }.select { _ in right.typed }
    return ExpressionPair(left.typed.in(query), "\(left.sql) IN (SELECT \(right.sql) \(from))")
  }
}
