import Foundation
import ORM

/// One seed: a database, what is in it by a model, and wrong calls by turns with right ones.
struct MisuseRun {
  let seed: UInt64
  let folder: ScratchFolder
  let db: Database
  /// Another database, with the same tables and no rows.
  let other: Database
  var random: SeededGenerator
  var model: [Int: Parcel] = [:]
  var nextID = 1
  var tally: [String: Int] = [:]
  let watchdog: Watchdog

  /// How long the library waits for a connection.
  static let patience = Duration.milliseconds(150)
  /// How long a call may take at most, on a machine that is busy with other work.
  static let bound = Duration.seconds(20)

  static var configuration: Configuration {
    var configuration = Configuration(readerCount: 2)
    configuration.connectionTimeout = patience
    configuration.busyTimeout = patience
    configuration.limits.length = 1 << 20
    configuration.limits.sqlLength = 1 << 20
    return configuration
  }

  init(seed: UInt64, watchdog: Watchdog) async throws {
    self.seed = seed
    self.watchdog = watchdog
    random = SeededGenerator(seed: seed)
    folder = try ScratchFolder(isInMemory: true)
    // Half of them have one connection for everything.
    let inMemory = Bool.random(using: &random)
    let configuration = Self.configuration
    db =
      try inMemory
      ? Database.inMemory(configuration: configuration)
      : Database(folder.file(), configuration: configuration)
    other = try Database(folder.file("other.sqlite"), configuration: configuration)
    for database in [db, other] { try await database.create(Parcel.self, Measure.self) }
    for _ in 0..<5 { try await write() }
  }

  /// What a wrong call has to come to.
  enum Outcome {
    /// An error of the library.
    case anError
    /// An error with one of these codes.
    case code([ResultCode])
    /// That, or nothing that is seen in the data.
    case anErrorOrNothing
  }

  /// Makes one wrong call, and looks at what it came to.
  mutating func attempt(
    _ name: @autoclosure () -> String, _ outcome: Outcome = .anError,
    _ call: () async throws -> Void
  ) async throws {
    let name = name()
    watchdog.begin("seed \(seed): \(name)")
    let start = ContinuousClock.now
    var failure: (any Error)?
    do { try await call() } catch { failure = error }
    watchdog.end()
    let time = ContinuousClock.now - start
    try promise(time < Self.bound, "\(name) takes \(time)")
    if let broken = failure as? BrokenPromise { throw broken }
    tally[failure == nil ? "calls that did nothing" : "errors", default: 0] += 1
    switch outcome {
    case .anErrorOrNothing: break
    case .anError: try promise(failure != nil, "\(name) throws")
    case .code(let codes):
      let code = (failure as? DatabaseError).map { [$0.extendedCode, $0.code] } ?? []
      try promise(
        codes.contains(where: code.contains), "\(name) throws \(codes): \(describe(failure))")
    }
    if let failure {
      try promise(Self.isOfLibrary(failure), "\(name) throws an error of the library: \(failure)")
      try promise(!"\(failure)".isEmpty, "\(name) says what is wrong")
    }
  }

  private func describe(_ error: (any Error)?) -> String {
    error.map { "\(type(of: $0)): \($0)" } ?? "no error"
  }

  /// Whether the error is of a public type of the library, or Swift's own of a cancelled task.
  private static func isOfLibrary(_ error: any Error) -> Bool {
    switch error {
    case is DatabaseError, is ConnectionTimeoutError, is DeadlineError, is RowDecodingError,
      is ValueEncodingError, is RowNotFoundError, is RowNotKeptError, is PageError,
      is MissingPrimaryKeyError, is MissingConditionError, is StatementCountError,
      is SchemaMismatchError, is CancellationError:
      true
    default: false
    }
  }

  // MARK: - What is right

  /// A write as it should be, which the model keeps.
  mutating func write() async throws {
    watchdog.begin("seed \(seed): a right write")
    defer { watchdog.end() }
    let known = model.keys.sorted().randomElement(using: &random)
    switch Int.random(in: 0..<4, using: &random) {
    case 0:
      if let known, known != 1, !model.values.contains(where: { $0.partOf == known }) {
        try promise(try await db.delete(Parcel.self, key: known), "a row is deleted")
        model[known] = nil
      }
    case 1:
      if let known, var parcel = model[known] {
        parcel.amount += 1
        try await db.update(parcel)
        model[known] = parcel
      }
    default:
      let parcel = try await db.insert(
        Parcel.Draft(name: "parcel \(nextID)", amount: nextID, partOf: known))
      try promise(model[parcel.id] == nil, "a key is new")
      model[parcel.id] = parcel
      nextID += 1
    }
  }

  /// Looks whether the data are the model's, on each kind of connection.
  func compare(after name: String) async throws {
    watchdog.begin("seed \(seed): a right read after \(name)")
    defer { watchdog.end() }
    let expected = model.values.sorted { $0.id < $1.id }
    let seen = try await db.fetch(Parcel.order { $0.id })
    try promise(seen == expected, "after \(name) there is \(seen), and not \(expected)")
    let written = try await db.transaction { try $0.fetch(Parcel.order { $0.id }) }
    try promise(written == expected, "after \(name) a transaction sees \(written)")
    let tables = try await db.fetch(
      String.self,
      sql: """
        SELECT name FROM sqlite_master
        WHERE type = 'table' AND name <> 'orm_columns' ORDER BY name
        """)
    try promise(tables == ["measure", "parcel"], "after \(name) there are the tables \(tables)")
    let keys = try await db.transaction { try $0.value(Int.self, sql: "PRAGMA foreign_keys") }
    try promise(keys == 1, "after \(name) foreign keys are enforced")
    try promise(try await db.userVersion() == 0, "after \(name) the version is the same")
  }
}
