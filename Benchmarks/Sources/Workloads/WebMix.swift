import CBaseline
import CTuned
import Foundation
import GRDB
import ORM

/// What a server does: 80 of 100 requests find a row, 15 fetch 50 rows of a join, and 5 are transactions that
/// find, update and insert; by several tasks at a time, on a file.
public struct WebMix: Codable, Sendable {
  public struct Rates: Codable, Sendable {
    /// Of each round.
    public var perSecond: [Double] = []
    /// Microseconds that half of the requests take at most, and 99 of 100.
    public var half: [Double] = []
    public var ninetyNine: [Double] = []

    /// Of a round's requests and their nanoseconds.
    fileprivate mutating func add(_ times: [Int64], in seconds: Double) {
      let times = times.sorted()
      guard let last = times.last else { return }
      perSecond.append(Double(times.count) / seconds)
      half.append(Double(times[times.count / 2]) / 1000)
      ninetyNine.append(Double(times.dropFirst(times.count * 99 / 100).first ?? last) / 1000)
    }
  }

  public let rows: Int
  public let tasks: Int
  public let requests: Int
  public private(set) var rates: [Contestant.Name: Rates] = [:]

  /// - Parameters:
  ///   - rows: How many purchases there are; a tenth as many customers.
  ///   - requests: How many each task makes, after a round that does not count.
  public static func measured(
    rows: Int, tasks: Int, requests: Int, rounds: Int
  ) async throws -> WebMix {
    var result = WebMix(rows: rows, tasks: tasks, requests: requests)
    let databases = try Databases(place: .disk) {
      try SQLiteFailure.check(baseline_web_create($0.pointer, Int32(rows)))
    }
    let connections = try databases.openC(tasks + 1)
    let tunedConnections = try databases.openC(tasks + 1)
    let orm = try await databases.openORM()
    let grdb = try databases.openGRDBPool()
    for round in 0...rounds {
      for name in [Contestant.Name.c, .cTuned, .orm, .ormPrepared, .grdb] {
        let (times, seconds) =
          switch name {
          case .c: try result.runC(connections, by: baseline_web_plain())
          case .cTuned: try result.runC(tunedConnections, by: tuned_web())
          case .orm: try await result.run { try await Self.request($0, of: rows, on: orm.database) }
          case .ormPrepared:
            try await result.run {
              try await Self.request($0, of: rows, on: orm.database, preparing: true)
            }
          default: try await result.run { try await Self.request($0, of: rows, on: grdb.pool) }
          }
        if round > 0 { result.rates[name, default: Rates()].add(times, in: seconds) }
      }
    }
    return result
  }

  private func runC(
    _ connections: [CConnection], by program: UnsafePointer<baseline_web_program>?
  ) throws -> ([Int64], Double) {
    var times = [Int64](repeating: 0, count: tasks * requests)
    var total: Int64 = 0
    let readers = connections.prefix(tasks).map { Optional($0.pointer) }
    try SQLiteFailure.check(
      baseline_web_run(
        program, readers, connections[tasks].pointer, Int32(tasks), Int32(rows), Int32(requests),
        &times, &total))
    return (times, Double(total) / 1e9)
  }

  /// Makes all tasks' requests, each awaited by itself.
  private func run(
    _ request: @escaping @Sendable (Int) async throws -> Void
  ) async throws -> ([Int64], Double) {
    let clock = ContinuousClock()
    let begin = clock.now
    let requests = requests
    let times = try await withThrowingTaskGroup(of: [Int64].self) { group in
      for task in 0..<tasks {
        group.addTask {
          var times: [Int64] = []
          times.reserveCapacity(requests)
          for turn in task * requests..<(task + 1) * requests {
            let start = clock.now
            try await request(turn)
            times.append(Int64((clock.now - start) / .nanoseconds(1)))
          }
          return times
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    return (times, (clock.now - begin) / .seconds(1))
  }
}

// MARK: - A request

@Table
struct Customer {
  let id: Int
  var name: String
  var city: String
}

extension Purchase {
  /// The row that a request inserts.
  fileprivate static func draft(of customer: Int) -> Draft {
    Draft(
      customerID: customer, product: "a product", amount: 1.5, quantity: 2,
      at: Date(timeIntervalSince1970: 1_800_000_000), note: nil)
  }

  fileprivate static let lines = PreparedQuery { (key: Placeholder<Int>) in
    Purchase.join(Customer.self) { $0.customerID == $1.id }
      .where { purchase, _ in purchase.id >= key }
      .order { purchase, _ in purchase.id }.limit(50).select { ($0, $1.name) }
  }
}

extension WebMix {
  fileprivate static func request(
    _ turn: Int, of rows: Int, on db: ORM.Database, preparing: Bool = false
  ) async throws {
    let (kind, key) = kind(of: turn, rows)
    if kind < 80 {
      guard let row = try await db.find(Purchase.self, key) else { throw SQLiteFailure(code: 12) }
      consume(row)
    } else if kind < 95 {
      let lines =
        preparing
        ? try await db.fetch(Purchase.lines(key))
        : try await db.fetch(
          Purchase.join(Customer.self) { $0.customerID == $1.id }.where { purchase, _ in
            purchase.id >= key
          }.order { purchase, _ in purchase.id }.limit(50).select { ($0, $1.name) })
      guard lines.count == 50 else { throw SQLiteFailure(code: 12) }
      consume(lines)
    } else {
      try await db.transaction { db in
        guard var row = try db.find(Purchase.self, key) else { throw SQLiteFailure(code: 12) }
        row.amount = Double(key)
        try db.update(row, columns: \.amount)
        try db.insert(Purchase.draft(of: turn % (rows / 10) + 1))
      }
    }
  }

  static func kind(of turn: Int, _ rows: Int) -> (kind: Int, key: Int) {
    (Int(baseline_web_kind(Int32(turn))), Int(baseline_people_key(Int32(turn), Int32(rows - 50))))
  }
}
