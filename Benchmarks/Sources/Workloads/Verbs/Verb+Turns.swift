import CTuned
import Foundation
import ORM

/// Different queries by turns, as a program with several screens or requests runs them. A loop over one query
/// hides the cost of finding its statement among others.
extension Verb {
  static let byTurns: [Verb] = [1, 5, 20, 100].flatMap { count in
    let turns = (0..<count).map { Turn(number: $0 * 37 % 128) }
    let find = Step.read("\(select) WHERE \"id\" = ?", "k")
    let verbs = [
      Verb("\(count) queries by turns", turns.map(\.step)) { db, _, key in
        var rows = 0
        for turn in turns { rows += try db.fetch(turn.query(key)).count }
        return Int64(rows)
      },
      Verb("\(count) queries by turns, and finds", turns.flatMap { [$0.step, find] }) {
        db, _, key in
        var rows = 0
        for turn in turns {
          rows += try db.fetch(turn.query(key)).count
          if try db.find(Purchase.self, key) != nil { rows += 1 }
        }
        return Int64(rows)
      },
    ]
    return verbs.map { count < 100 ? $0.heavy : $0.heaviest }
  }

  /// One of 128 queries for the row of a key, each of which has another SQL text.
  private struct Turn: Sendable {
    let number: Int

    private func has(_ bit: Int) -> Bool { number >> bit & 1 == 1 }

    func query(_ key: Int) -> Select<Purchase> {
      var query = Purchase.where { $0.id == key }
      if has(0) { query = query.where { $0.id <= key } }
      if has(1) { query = query.where { $0.id >= key } }
      if has(2) { query = query.where { $0.quantity <= key } }
      if has(3) { query = query.where { $0.customerID <= key } }
      if has(4) { query = query.order { $0.quantity } }
      if has(5) { query = query.order { $0.amount.desc() } }
      if has(6) { query = query.order { $0.product } }
      return query
    }

    var step: Step {
      let conditions = [
        (0, #""id" <= ?"#), (1, #""id" >= ?"#), (2, #""quantity" <= ?"#),
        (3, #""customerID" <= ?"#),
      ].filter { has($0.0) }.map { " AND " + $0.1 }
      let terms = [(4, #""quantity""#), (5, #""amount" DESC"#), (6, #""product""#)]
        .filter { has($0.0) }.map(\.1)
      let order = terms.isEmpty ? "" : " ORDER BY " + terms.joined(separator: ", ")
      return .read(
        "\(select) WHERE \"id\" = ?\(conditions.joined())\(order)",
        String(repeating: "k", count: conditions.count + 1))
    }
  }
}
