import ORM

/// What is given and taken between rows: the sum of all stays what it was.
@Table
struct Account: Identifiable, Sendable {
  let id: Int
  var balance: Int
}

/// How often any counter was counted up, counted once more.
@Table
struct Tally: Identifiable, Sendable {
  let id: Int
  var total: Int
}

/// The rows that all processes read and write, and what must be true of them in each state that is
/// committed.
enum Bank {
  static let accountCount = 50
  static let counterCount = 20
  static let money = accountCount * 1_000

  /// Makes and fills the tables, where no other process has.
  static func prepare(_ tx: isolated Connection) throws {
    try tx.create(Account.self, Counter.self, Tally.self)
    guard try tx.count(Tally.self) == 0 else { return }
    try tx.insert((1...accountCount).map { Account(id: $0, balance: money / accountCount) })
    try tx.insert((1...counterCount).map { Counter(id: $0, value: 0) })
    try tx.insert(Tally(id: 1, total: 0))
  }

  /// Reads all there is, in several statements, and compares them with one another.
  ///
  /// - Returns: how often a counter was counted up.
  @discardableResult
  static func check(_ db: isolated Connection) throws -> Int {
    let sum = try db.value(Int.self, sql: "SELECT sum(balance) FROM account")
    let accounts = try db.fetch(Account.self)
    try promise(sum == money, "the accounts hold \(money), not \(sum)")
    try promise(
      accounts.reduce(0) { $0 + $1.balance } == money, "two statements see the same accounts")
    let counters = try db.fetch(Counter.self)
    let tally = try db.find(Tally.self, 1)
    let total = counters.reduce(0) { $0 + $1.value }
    try promise(
      tally?.total == total, "the counters come to \(total), the tally to \(tally as Any)")
    return total
  }

  /// Counts a counter up from what it is read to be.
  static func count(_ id: Int, _ tx: isolated Connection) throws {
    var counter = try find(Counter.self, id, tx)
    counter.value += 1
    try tx.update(counter)
  }

  static func tally(_ tx: isolated Connection) throws {
    var tally = try find(Tally.self, 1, tx)
    tally.total += 1
    try tx.update(tally)
  }

  static func give(_ amount: Int, to id: Int, _ tx: isolated Connection) throws {
    var account = try find(Account.self, id, tx)
    account.balance += amount
    try tx.update(account)
  }

  private static func find<Row: KeyedTable>(
    _ type: Row.Type, _ id: Row.Key, _ tx: isolated Connection
  ) throws -> Row {
    guard let row = try tx.find(type, id) else { throw BrokenPromise("a \(type) is gone") }
    return row
  }
}
