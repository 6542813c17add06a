import CBaseline
import GRDB
import ORM

/// Tasks that read and a task that writes one file at the same time: what each of them gets done in a
/// second, beside what one task gets done that is alone.
public struct Contention: Codable, Sendable {
  public struct Rates: Codable, Sendable {
    /// Reads a second of one task alone, of all tasks, and of all tasks beside the one that writes.
    public var oneReader = 0.0
    public var readers = 0.0
    public var readersBesideWriter = 0.0
    /// Transactions a second of one task alone, and beside those that read.
    public var writer = 0.0
    public var writerBesideReaders = 0.0
  }

  public let tasks: Int
  public let seconds: Double
  public private(set) var rates: [Contestant.Name: Rates] = [:]

  /// - Parameters:
  ///   - rows: The size of the table. A read fetches 100 rows by a range of keys; a write is a transaction
  ///     that updates one row.
  ///   - tasks: How many tasks read.
  ///   - seconds: How long each of the combinations runs.
  public static func measured(rows: Int, tasks: Int, seconds: Double) async throws -> Contention {
    var result = Contention(tasks: tasks, seconds: seconds)
    let databases = try Databases(place: .disk) { try $0.fillPeople(rows) }
    let people = People(count: rows)
    let connections = try databases.openC(tasks + 1)
    result.rates[.c] = try await result.rates { readers, writes in
      try connections.contend(
        readers, writing: writes ? people.c : nil, rows: rows, seconds: seconds)
    }
    let orm = try await databases.openORM()
    result.rates[.orm] = try await result.rates(
      read: { turn in
        let first = turn * 7919 % (rows - 100)
        let found = try await orm.database.fetch(
          Person.self, where: { $0.id > first && $0.id <= first + 100 })
        guard found.count == 100 else { throw SQLiteFailure(code: 12) }
      },
      write: { turn in try await orm.database.update(people.rows[turn * 7919 % rows]) })
    let grdb = try databases.openGRDBPool()
    let peopleOfGRDB = people.rows.map(PersonOfGRDB.init)
    result.rates[.grdb] = try await result.rates(
      read: { turn in
        let first = turn * 7919 % (rows - 100)
        let id = GRDB.Column("id")
        let found = try await grdb.pool.read { db in
          try PersonOfGRDB.filter(id > first && id <= first + 100).fetchAll(db)
        }
        guard found.count == 100 else { throw SQLiteFailure(code: 12) }
      },
      write: { turn in
        let person = peopleOfGRDB[turn * 7919 % rows]
        try await grdb.pool.write { try person.update($0) }
      })
    return result
  }

  /// Runs each of the combinations of so many that read and one that writes or none.
  private func rates(
    _ run: (_ readers: Int, _ writes: Bool) async throws -> (reads: Double, writes: Double)
  ) async rethrows -> Rates {
    var rates = Rates()
    rates.oneReader = try await run(1, false).reads
    rates.readers = try await run(tasks, false).reads
    rates.writer = try await run(0, true).writes
    (rates.readersBesideWriter, rates.writerBesideReaders) = try await run(tasks, true)
    return rates
  }

  private func rates(
    read: @escaping @Sendable (Int) async throws -> Void,
    write: @escaping @Sendable (Int) async throws -> Void
  ) async throws -> Rates {
    try await rates { readers, writes in
      try await run(readers: readers, read, writes ? write : nil)
    }
  }

  /// Runs this many tasks that read, and one that writes if there is something to write.
  private func run(
    readers: Int, _ read: @escaping @Sendable (Int) async throws -> Void,
    _ write: (@Sendable (Int) async throws -> Void)?
  ) async throws -> (reads: Double, writes: Double) {
    let end = ContinuousClock.now + .seconds(seconds)
    return try await withThrowingTaskGroup(of: (reads: Int, writes: Int).self) { group in
      for reader in 0..<readers {
        group.addTask { (try await Self.turns(from: reader * 1000, until: end, read), 0) }
      }
      if let write {
        group.addTask { (0, try await Self.turns(from: 0, until: end, write)) }
      }
      let (reads, writes) = try await group.reduce((0, 0)) { ($0.0 + $1.reads, $0.1 + $1.writes) }
      return (Double(reads) / seconds, Double(writes) / seconds)
    }
  }

  /// How often something was done until the time was over.
  private static func turns(
    from first: Int, until end: ContinuousClock.Instant, _ body: (Int) async throws -> Void
  ) async throws -> Int {
    var turn = first
    while ContinuousClock.now < end {
      try await body(turn)
      turn += 1
    }
    return turn - first
  }
}

extension [CConnection] {
  /// Runs this many threads that read, and one that writes if there is something to write.
  fileprivate func contend(
    _ readers: Int, writing people: CPeople?, rows: Int, seconds: Double
  ) throws -> (reads: Double, writes: Double) {
    // The writer's connection is the last of them, however many read.
    let used = (prefix(readers) + suffix(1)).map { Optional($0.pointer) }
    var (reads, writes): (Int64, Int64) = (0, 0)
    try SQLiteFailure.check(
      baseline_contend(used, Int32(readers), people?.rows, Int32(rows), seconds, &reads, &writes))
    return (Double(reads) / seconds, Double(writes) / seconds)
  }
}
