import CSQLite
import ORMCore

/// SQLite's authorizer callback on one connection. It collects facts about each statement while it
/// is compiled, and refuses some statements.
///
/// SQLite calls it while it compiles a statement, including when it compiles it again after a
/// schema change, and reports the trigger that each access is made for
/// (<https://www.sqlite.org/c3ref/set_authorizer.html>). So a statement that fires no triggers
/// needs no check when it runs. The actions of foreign keys are triggers without a name: they
/// change other rows than the statement.
///
/// The statements of ``RefusedStatement`` are refused while the caller's SQL is compiled. SQLite
/// also calls the authorizer while a statement runs: for statements that `VACUUM`, FTS3 and
/// changesets run themselves, including `BEGIN` and `SAVEPOINT`, and for a statement that it
/// compiles again, which has already been checked.
@usableFromInline
final class Authorizer {
  // SQLite calls the authorizer for each table, column and function of a statement that it
  // compiles. Each access ends before the next begins, and only the connection's actor gets here;
  // checking that at run time took 1,000 instructions of a script of four statements.

  /// The running statement that must not fire triggers. If it is an insert, it must not be compiled
  /// again either.
  @exclusivity(unchecked) @usableFromInline var untriggered: OpaquePointer?
  /// The running insert that must not be compiled again, because the facts about its table may be
  /// out of date.
  @exclusivity(unchecked) @usableFromInline var guarded: OpaquePointer?
  /// Whether a statement that fires triggers was refused.
  private var didRefuseTrigger = false
  /// Whether an insert was refused because SQLite had to compile it again.
  private var didRefuseOutdated = false
  /// The facts about the statement that is being compiled, or was compiled last.
  @exclusivity(unchecked) private var facts = StatementFacts()
  /// Collects the columns that statements read; nil if they are not needed.
  @exclusivity(unchecked) private var reads: ReadRecorder?

  /// Whether the database has several connections that tasks use.
  var isOneOfSeveral = false
  /// Whether the current script is part of the caller's transaction.
  var isScriptInTransaction = false
  /// The settings that the caller's SQL may change although the connection is one of several: they
  /// are restored afterwards, or are settings of the file.
  var allowedSettings: [StaticString] = []
  private var handle: OpaquePointer?

  /// Whether a statement has been compiled that can change the set of tables or their columns.
  @exclusivity(unchecked) var hasSeenSchemaChange = false
  /// Whether C code has compiled a `ROLLBACK TO`, which it may run whenever it has the connection.
  private(set) var codeUndoesParts = false

  @exclusivity(unchecked) private var author = StatementAuthor.package
  /// Whether a statement is being compiled for the first time.
  @exclusivity(unchecked) private var isCompiling = false
  /// Returns whether to refuse a statement that is compiled again because another connection has
  /// changed the schema; nil if that does not matter.
  var refusesRecompiled: (() -> Bool)?

  private enum Presence { case absent, present, replaced }
  @exclusivity(unchecked) private var presence = Presence.absent
  /// Whether another authorizer may have replaced this one since ``recheck(on:)``.
  private(set) var mayBeReplaced = false
  @exclusivity(unchecked) private var wasAsked = false
}

/// The facts that SQLite's authorizer has collected about a statement while it was compiled.
struct StatementFacts {
  /// Whether the statement fires triggers; true if another authorizer is in place.
  fileprivate(set) var firesTriggers = false
  /// The columns that the statement reads or writes; nil if they are not needed or not known.
  fileprivate(set) var columns: [UsedColumn]?
  /// The reason that the statement was refused.
  fileprivate var refused: RefusedStatement?
}

/// A column that a statement reads or writes.
struct UsedColumn {
  let table: String
  /// The column's name; nil for any column of the table, into which rows are inserted.
  let column: String?
}

// MARK: - Compiling

extension Authorizer {
  /// Compiles a statement in a closure. SQL that its author may not use is refused.
  ///
  /// - Parameter notesColumns: Whether to collect the columns that the statement uses.
  /// - Throws: The error of `body`, or the reason for a refusal.
  func compile<Result>(
    by author: StatementAuthor, notingColumns notesColumns: Bool = false,
    _ body: () throws -> Result
  ) throws -> (Result, StatementFacts) {
    let outer = (self.author, isCompiling)
    (self.author, isCompiling) = (author, true)
    facts = StatementFacts(firesTriggers: presence == .replaced)
    if notesColumns && isPresent { facts.columns = [] }
    defer { (self.author, isCompiling) = outer }
    do {
      return (try body(), facts)
    } catch let error as DatabaseError where error.code == .authorization {
      throw facts.refused?.error(sql: error.sql, by: author) ?? error
    }
  }

  /// Runs C code whose effects are not known.
  ///
  /// - Parameter isInTransaction: Whether the code has the connection in a transaction, which it
  ///   may not end.
  func runCode<Result>(isInTransaction: Bool, _ body: () throws -> Result) rethrows -> Result {
    let outer = author
    author = isInTransaction ? .codeInTransaction : .code
    mayBeReplaced = true
    defer { author = outer }
    return try body()
  }

  /// Runs a closure and collects the columns that are read by the statements compiled in it.
  func recordReads<Result>(
    _ body: () throws -> Result
  ) rethrows -> (result: Result, region: ReadRegion) {
    let recorder = ReadRecorder()
    reads = recorder
    defer { reads = nil }
    let result = try body()
    var region = recorder.region
    if !isPresent { region.isUnknown = true }
    return (result, region)
  }

  /// Whether the last run was refused, so that its operation has to be done in another way.
  var hasRefusedRun: Bool { didRefuseTrigger || didRefuseOutdated }

  /// Returns whether a statement was refused since the last call. After an outdated insert,
  /// ``consumeOutdated()`` still returns true.
  @usableFromInline
  @inline(never)
  func consumeRefusal() -> Bool {
    defer { didRefuseTrigger = false }
    return hasRefusedRun
  }

  /// Returns whether, since the last call, an insert was refused because SQLite had to compile it
  /// again.
  @usableFromInline
  @inline(never)
  func consumeOutdated() -> Bool {
    defer { didRefuseOutdated = false }
    return didRefuseOutdated
  }

  /// Runs a closure that compiles statements but does not run them, while another statement is
  /// about to run.
  func refusingNothing<Result>(_ body: () throws -> Result) rethrows -> Result {
    let outer = (guarded, untriggered, isCompiling)
    (guarded, untriggered, isCompiling) = (nil, nil, true)
    defer { (guarded, untriggered, isCompiling) = outer }
    return try body()
  }
}

// MARK: - The callback

extension Authorizer {
  /// Installs the callback. The authorizer must live as long as the connection.
  ///
  /// SQLite then compiles each existing statement again when it next runs.
  func install(on handle: OpaquePointer) {
    presence = .present
    self.handle = handle
    sqlite3_set_authorizer(
      handle,
      { context, action, first, second, database, trigger in
        guard let context else { return SQLITE_OK }
        return Unmanaged<Authorizer>.fromOpaque(context).takeUnretainedValue()
          .answer(action, first, second, database, isForTrigger: trigger != nil)
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  private func answer(
    _ action: Int32, _ first: UnsafePointer<CChar>?, _ second: UnsafePointer<CChar>?,
    _ database: UnsafePointer<CChar>?, isForTrigger: Bool
  ) -> Int32 {
    wasAsked = true
    if !isCompiling, isOfRows(action, first), refusesRecompiled?() == true { return SQLITE_DENY }
    if facts.columns != nil, let table = first {
      switch action {
      case SQLITE_READ, SQLITE_UPDATE:
        facts.columns?.append(
          UsedColumn(
            table: String(cString: table), column: second.map { String(cString: $0) } ?? ""))
      case SQLITE_INSERT:
        facts.columns?.append(UsedColumn(table: String(cString: table), column: nil))
      default: break
      }
    }
    switch action {
    case SQLITE_READ: reads?.add(table: first, column: second, of: database)
    case SQLITE_TRANSACTION, SQLITE_SAVEPOINT, SQLITE_PRAGMA:
      if refuses(action, first, second) { return SQLITE_DENY }
    case SQLITE_ALTER_TABLE, SQLITE_ATTACH, SQLITE_CREATE_TABLE, SQLITE_CREATE_TEMP_TABLE,
      SQLITE_CREATE_TEMP_VIEW, SQLITE_CREATE_VIEW, SQLITE_CREATE_VTABLE, SQLITE_DETACH,
      SQLITE_DROP_TABLE, SQLITE_DROP_TEMP_TABLE, SQLITE_DROP_TEMP_VIEW, SQLITE_DROP_VIEW,
      SQLITE_DROP_VTABLE:
      if refusesOfOne(action, isTemporary: database.map { strcmp($0, "temp") == 0 } ?? false) {
        return SQLITE_DENY
      }
      hasSeenSchemaChange = true
    default: break
    }
    guard isForTrigger else {
      // SQLite compiles the insert before a virtual table's own statements, which it compiles while
      // the insert runs.
      guard action == SQLITE_INSERT, let insert = untriggered ?? guarded,
        sqlite3_stmt_busy(insert) == 0
      else { return SQLITE_OK }
      didRefuseOutdated = true
      return SQLITE_DENY
    }
    facts.firesTriggers = true
    if untriggered == nil { return SQLITE_OK }
    didRefuseTrigger = true
    return SQLITE_DENY
  }

  /// Whether the action reads or writes rows of a table that is not SQLite's own.
  private func isOfRows(_ action: Int32, _ table: UnsafePointer<CChar>?) -> Bool {
    switch action {
    case SQLITE_READ, SQLITE_INSERT, SQLITE_UPDATE, SQLITE_DELETE:
      table.map { sqlite3_strnicmp($0, "sqlite_", 7) != 0 } ?? false
    default: false
    }
  }

  /// Whether the statement is refused because it affects one connection of several.
  ///
  /// The caller's transaction may create temporary objects for itself.
  private func refusesOfOne(_ action: Int32, isTemporary: Bool) -> Bool {
    guard isOneOfSeveral, author == .user || author == .script,
      let found = RefusedStatement(making: action, isTemporary: isTemporary)
    else { return false }
    let isInTransaction =
      author == .script ? isScriptInTransaction : sqlite3_get_autocommit(handle) == 0
    if case .temporary = found, isInTransaction { return false }
    facts.refused = found
    return true
  }

  private func refuses(
    _ action: Int32, _ first: UnsafePointer<CChar>?, _ second: UnsafePointer<CChar>?
  ) -> Bool {
    switch author {
    case .package: return false
    case .code, .codeInTransaction:
      if action == SQLITE_SAVEPOINT, let first, strcmp(first, "ROLLBACK") == 0 {
        codeUndoesParts = true
      }
      // C code may change settings and nest savepoints, but not end the transaction around it.
      return author == .codeInTransaction && action == SQLITE_TRANSACTION
    case .user, .script:
      guard let found = RefusedStatement(action, first, second) else { return false }
      if !allowedSettings.isEmpty, found.isSetting(among: allowedSettings) { return false }
      facts.refused = found
      return true
    }
  }
}

// MARK: - Another authorizer

extension Authorizer {
  /// Installs the callback, unless the caller's own authorizer is in place.
  ///
  /// - Parameter again: Whether statements that were compiled before are compiled again.
  func installUnlessReplaced(on handle: OpaquePointer, again: Bool) {
    if isReplaced(on: handle) { return }
    if again || presence == .absent { install(on: handle) }
  }

  /// Keeps an authorizer that the program has already set.
  func giveWay() { presence = .replaced }

  /// Whether SQLite calls this authorizer. It may be wrong while C code has the connection.
  var isPresent: Bool { presence == .present }

  /// Checks whether another authorizer has replaced this one while C code had the connection.
  ///
  /// - Returns: Whether it has. If so, each statement counts from now on as one that fires
  ///   triggers.
  func recheck(on handle: OpaquePointer) -> Bool {
    defer { mayBeReplaced = false }
    return isReplaced(on: handle)
  }

  /// Whether another authorizer has replaced this one.
  ///
  /// A connection has one authorizer, and no function returns it. So a probe statement is compiled
  /// to see whether this authorizer is called.
  private func isReplaced(on handle: OpaquePointer) -> Bool {
    guard presence == .present else { return presence == .replaced }
    wasAsked = false
    var probe: OpaquePointer?
    sqlite3_prepare_v2(handle, "SELECT 1", -1, &probe, nil)
    sqlite3_finalize(probe)
    if !wasAsked { presence = .replaced }
    return !wasAsked
  }
}
