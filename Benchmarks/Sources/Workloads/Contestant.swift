/// One way of doing a workload's work, with a database of its own.
public struct Contestant: Sendable {
  public enum Name: String, CaseIterable, Sendable, Codable, CodingKeyRepresentable {
    case c
    /// C as an expert tunes it.
    case cTuned
    /// By hand in Swift, over the C API.
    case swift
    case orm
    /// The library where each call is awaited by itself, in workloads in which it is otherwise called
    /// inside of one `read` or `transaction`.
    case ormAwaiting
    /// The library with a `PreparedQuery`, in workloads in which a query is otherwise built for each call.
    case ormPrepared
    /// The same three in a process with a SQLite that is tuned for speed.
    case ormTuned
    case ormAwaitingTuned
    case ormPreparedTuned
    /// GRDB's records, decoded by column index, of requests that are built for each call.
    case grdb
    /// GRDB's records, decoded and encoded by `Codable`.
    case grdbCodable
    /// GRDB's statements, prepared by hand.
    case grdbStatement
    /// Both programs in C and the library in a process with the allocator as the system has it.
    case cSystem
    case cTunedSystem
    case ormSystem
  }

  /// What a run is for.
  public enum Pass: Sendable {
    /// The time that it takes: the work and nothing more.
    case timed
    /// The checksum of what was read or written.
    case checked
  }

  private let prepareRun: @Sendable () async throws -> Void
  private let body: @Sendable (Pass) async throws -> Int64

  /// - Parameters:
  ///   - prepare: What has to be done before each run and is not measured.
  ///   - body: Does the work once. The checksum that it returns counts in a checked pass alone.
  init(
    prepare: @escaping @Sendable () async throws -> Void = {},
    body: @escaping @Sendable (Pass) async throws -> Int64
  ) {
    prepareRun = prepare
    self.body = body
  }

  public func prepare() async throws { try await prepareRun() }

  /// Does the work once.
  ///
  /// - Returns: in a checked pass, the checksum of what was read or written.
  @discardableResult
  public func run(_ pass: Pass) async throws -> Int64 { try await body(pass) }
}

extension Contestant.Name {
  /// As tables call it.
  public var title: String {
    switch self {
    case .c: "C"
    case .cTuned: "C, tuned"
    case .swift: "Swift by hand"
    case .orm: "ORM"
    case .ormAwaiting: "ORM, an `await` each"
    case .ormPrepared: "ORM, a prepared query"
    case .ormTuned: "ORM, tuned SQLite"
    case .ormAwaitingTuned: "ORM, an `await` each, tuned SQLite"
    case .ormPreparedTuned: "ORM, a prepared query, tuned SQLite"
    case .grdb: "GRDB"
    case .grdbCodable: "GRDB, Codable"
    case .grdbStatement: "GRDB, statements"
    case .cSystem: "C, the system's allocator"
    case .cTunedSystem: "C, tuned, the system's allocator"
    case .ormSystem: "ORM, the system's allocator"
    }
  }
}
