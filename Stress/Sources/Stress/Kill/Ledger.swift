import ORM

/// What a file is to hold after the transactions that were found in it.
struct Ledger {
  private(set) var numbers = [Int](repeating: 0, count: Deed.laneCount)
  private var purses = [Int](repeating: Deed.firstAmount, count: Deed.purseCount)

  /// Compares what is in the file with the transactions that it says it has.
  ///
  /// - Parameter acknowledged: The last number of each lane that the writer was told is committed;
  ///   of one that told of none, what was found before.
  /// - Returns: how many transactions are there that nobody was told of.
  mutating func check(_ db: Database, _ acknowledged: [Int]) async throws -> Int {
    let tables = try await db.value(
      Int.self, sql: "SELECT count(*) FROM sqlite_schema WHERE type = 'table'")
    if tables == 0 {
      try promise(acknowledged.allSatisfy { $0 == 0 }, "the tables are there")
      return 0
    }
    let (lanes, found, entries, sheets) = try await db.read { db in
      (
        try db.fetch(Lane.all.order { $0.id }), try db.fetch(Purse.all.order { $0.id }),
        try db.fetch(Entry.all.order { $0.number }), try db.fetch(Sheet.all.order { $0.position })
      )
    }
    try promise(lanes.map(\.id) == Array(1...Deed.laneCount), "the lanes are \(lanes)")
    var unacknowledged = 0
    for (index, lane) in lanes.enumerated() {
      try promise(
        (acknowledged[index]...acknowledged[index] + 1).contains(lane.number),
        "lane \(lane.id) was told of \(acknowledged[index]), and is at \(lane.number)")
      unacknowledged += lane.number - acknowledged[index]
      advance(lane)
      let kept = entries.filter { $0.lane == lane.id }
      try promise(
        kept.map(\.number) == Array(max(1, lane.number + 1 - Deed.keptCount)..<lane.number + 1),
        "lane \(lane.id) at \(lane.number) has the entries \(kept.map(\.number))")
    }
    let amounts = found.map(\.amount)
    try promise(purses == amounts, "the purses hold \(amounts), not \(purses)")
    let contents = Dictionary(grouping: sheets, by: \.entry)
    for entry in entries {
      try promise(
        contents[entry.id]?.map(\.bytes) == Deed(lane: entry.lane, number: entry.number).sheets,
        "transaction \(entry.number) of lane \(entry.lane) is whole")
    }
    try promise(contents.count == entries.count, "no sheet is of a transaction that is not there")
    let damage = try await db.checkIntegrity()
    try promise(damage.isEmpty, "the file is whole: \(damage)")
    let broken = try await db.checkForeignKeys()
    try promise(broken.isEmpty, "all references hold: \(broken)")
    return unacknowledged
  }

  private mutating func advance(_ lane: Lane) {
    while numbers[lane.id - 1] < lane.number {
      numbers[lane.id - 1] += 1
      for transfer in Deed(lane: lane.id, number: numbers[lane.id - 1]).transfers {
        purses[transfer.from - 1] -= transfer.amount
        purses[transfer.to - 1] += transfer.amount
      }
    }
  }
}
