import Synchronization
import ORMCore

/// The SQL functions and collations of a database, the hooks that were added to it, and the schema
/// to which it was migrated. Each connection registers new extensions when it is next used.
final class ExtensionRegistry: Sendable {
  enum Addition: Sendable {
    case function(FunctionDefinition)
    case collation(DatabaseCollation)

    /// The key by which another addition replaces this one.
    fileprivate var key: String {
      switch self {
      case .function(let function): "\(function.name.loweredInASCII)/\(function.argumentCount)"
      case .collation(let collation): collation.name.loweredInASCII
      }
    }

    private var name: String {
      switch self {
      case .function(let function): function.name
      case .collation(let collation): collation.name
      }
    }

    /// - Throws: ``DatabaseError`` if SQLite would refuse the name.
    func check() throws {
      guard !name.isEmpty, name.utf8.count <= 255, !name.hasNUL else {
        throw DatabaseError(
          extendedCode: .misuse,
          message: "the name of a function or collation must have 1 to 255 bytes and no NUL")
      }
    }

    /// - Parameter isInSchema: Whether the schema may call a function that is not innocuous.
    func register(
      on connection: OpaquePointer, failure: SwiftFunctionError, isInSchema: Bool
    ) throws {
      switch self {
      case .function(let function):
        try function.register(on: connection, failure: failure, isInSchema: isInSchema)
      case .collation(let collation): try collation.register(on: connection)
      }
    }
  }

  /// A statement hook that was added to an open database.
  struct AddedHook: Sendable {
    let id: Int
    let hook: StatementHook
  }

  private let additions = Mutex<[(version: Int, addition: Addition)]>([])
  private let hooks = Mutex<[AddedHook]>([])
  private let latest = Atomic(0)
  private let renewals = Atomic(0)
  let migrated = MigratedSchema()

  /// Increases with each addition.
  var version: Int { latest.load(ordering: .acquiring) }

  /// The number of times that connections had to discard their caches.
  var renewalCount: Int { renewals.load(ordering: .acquiring) }

  func add(_ addition: Addition) throws {
    try addition.check()
    additions.withLock { additions in
      additions.removeAll { $0.addition.key.hasSameBytes(as: addition.key) }
      additions.append((version + 1, addition))
      latest.add(1, ordering: .releasing)
    }
  }

  /// The hooks that were added, in order.
  var addedHooks: [AddedHook] { hooks.withLock { $0 } }

  /// Adds a hook, which each connection calls from its next task on.
  ///
  /// - Returns: The identifier with which the hook is removed.
  func add(_ hook: StatementHook) -> Int {
    hooks.withLock { hooks in
      let id = latest.add(1, ordering: .releasing).newValue
      hooks.append(AddedHook(id: id, hook: hook))
      return id
    }
  }

  func removeHook(_ id: Int) {
    hooks.withLock { $0.removeAll { $0.id == id } }
    latest.add(1, ordering: .releasing)
  }

  /// Makes each connection discard its prepared statements and its cached facts about tables.
  func renew() {
    renewals.add(1, ordering: .releasing)
    latest.add(1, ordering: .releasing)
  }

  /// Makes each connection check ``migrated`` when its next task begins.
  ///
  /// - Returns: The new version of the registry.
  @discardableResult
  func checkAgain() -> Int { latest.add(1, ordering: .releasing).newValue }

  /// Returns the additions after a version, in order.
  func additions(after version: Int) -> [(version: Int, addition: Addition)] {
    additions.withLock { $0.filter { $0.version > version } }
  }
}
