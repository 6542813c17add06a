import ORM

/// What the transaction of this number in a lane does: always the same, so that what is found in
/// the file can be compared with it.
struct Deed {
  static let laneCount = 3
  static let purseCount = 24
  static let firstAmount = 1_000
  /// How many entries of a lane are kept.
  static let keptCount = 20

  enum Shape: CaseIterable {
    /// One level, without a suspension.
    case plain
    /// A part of it stands in a savepoint, which is kept.
    case nested
    /// It also writes in a savepoint what is undone.
    case undoing
    /// It waits for something else between its parts.
    case waiting
  }

  struct Transfer {
    let from: Int
    let to: Int
    let amount: Int
  }

  let lane: Int
  let number: Int
  let shape: Shape
  let transfers: [Transfer]
  let sheets: [[UInt8]]

  init(lane: Int, number: Int) {
    self.lane = lane
    self.number = number
    var random = SeededGenerator(seed: UInt64(number) << 8 | UInt64(lane))
    shape = Shape.allCases[Int.random(in: 0..<Shape.allCases.count, using: &random)]
    transfers = (0..<Int.random(in: 1...4, using: &random)).map { _ in
      Transfer(
        from: Int.random(in: 1...Self.purseCount, using: &random),
        to: Int.random(in: 1...Self.purseCount, using: &random),
        amount: Int.random(in: 1...50, using: &random))
    }
    sheets = (0..<Int.random(in: 1...4, using: &random)).map { _ in
      let isLarge = Int.random(in: 0..<6, using: &random) == 0
      let count = Int.random(in: 0...(isLarge ? 20_000 : 300), using: &random)
      let start = UInt8.random(in: 0...255, using: &random)
      return (0..<count).map { start &+ UInt8(truncatingIfNeeded: $0 &* 7) }
    }
  }
}

// MARK: - Doing it

extension Deed {
  static func prepare(_ tx: isolated Connection) throws {
    try tx.create(Lane.self, Purse.self, Entry.self, Sheet.self)
    guard try tx.count(Lane.self) == 0 else { return }
    try tx.insert((1...laneCount).map { Lane(id: $0, number: 0) })
    try tx.insert((1...purseCount).map { Purse(id: $0, amount: firstAmount) })
  }

  func perform(on db: Database) async throws {
    guard shape == .waiting else {
      try await db.transaction { tx in
        try begin(tx)
        try finish(tx)
      }
      return
    }
    try await db.transaction { tx in
      try begin(tx)
      await Task.yield()
      try finish(tx)
    }
  }

  private func begin(_ tx: isolated Connection) throws {
    for transfer in transfers {
      try Self.give(transfer.from, -transfer.amount, tx)
      if shape == .undoing {
        try? tx.transaction {
          try Self.give(transfer.to, 1_000_000, tx)
          try tx.deleteAll(Sheet.self)
          throw Undone()
        }
      }
      try Self.give(transfer.to, transfer.amount, tx)
    }
  }

  private func finish(_ tx: isolated Connection) throws {
    let entry = try tx.insert(Entry.Draft(lane: lane, number: number))
    let drafts = sheets.enumerated().map { position, bytes in
      Sheet.Draft(entry: entry.id, position: position, bytes: bytes)
    }
    if shape == .nested {
      try tx.transaction { for draft in drafts { try tx.insert(draft) } }
    } else {
      try tx.insert(drafts)
    }
    let (lane, last) = (lane, number - Self.keptCount)
    try tx.delete(Entry.where { $0.lane == lane && $0.number <= last })
    try tx.update(Lane(id: lane, number: number))
  }

  private static func give(_ purse: Int, _ amount: Int, _ tx: isolated Connection) throws {
    guard var purse = try tx.find(Purse.self, purse) else { throw BrokenPromise("a purse is gone") }
    purse.amount += amount
    try tx.update(purse)
  }
}

private struct Undone: Error {}
