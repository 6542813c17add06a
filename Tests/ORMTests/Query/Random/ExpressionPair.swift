import Foundation
import ORM

/// A Swift expression, and equivalent SQL that is built by hand: every operand is in parentheses,
/// and every value is a literal.
struct ExpressionPair<Representation: ColumnRepresentation> {
  let typed: SQLExpression<Representation>
  let sql: String

  init(_ typed: SQLExpression<Representation>, _ sql: String) {
    self.typed = typed
    self.sql = "(\(sql))"
  }

  init(_ column: Column<RandomRow, Representation>) {
    typed = SQLExpression(column.node)
    let qualifier = column.source.qualifier.map { "\"\($0)\"." } ?? ""
    sql = "\(qualifier)\"\(column.name)\""
  }
}

extension ExpressionPair<Int> {
  /// A bare number would be the position of a column in an `ORDER BY` and a `GROUP BY`.
  init(_ value: Int) { self.init(.value(value), "CAST(\(value) AS INTEGER)") }
}

extension ExpressionPair<Double> {
  init(_ value: Double) { self.init(.value(value), "CAST(\(value) AS REAL)") }
}

extension ExpressionPair<String> {
  init(_ value: String) { self.init(.value(value), value.hexLiteral) }
}

extension String {
  /// The text as a literal of its bytes, which no character of the text can end.
  var hexLiteral: String {
    "CAST(x'" + utf8.map { String(format: "%02x", $0) }.joined() + "' AS TEXT)"
  }
}

/// Makes pairs at random, of the columns of one table or of the tables around it.
struct PairMaker {
  var random: SplitMix64
  private var aliases = 0

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  mutating func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

  mutating func text() -> String { RandomRow.texts[below(RandomRow.texts.count)] }

  mutating func alias() -> String {
    aliases += 1
    return "inner\(aliases)"
  }
}

// MARK: - Values

extension PairMaker {
  mutating func int(_ row: RandomRow.Columns, _ depth: Int = 2) -> ExpressionPair<Int> {
    switch below(depth > 0 ? 11 : 3) {
    case 0: return ExpressionPair(row.n)
    case 1: return ExpressionPair(row.id)
    case 2: return ExpressionPair(below(12) - 4)
    case 3: return arithmetic("+", row, depth) { $0 + $1 }
    case 4: return arithmetic("-", row, depth) { $0 - $1 }
    case 5: return arithmetic("*", row, depth) { $0 * $1 }
    case 6:
      let operand = int(row, depth - 1)
      return ExpressionPair(operand.typed.abs(), "abs(\(operand.sql))")
    case 7:
      let operand = string(row, depth - 1)
      return ExpressionPair(operand.typed.length(), "length(\(operand.sql))")
    case 8:
      let (operand, other) = (optionalInt(row, depth - 1), int(row, depth - 1))
      return ExpressionPair(
        operand.typed.coalesce(other.typed), "coalesce(\(operand.sql), \(other.sql))")
    case 9:
      let (when, then, other) = (
        condition(row, depth - 1), int(row, depth - 1), int(row, depth - 1)
      )
      return ExpressionPair(
        SQLCase.when(when.typed, then: then.typed).else(other.typed),
        "CASE WHEN \(when.sql) THEN \(then.sql) ELSE \(other.sql) END")
    default:
      let (operand, other) = (int(row, depth - 1), int(row, depth - 1))
      return ExpressionPair(operand.typed.max(other.typed), "max(\(operand.sql), \(other.sql))")
    }
  }

  private mutating func arithmetic(
    _ symbol: String, _ row: RandomRow.Columns, _ depth: Int,
    _ calculate: (SQLExpression<Int>, SQLExpression<Int>) -> SQLExpression<Int>
  ) -> ExpressionPair<Int> {
    let (left, right) = (int(row, depth - 1), int(row, depth - 1))
    return ExpressionPair(calculate(left.typed, right.typed), "\(left.sql) \(symbol) \(right.sql)")
  }

  mutating func optionalInt(_ row: RandomRow.Columns, _ depth: Int = 2) -> ExpressionPair<Int?> {
    switch below(depth > 0 ? 6 : 1) {
    case 1:
      let (operand, other) = (int(row, depth - 1), int(row, depth - 1))
      return ExpressionPair(
        operand.typed.nullif(other.typed), "nullif(\(operand.sql), \(other.sql))")
    case 2:
      let (operand, other) = (int(row, depth - 1), int(row, depth - 1))
      return ExpressionPair(
        (operand.typed / other.typed).optional(), "\(operand.sql) / \(other.sql)")
    case 3:
      let operand = int(row, depth - 1)
      return ExpressionPair(operand.typed.optional(), operand.sql)
    case 4:
      let (operand, divisor) = (int(row, depth - 1), below(4))
      return ExpressionPair(
        operand.typed.remainder(dividingBy: divisor), "\(operand.sql) % CAST(\(divisor) AS INTEGER)"
      )
    case 5:
      let name = alias()
      let inner = RandomRow.Columns(source: TableSource(qualifier: name))
      let (value, met) = (int(inner, 0), condition(inner, 0))
      let query = RandomRow.as(name).where { _ in met.typed && inner.n == row.n }
        .select { _ in value.typed.max() }
      return ExpressionPair(
        query.scalar(),
        "SELECT max(\(value.sql)) FROM \"randomRow\" AS \"\(name)\" "
          + "WHERE \(met.sql) AND \(ExpressionPair(inner.n).sql) = \(ExpressionPair(row.n).sql)")
    default: return ExpressionPair(row.m)
    }
  }

  mutating func double(_ row: RandomRow.Columns, _ depth: Int = 2) -> ExpressionPair<Double> {
    switch below(depth > 0 ? 6 : 2) {
    case 0: return ExpressionPair(row.x)
    case 1: return ExpressionPair(Double(below(16) - 4) / 4)
    case 2:
      let operand = int(row, depth - 1)
      return ExpressionPair(operand.typed.cast(as: Double.self), "CAST(\(operand.sql) AS REAL)")
    case 3:
      let (left, right) = (double(row, depth - 1), double(row, depth - 1))
      return ExpressionPair(left.typed * right.typed, "\(left.sql) * \(right.sql)")
    case 4:
      let (left, right) = (double(row, depth - 1), double(row, depth - 1))
      return ExpressionPair(left.typed - right.typed, "\(left.sql) - \(right.sql)")
    default:
      let operand = double(row, depth - 1)
      return ExpressionPair(operand.typed.round(1), "round(\(operand.sql), 1)")
    }
  }

  mutating func string(_ row: RandomRow.Columns, _ depth: Int = 2) -> ExpressionPair<String> {
    switch below(depth > 0 ? 8 : 2) {
    case 0: return ExpressionPair(row.s)
    case 1: return ExpressionPair(text())
    case 2:
      let operand = string(row, depth - 1)
      return ExpressionPair(operand.typed.upper(), "upper(\(operand.sql))")
    case 3:
      let operand = string(row, depth - 1)
      return ExpressionPair(operand.typed.lower(), "lower(\(operand.sql))")
    case 4:
      let (operand, other) = (string(row, depth - 1), string(row, depth - 1))
      return ExpressionPair(operand.typed.appending(other.typed), "\(operand.sql) || \(other.sql)")
    case 5:
      let (operand, start, length) = (string(row, depth - 1), below(3) + 1, below(3) + 1)
      return ExpressionPair(
        operand.typed.substr(start, length), "substr(\(operand.sql), \(start), \(length))")
    case 6:
      let (operand, old, new) = (string(row, depth - 1), text(), text())
      return ExpressionPair(
        operand.typed.replace(old, with: new),
        "replace(\(operand.sql), \(old.hexLiteral), \(new.hexLiteral))")
    default:
      let other = string(row, depth - 1)
      return ExpressionPair(
        row.t.coalesce(other.typed), "coalesce(\(ExpressionPair(row.t).sql), \(other.sql))")
    }
  }

  mutating func optionalString(_ row: RandomRow.Columns, _ depth: Int = 2) -> ExpressionPair<
    String?
  > {
    switch below(depth > 0 ? 3 : 1) {
    case 1:
      let (operand, other) = (string(row, depth - 1), text())
      return ExpressionPair(
        operand.typed.nullif(other), "nullif(\(operand.sql), \(other.hexLiteral))")
    case 2:
      let operand = optionalString(row, depth - 1)
      return ExpressionPair(operand.typed.upper(), "upper(\(operand.sql))")
    default: return ExpressionPair(row.t)
    }
  }
}
