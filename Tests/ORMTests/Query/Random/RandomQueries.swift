import ORM

/// The rows of a typed query, and the SQL that must return the same rows.
struct RandomComparison {
  let found: [[SQLValue]]
  let statement: Statement
  let sql: String

  init<Query: ComposableSelect>(
    _ query: Query, _ sql: String, _ db: isolated Connection,
    _ values: (Query.Output) -> [SQLValue]
  ) throws {
    statement = try query.statement()
    self.sql = sql
    found = try db.fetch(query).map(values)
  }
}

private let name = "randomRow"
private let columns = RandomRow.Columns(source: TableSource(qualifier: name))

extension PairMaker {
  /// A random query of one of the forms that queries have.
  mutating func compare(_ db: isolated Connection) throws -> RandomComparison {
    switch below(8) {
    case 0: try rows(db)
    case 1: try expressions(db)
    case 2: try groups(db)
    case 3: try compound(db)
    case 4: try source(db)
    case 5: try outerJoin(db)
    case 6: try fullJoin(db)
    default: try join(db)
    }
  }

  private mutating func rows(_ db: isolated Connection) throws -> RandomComparison {
    let (met, key, text) = (condition(columns), optionalInt(columns), string(columns))
    var query = RandomRow.where { _ in met.typed }
    var sql = "SELECT * FROM randomRow WHERE \(met.sql) ORDER BY "
    switch below(4) {
    case 0:
      query = query.order { _ in key.typed }
      sql += "\(key.sql), id DESC"
    case 1:
      query = query.order { _ in key.typed.desc(nulls: .last) }
      sql += "\(key.sql) DESC NULLS LAST, id DESC"
    case 2:
      query = query.order { _ in text.typed.collate(.noCase).asc() }
      sql += "\(text.sql) COLLATE NOCASE, id DESC"
    default:
      sql += "id DESC"
    }
    query = query.order { $0.id.desc() }
    if below(2) == 0 {
      let (limit, offset) = (below(20), below(5))
      query = query.limit(limit, offset: offset)
      sql += " LIMIT \(limit) OFFSET \(offset)"
    }
    return try RandomComparison(query, sql, db) { $0.values }
  }

  private mutating func expressions(_ db: isolated Connection) throws -> RandomComparison {
    let met = condition(columns, 1)
    let (a, b, c) = (int(columns, 3), optionalInt(columns, 3), double(columns, 3))
    let (d, e) = (string(columns, 3), optionalString(columns, 3))
    let query = RandomRow.where { _ in met.typed }.order { $0.id }
      .select { ($0.id, a.typed, b.typed, c.typed, d.typed, e.typed) }
    let sql =
      "SELECT id, \(a.sql), \(b.sql), \(c.sql), \(d.sql), \(e.sql) FROM randomRow "
      + "WHERE \(met.sql) ORDER BY id"
    return try RandomComparison(query, sql, db) { id, a, b, c, d, e in
      [Int?(id).sqlValue, Int?(a).sqlValue, b.sqlValue, .real(c), .text(d), e.sqlValue]
    }
  }

  private mutating func groups(_ db: isolated Connection) throws -> RandomComparison {
    let (met, key, counted) = (condition(columns, 2), int(columns), condition(columns, 1))
    let (sum, most) = (int(columns), below(4))
    let query = RandomRow.where { _ in met.typed }.group { _ in key.typed }
      .having { $0.count() > most }.order { _ in key.typed }
      .select { row in
        (key.typed, row.count(where: counted.typed), sum.typed.sum(), row.t.min())
      }
    let sql =
      "SELECT \(key.sql), count(*) FILTER (WHERE \(counted.sql)), sum(\(sum.sql)), min(t) "
      + "FROM randomRow WHERE \(met.sql) GROUP BY \(key.sql) HAVING count(*) > \(most) "
      + "ORDER BY \(key.sql)"
    return try RandomComparison(query, sql, db) { key, count, sum, least in
      [Int?(key).sqlValue, Int?(count).sqlValue, sum.sqlValue, least.sqlValue]
    }
  }

  private mutating func compound(_ db: isolated Connection) throws -> RandomComparison {
    let (first, second, third) = (
      condition(columns, 1), condition(columns, 1), condition(columns, 1)
    )
    let left = RandomRow.where { _ in first.typed }.select { $0.n }
    let right = RandomRow.where { _ in second.typed }.select { $0.id }
    let last = RandomRow.where { _ in third.typed }.select { $0.n }
    let (query, word) =
      switch below(4) {
      case 0: (left.union(right), "UNION")
      case 1: (left.unionAll(right), "UNION ALL")
      case 2: (left.intersect(right), "INTERSECT")
      default: (left.except(right), "EXCEPT")
      }
    let limit = below(30)
    let sql =
      "SELECT n FROM randomRow WHERE \(first.sql) \(word) SELECT id FROM randomRow WHERE "
      + "\(second.sql) UNION ALL SELECT n FROM randomRow WHERE \(third.sql) ORDER BY 1 LIMIT \(limit)"
    let all = query.unionAll(last).order { $0.n }.limit(limit)
    return try RandomComparison(all, sql, db) { [Int?($0).sqlValue] }
  }

  private mutating func source(_ db: isolated Connection) throws -> RandomComparison {
    let (met, limit) = (condition(columns, 1), below(40))
    let body = RandomRow.where { _ in met.typed }.order { $0.id }.limit(limit)
    let from = "SELECT * FROM randomRow WHERE \(met.sql) ORDER BY id LIMIT \(limit)"
    let outer = RandomRow.Columns(source: TableSource(qualifier: "part"))
    let kept = condition(outer, 1)
    let isCommon = below(2) == 0
    let part =
      isCommon ? TableExpression(with: "part", as: body) : TableExpression(body, as: "part")
    let query = part.all.where { _ in kept.typed }.order { $0.id }.distinct()
    let sql =
      isCommon
      ? "WITH part AS (\(from)) SELECT DISTINCT * FROM part WHERE \(kept.sql) ORDER BY id"
      : "SELECT DISTINCT * FROM (\(from)) AS part WHERE \(kept.sql) ORDER BY id"
    return try RandomComparison(query, sql, db) { $0.values }
  }
}

// MARK: - Joins

private let a = RandomRow.Columns(source: TableSource(qualifier: "a"))
private let b = RandomRow.Columns(source: TableSource(qualifier: "b"))

extension PairMaker {
  private mutating func on() -> ExpressionPair<Bool> {
    let (left, right) = (condition(a, 1), condition(b, 1))
    return ExpressionPair(
      a.n == b.m && (left.typed || right.typed),
      "\(ExpressionPair(a.n).sql) IS \(ExpressionPair(b.m).sql) AND (\(left.sql) OR \(right.sql))")
  }

  private mutating func join(_ db: isolated Connection) throws -> RandomComparison {
    let (on, left, right) = (on(), condition(a, 1), condition(b, 1))
    let query = RandomRow.as("a").join(RandomRow.self, as: "b") { _, _ in on.typed }
      .where { _, _ in left.typed || right.typed }
      .order {
        $0.id
        $1.id
      }
      .select { ($0.id, $1.t) }
    let sql =
      "SELECT a.id, b.t FROM randomRow a JOIN randomRow b ON \(on.sql) "
      + "WHERE \(left.sql) OR \(right.sql) ORDER BY a.id, b.id"
    return try RandomComparison(query, sql, db) { [Int?($0).sqlValue, $1.sqlValue] }
  }

  private mutating func outerJoin(_ db: isolated Connection) throws -> RandomComparison {
    let (on, left) = (on(), condition(a, 2))
    let query = RandomRow.as("a").leftJoin(RandomRow.self, as: "b") { _, _ in on.typed }
      .where { _, right in left.typed && (right.b == nil || right.x > 0 || right.t == nil) }
      .order {
        $0.id
        $1.id
      }
      .select { ($0.id, $1) }
    let sql =
      "SELECT a.id, b.* FROM randomRow a LEFT JOIN randomRow b ON \(on.sql) "
      + "WHERE \(left.sql) AND (b.b IS NULL OR b.x > 0 OR b.t IS NULL) ORDER BY a.id, b.id"
    return try RandomComparison(query, sql, db) { id, row in
      [Int?(id).sqlValue] + (row?.values ?? Array(repeating: .null, count: 9))
    }
  }

  private mutating func fullJoin(_ db: isolated Connection) throws -> RandomComparison {
    let (on, isFull) = (on(), below(2) == 0)
    let sql =
      "SELECT a.id, b.s FROM randomRow a \(isFull ? "FULL" : "RIGHT") JOIN randomRow b "
      + "ON \(on.sql) WHERE a.m IS NOT 1 ORDER BY a.id, b.id"
    let aliased = RandomRow.as("a")
    if isFull {
      let query = aliased.fullJoin(RandomRow.self, as: "b") { _, _ in on.typed }
        .where { left, _ in left.m != 1 }
        .order {
          $0.id
          $1.id
        }
        .select { ($0.id, $1.s) }
      return try RandomComparison(query, sql, db) { [$0.sqlValue, $1.sqlValue] }
    }
    let query = aliased.rightJoin(RandomRow.self, as: "b") { _, _ in on.typed }
      .where { left, _ in left.m != 1 }
      .order {
        $0.id
        $1.id
      }
      .select { ($0.id, $1.s) }
    return try RandomComparison(query, sql, db) { [$0.sqlValue, .text($1)] }
  }
}
