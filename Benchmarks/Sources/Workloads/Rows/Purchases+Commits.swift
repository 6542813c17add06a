import Foundation
import GRDB

extension Purchase: PersistableRecord {
  func encode(to container: inout PersistenceContainer) {
    container["id"] = id
    container["customerID"] = customerID
    container["product"] = product
    container["amount"] = amount
    container["quantity"] = quantity
    container["at"] = at.timeIntervalSince1970
    container["note"] = note
  }
}

/// What W18 does, as GRDB's users do it.
extension PurchasesOfGRDB {
  static func commits(
    _ pool: DatabasePool, _ calls: Int, _ first: Int, _ key: (Int) -> Int
  ) async throws -> Int64 {
    for call in 0..<calls {
      let row = Purchase.new(key(call), call: first + call)
      try await pool.write { try row.update($0) }
    }
    return Int64(calls)
  }

  static func observedCommits(
    _ pool: DatabasePool, _ calls: Int, _ first: Int, _ key: (Int) -> Int
  ) async throws -> Int64 {
    try await withThrowingTaskGroup(of: Void.self) { group in
      let (begun, beginning) = AsyncStream.makeStream(of: Void.self)
      for _ in 0..<20 {
        group.addTask {
          let observation = ValueObservation.trackingConstantRegion {
            try Purchase.order(Column("id")).limit(5).fetchAll($0)
          }
          for try await rows in observation.values(in: pool) {
            consume(rows)
            beginning.yield()
          }
        }
      }
      // Each has its first value before the first commit.
      for await _ in begun.prefix(20) {}
      _ = try await commits(pool, calls, first, key)
      group.cancelAll()
    }
    return Int64(calls)
  }

  static func inserts(
    _ pool: DatabasePool, _ calls: Int, _ first: Int, _ key: (Int) -> Int
  ) async throws -> Int64 {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<64 {
        group.addTask {
          for call in stride(from: task, to: calls, by: 64) {
            try await pool.write { db in
              try db.cachedStatement(
                sql: """
                  INSERT INTO purchase (customerID, product, amount, quantity, at, note) \
                  VALUES (?, 'a text of 20 letters', ?, ?, ?, NULL)
                  """
              ).execute(arguments: [call % 7, Double(call), call % 7, Double(call)])
            }
          }
        }
      }
      try await group.waitForAll()
    }
    return Int64(calls)
  }
}
