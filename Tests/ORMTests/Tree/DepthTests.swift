import CSQLite
import Foundation
import Testing

import ORM
@testable import ORMCore
@testable import ORMSQLite

/// Each test runs on a thread with a stack of 512 KiB, as tasks do on Apple platforms.
@Suite("Deep queries")
struct DepthTests {
  static let levels = 100_000

  /// Runs `body` on a thread with a small stack.
  static func onSmallStack<Result: Sendable>(
    _ body: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      let thread = Thread { continuation.resume(with: Swift.Result(catching: body)) }
      thread.stackSize = 512 << 10
      thread.start()
    }
  }

  /// Prepares and runs a statement on the current thread, and throws if it can't be prepared.
  static func prepare(_ statement: Statement) throws {
    var handle: OpaquePointer?
    var prepared: OpaquePointer?
    defer {
      sqlite3_finalize(prepared)
      sqlite3_close(handle)
    }
    try #require(sqlite3_open(":memory:", &handle) == SQLITE_OK)
    let code = sqlite3_prepare_v2(handle, statement.sql, -1, &prepared, nil)
    guard code == SQLITE_OK else { throw DatabaseError(code, on: handle) }
    _ = sqlite3_step(prepared)
  }

  /// A condition that holds for one song alone, and the values in it in their order.
  private static func chain(
    _ levels: Int, isOr: Bool, growsRight: Bool
  ) -> (query: Select<Song>, values: [SQLValue]) {
    let id = isOr ? 2 : 3
    var condition: SQLExpression<Bool> = Song.columns.id == id
    for number in 0..<levels {
      let next: SQLExpression<Bool> =
        isOr ? Song.columns.id == -number : Song.columns.id != -number - 5
      if isOr {
        condition = growsRight ? condition || next : next || condition
      } else {
        condition = growsRight ? condition && next : next && condition
      }
    }
    let whole = condition
    #expect(whole.node.depth < 80)
    let others = (0..<levels).map { isOr ? -$0 : -$0 - 5 }
    let values = growsRight ? [id] + others : others.reversed() + [id]
    return (Song.where { _ in whole }, values.map { .integer(Int64($0)) })
  }

  @Test(
    "A chain of conditions of any length finds its rows, whichever side it grows on",
    arguments: [true, false], [true, false])
  func chains(isOr: Bool, growsRight: Bool) async throws {
    try await Self.onSmallStack {
      let (query, values) = Self.chain(Self.levels, isOr: isOr, growsRight: growsRight)
      // Each operand is there once, in its order.
      let arguments = try query.statement().arguments
      #expect(arguments == values)
      #expect(query.node == query.node && query.node.hashValue == query.node.hashValue)
    }
    let query = Self.chain(5_000, isOr: isOr, growsRight: growsRight).query
    let db = try await Song.database()
    for _ in 1...2 {
      #expect(try await db.fetch(query).map(\.id) == (isOr ? [2] : [3]))
    }
    #expect(try await db.count(query) == 1)
  }

  @Test("A query with thousands of where calls is rendered on a small stack")
  func manyWhere() async throws {
    let query = try await Self.onSmallStack {
      var query = Song.where { $0.id == 3 }
      for number in 0..<20_000 {
        query = query.where { $0.id != -number }
      }
      let count = try query.statement().arguments.count
      #expect(count == 20_000 + 1)
      return query.limit(1)
    }
    #expect(try query.statement().sql.utf8.count > 200_000)
  }

  @Test("Thousands of joined texts are one text, in their order")
  func concatenation() async throws {
    let query = try await Self.onSmallStack {
      var text = SQLExpression<String>(Song.columns.title.node)
      for number in 0..<3_000 { text = text.appending("\(number % 10)") }
      return Song.where { $0.id == 2 }.select { _ in text }
    }
    let db = try await Song.database()
    let expected = "So What" + (0..<3_000).map { "\($0 % 10)" }.joined()
    #expect(try await db.fetch(query) == [expected])
  }

  @Test("A short chain of conditions has no parentheses")
  func short() throws {
    let conditions: [SQLExpression<Bool>] = (0..<40).map { Song.columns.id == $0 }
    let flat = (1...40).map { "\"id\" = $\($0)" }
    let left = conditions.dropFirst().reduce(conditions[0]) { $0 || $1 }
    let right = conditions.dropLast().reversed().reduce(conditions[39]) { $1 && $0 }
    #expect(
      try Song.where { _ in left }.statement().sql.hasSuffix(flat.joined(separator: " OR ")))
    #expect(
      try Song.where { _ in right }.statement().sql.hasSuffix(flat.joined(separator: " AND ")))
  }

  /// Operations that add a level to an expression.
  static let growing: [(name: String, grow: @Sendable (SQLNode) -> SQLNode)] = [
    ("!", { .not($0) }), ("IS NOT TRUE", { .isNotTrue($0) }), ("~", { .bitNot($0) }),
    ("+", { .binary($0, .add, .value(1)) }), ("1 -", { .binary(.value(1), .subtract, $0) }),
    ("==", { .binary($0, .equal, .value(1)) }), ("IS NULL", { .isNull($0) }),
    ("IS NOT NULL", { .isNotNull($0) }), ("BETWEEN", { .between($0, .value(1), .value(2)) }),
    ("IN", { .inList($0, [1, 2]) }),
    ("IN rows", { .inRows(.row([$0, .value(1)]), [[.value(1), .value(2)]]) }),
    ("LIKE", { .like($0, pattern: .value("x"), escape: nil) }),
    ("a function", { .function("abs", [$0]) }), ("CAST", { .cast($0, .integer) }),
    ("COLLATE", { .collate($0, .noCase) }), ("SQL", { .raw(SQL(parts: [.node($0)])) }),
    ("an aggregate", { .call(FunctionCall(name: "max", arguments: [$0])) }),
    ("FILTER", { .call(FunctionCall(name: "max", arguments: [.value(1)], filter: $0)) }),
    ("a subquery", { .subquery(SelectNode(SelectCore([ResultColumn($0)]))) }),
    ("EXISTS", { .exists(SelectNode(SelectCore([ResultColumn($0)]))) }),
    ("IN a query", { .inSelect(.value(1), SelectNode(SelectCore([ResultColumn($0)]))) }),
    (
      "FROM",
      { node in
        .subquery(
          SelectNode(
            SelectCore(
              [ResultColumn(.raw("*"))],
              from: [.anonymous(SelectNode(SelectCore([ResultColumn(node)])))])))
      }
    ),
    (
      "CASE",
      { .choice(base: nil, [ChoiceBranch(when: $0, then: .value(1))], otherwise: .value(2)) }
    ),
    (
      "ELSE",
      { .choice(base: nil, [ChoiceBranch(when: .value(1), then: .value(1))], otherwise: $0) }
    ),
    ("a row", { .row([$0, .value(1)]) }),
    ("AND and OR by turns", { .binary(.binary($0, .and, .value(1)), .or, .value(0)) }),
  ]

  @Test(
    "An expression that is nested too deeply for SQLite throws, even on a small stack",
    arguments: growing.indices)
  func tooDeep(index: Int) async throws {
    let (name, grow) = Self.growing[index]
    try await Self.onSmallStack {
      for levels in [10, 24, 45, 90, 300, 900, 990, 1_100, 5_000, Self.levels] {
        var (node, other) = (SQLNode.value(0), SQLNode.value(1))
        for _ in 0..<levels { (node, other) = (grow(node), grow(other)) }
        #expect(node.depth <= SQLNode.greatestDepth)
        let select = SelectNode(SelectCore([ResultColumn(.value(1))], from: []))
        var query = select
        query.narrow(to: node)
        var same = select
        same.narrow(to: other)
        // Everything that traverses a tree: comparing, hashing, writing its key, rendering.
        _ = (query == same, query.hashValue, node.hasCall, node.isNullValue, query.asSubquery)
        _ = (KeyedArguments(query), KeyedArguments(same))
        let result = Result { try query.statement }
        if levels >= 1_100 {
          #expect(throws: DatabaseError.tooDeep, "\(name)") { try result.get() }
        } else if case .success(let statement) = result {
          // SQLite may refuse the statement, as its parser has less room for parentheses.
          let run = Result { try Self.prepare(statement) }
          if case .failure(let error) = run { #expect(error is DatabaseError, "\(name)") }
        }
      }
    }
  }

  @Test("Queries that are nested too deeply in FROM or in WITH throw")
  func nestedQueries() async throws {
    try await Self.onSmallStack {
      for levels in [40, 90, 120, 5_000] {
        var tables = TableExpression(Song.where { $0.id > 0 }, as: "s")
        var common = TableExpression(with: "s", as: Song.where { $0.id > 0 })
        for level in 0..<levels {
          tables = TableExpression(tables.all.where { $0.id > 1 }, as: "s\(level)")
          common = TableExpression(with: "s\(level)", as: common.all.where { $0.id > 1 })
        }
        for query in [tables.all.node, common.all.node] {
          _ = (query == query, query.hashValue, KeyedArguments(query))
          let result = Result { try query.statement }
          if levels < 100 {
            let count = try? result.get().arguments.count
            #expect(count == levels + 1)
          } else {
            #expect(throws: DatabaseError.tooDeep) { try result.get() }
          }
        }
      }
    }
  }

  @Test("A compound of more queries than SQLite allows throws")
  func compound() async throws {
    let db = try await Song.database()
    let first = Song.where { $0.id == 1 }.select { $0.id }
    var query = first.unionAll(first)
    for _ in 0..<2_000 { query = query.unionAll(first) }
    let many = query
    let error = await #expect(throws: DatabaseError.self) { try await db.fetch(many) }
    #expect(error?.message == "too many terms in compound SELECT")
  }
}
