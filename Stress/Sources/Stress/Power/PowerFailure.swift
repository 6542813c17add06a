import FaultVFS
import ORM

/// Rows of one transaction: all of them are there, or none.
@Table
struct Ware {
  @Column(primaryKey: true) var id: Int
  var transaction: Int
  var content: [UInt8]
}

/// Transactions that a seed chooses, in the midst of which the power fails.
struct PowerFailure {
  enum Outcome {
    /// SQLite says that the file is not whole, or it holds what no transaction has left.
    case damaged(String)
    /// What so many transactions have left.
    case state(after: Int)
  }

  private static let transactions = 25

  private let seed: UInt64
  private let configuration: Configuration
  /// How many commits the library has told of.
  private(set) var acknowledged = 0
  /// What each transaction leaves, by the rows of each transaction that are still there.
  private var states: [[Int: Int]] = [[:]]

  init(
    seed: UInt64, mode: Configuration.JournalMode, synchronous: Configuration.Synchronous
  ) {
    self.seed = seed
    var configuration = Configuration(readerCount: 1)
    configuration.journalMode = mode
    configuration.synchronous = synchronous
    configuration.vfs = "power"
    // Transactions outgrow it, and write pages before they commit.
    configuration.cacheSize = 20 << 10
    configuration.busyTimeout = .zero
    self.configuration = configuration
  }

  /// How many calls change a file where the power does not fail.
  mutating func countCalls() async throws -> Int {
    let folder = try ScratchFolder(isInMemory: true)
    try await write(to: folder.file(), calls: -1)
    let calls = Int(power_calls())
    power_forget()
    try promise(acknowledged == Self.transactions, "every transaction commits: \(acknowledged)")
    return calls
  }

  /// Has the power fail before one of so many calls.
  mutating func run(calls: Int) async throws -> Outcome {
    var generator = SeededGenerator(seed: seed &* 31)
    let folder = try ScratchFolder(isInMemory: true)
    try await write(to: folder.file(), calls: Int.random(in: 0..<calls, using: &generator))
    power_restore(generator.next())
    return try await outcome(at: folder.file())
  }

  /// Runs the transactions, until one fails.
  private mutating func write(to path: String, calls: Int) async throws {
    var generator = SeededGenerator(seed: seed)
    acknowledged = 0
    states = [[:]]
    let db = try Database(path, configuration: configuration)
    try await db.create(Ware.self)
    power_arm(Int64(calls))
    var nextID = 1
    do {
      for transaction in 1...Self.transactions {
        var state = states[states.count - 1]
        let count = Int.random(in: 1...12, using: &generator)
        let wares = (nextID..<nextID + count).map { id in
          let size = Int.random(in: 0...3_000, using: &generator)
          let content = [UInt8](repeating: UInt8(truncatingIfNeeded: id), count: size)
          return Ware(id: id, transaction: transaction, content: content)
        }
        nextID += count
        let gone =
          Bool.random(using: &generator)
          ? state.keys.sorted().randomElement(using: &generator) : nil
        let isCheckpointed = Int.random(in: 0..<6, using: &generator) == 0
        state[transaction] = count
        if let gone { state[gone] = nil }
        states.append(state)
        try await db.transaction { tx in
          try tx.insert(wares)
          if let gone { try tx.run(Ware.where { $0.transaction == gone }.delete()) }
        }
        acknowledged = transaction
        if isCheckpointed { try await db.checkpoint() }
      }
    } catch let error as DatabaseError {
      guard power_has_failed() != 0 else { throw error }
    }
    try? await db.close()
  }

  /// What the disk has.
  private func outcome(at path: String) async throws -> Outcome {
    var configuration = configuration
    configuration.vfs = nil
    do {
      let db = try Database(path, configuration: configuration)
      if let problem = try await db.checkIntegrity().first { return .damaged(problem) }
      let wares = try await db.fetch(Ware.self)
      for ware in wares
      where ware.content.contains(where: { $0 != UInt8(truncatingIfNeeded: ware.id) }) {
        return .damaged("a row has another one's content")
      }
      let found = Dictionary(grouping: wares, by: \.transaction).mapValues(\.count)
      guard let state = states.lastIndex(of: found) else {
        return .damaged("rows of no state: \(found)")
      }
      return .state(after: state)
    } catch let error as DatabaseError {
      return .damaged("\(error)")
    }
  }
}
