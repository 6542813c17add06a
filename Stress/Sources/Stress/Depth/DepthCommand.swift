import ArgumentParser
import Foundation
import ORM

/// Nests conditions as deep as a program that goes wrong would, on a thread with a small stack.
struct DepthCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "depth",
    abstract: "Deep expressions: rows or an error, on a stack of 512 KiB, through every verb.")

  @Option(help: "How many expressions are tried.")
  var count = 300

  @Option(help: "The first seed. Each chooses one expression.")
  var seed: UInt64 = 1

  @Option(help: "The most levels that are built.")
  var levels = 100_000

  func run() async throws {
    let db = try Database.inMemory()
    try await db.create(Counter.self)
    try await db.insert([Counter(id: 1, value: 1), Counter(id: 2, value: 2)])
    var (whole, refused, unrun, longest) = (0, 0, 0, 0)
    for seed in seed..<seed + UInt64(count) {
      let query = try await Self.onSmallStack { [levels] in
        let query = Self.query(seed: seed, most: levels)
        // Whoever holds it goes through it: to write it in every form, and to let go of it.
        for form in [
          { try query.statement() }, { try query.countStatement() },
          { try query.existsStatement() },
          { try query.delete().statement() },
        ] as [() throws -> Statement] {
          do { _ = try form() } catch is DatabaseError {}
        }
        return query
      }
      let length = (try? query.statement().sql.utf8.count) ?? 0
      longest = max(longest, length)
      // To plan some ten thousand conditions takes SQLite minutes, however they are nested.
      if length > Self.longestRun {
        unrun += 1
        continue
      }
      let verbs: [(String, () async throws -> Int)] = [
        ("fetch", { try await db.fetch(query).count }),
        ("again", { try await db.fetch(query).count }),
        ("count", { try await db.count(query) }),
        ("exists", { try await db.exists(query) ? 1 : 0 }),
        ("first", { try await db.first(query) == nil ? 0 : 1 }),
        ("explain", { try await db.explain(query).details.count }),
        (
          "delete",
          {
            try await db.transaction { tx in
              let count = try tx.run(query.delete())
              return tx.rollback(returning: count)
            }
          }
        ),
      ]
      for (name, verb) in verbs {
        do {
          _ = try await verb()
          whole += 1
        } catch let error as DatabaseError {
          try promise(
            error.code == .error, "an error of \(name) says so: \(error.code), seed \(seed)")
          refused += 1
        }
      }
      try promise(try await db.count(Counter.self) == 2, "the connection works, seed \(seed)")
    }
    say(
      "\(count) expressions of up to \(levels) levels: \(whole) calls gave a result, \(refused) an error; "
        + "\(unrun) were written and not run; the longest text had \(longest) bytes")
  }

  /// The most bytes of a text that is run.
  private static let longestRun = 60_000

  /// Runs `body` on a thread with the stack that a task's has on Apple's platforms.
  private static func onSmallStack<Result: Sendable>(
    _ body: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      let thread = Thread { continuation.resume(with: Swift.Result(catching: body)) }
      thread.stackSize = 512 << 10
      thread.start()
    }
  }

  private static func query(seed: UInt64, most: Int) -> Select<Counter> {
    var generator = SeededGenerator(seed: seed)
    // As many small ones as large ones.
    let levels = Int(pow(Double(most), Double.random(in: 0...1, using: &generator)))
    // Some grow in one way all along, and some by turns.
    let ways = (0..<Int.random(in: 1...3, using: &generator)).map { _ in
      Int.random(in: 0..<9, using: &generator)
    }
    let columns = Counter.columns
    var condition: SQLExpression<Bool> = columns.value > 0
    var number: SQLExpression<Int> = columns.value + 1
    for level in 0..<levels {
      switch ways[level % ways.count] {
      case 0: condition = condition && columns.id != -level
      case 1: condition = columns.id == -level || condition
      case 2: condition = !condition
      case 3: number = number + 1
      case 4: number = number * -1
      case 5: condition = condition && number > level
      case 6: condition = number < 5 || condition
      case 7: number = number.abs()
      default:
        let inner = condition
        condition = Counter.where { _ in inner }.exists()
      }
    }
    let (last, sum) = (condition, number)
    return Counter.where { _ in last && sum != 0 }
  }
}
