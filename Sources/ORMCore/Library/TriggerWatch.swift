import CSQLite

/// Sees which statements fire triggers, what they read, as far as someone asks, and which of them are refused.
///
/// SQLite asks the authorizer of a connection while it compiles a statement, also when it compiles it
/// anew since the schema has changed, and names the trigger that each access is made for
/// (<https://www.sqlite.org/c3ref/set_authorizer.html>). So a statement that fires none pays nothing
/// for the question when it runs. The actions of foreign keys are triggers without a name: they
/// change other rows than those that are written.
///
/// What is refused (``RefusedStatement``) is refused while the user's text is compiled. SQLite also asks while a
/// statement runs: for those that `VACUUM`, FTS3 and changesets run themselves, `BEGIN` and `SAVEPOINT` among
/// them, and for one that it compiles anew, which was looked at before.
@usableFromInline
final class TriggerWatch {
  /// Whether no statement that fires triggers may be compiled now.
  @exclusivity(unchecked) @usableFromInline var isRefusing = false
  /// Whether one was refused.
  private var hasRefused = false
  /// Whether the statement that was compiled last fires triggers, as far as that is known.
  private(set) var hasSeenTrigger = false

  /// Where it is noted what the statements read that are compiled now.
  var reads: ReadRecorder?
  /// Whether a statement was compiled that can change what tables there are, or their columns.
  var hasSeenSchemaChange = false

  /// Whether C code has the connection.
  var isInCode = false
  /// Whether C code has compiled a `ROLLBACK TO`, which it may run whenever it has the connection.
  private(set) var codeUndoesParts = false

  /// Whose text is compiled now.
  private var author = StatementAuthor.package
  /// What was refused of the text that was compiled last.
  private var refused: RefusedStatement?

  private enum State { case absent, present, replaced }
  private var state = State.absent
  private var wasAsked = false

  /// Begins to watch. It has to be there for as long as the connection is.
  ///
  /// What was compiled before is compiled anew when it next runs.
  func install(on handle: OpaquePointer) {
    state = .present
    sqlite3_set_authorizer(
      handle,
      { context, action, first, second, database, trigger in
        guard let context else { return SQLITE_OK }
        let watch = Unmanaged<TriggerWatch>.fromOpaque(context).takeUnretainedValue()
        switch action {
        case SQLITE_READ: watch.reads?.add(table: first, column: second, of: database)
        case SQLITE_TRANSACTION, SQLITE_SAVEPOINT, SQLITE_PRAGMA:
          if watch.refuses(action, first, second) { return SQLITE_DENY }
        case SQLITE_ALTER_TABLE, SQLITE_ATTACH, SQLITE_CREATE_TABLE, SQLITE_CREATE_TEMP_TABLE,
          SQLITE_CREATE_TEMP_VIEW, SQLITE_CREATE_VIEW, SQLITE_CREATE_VTABLE, SQLITE_DETACH,
          SQLITE_DROP_TABLE, SQLITE_DROP_TEMP_TABLE, SQLITE_DROP_TEMP_VIEW, SQLITE_DROP_VIEW,
          SQLITE_DROP_VTABLE:
          watch.hasSeenSchemaChange = true
        default: break
        }
        return watch.answer(isForTrigger: trigger != nil)
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  /// Begins to watch, unless an authorizer of the user's own is in place.
  ///
  /// - Parameter again: Whether what was compiled before is to be seen, too.
  func installUnlessReplaced(on handle: OpaquePointer, again: Bool) {
    if state == .replaced || isReplaced(on: handle) { return }
    if again || state == .absent { install(on: handle) }
  }

  /// Leaves the place to an authorizer that the program has set before.
  func giveWay() { state = .replaced }

  /// Whether statements are shown to this authorizer, as far as is known.
  var isPresent: Bool { state == .present }

  private func answer(isForTrigger: Bool) -> Int32 {
    wasAsked = true
    guard isForTrigger else { return SQLITE_OK }
    hasSeenTrigger = true
    guard isRefusing else { return SQLITE_OK }
    hasRefused = true
    return SQLITE_DENY
  }

  private func refuses(
    _ action: Int32, _ first: UnsafePointer<CChar>?, _ second: UnsafePointer<CChar>?
  ) -> Bool {
    wasAsked = true
    if isInCode, action == SQLITE_SAVEPOINT, let first, strcmp(first, "ROLLBACK") == 0 {
      codeUndoesParts = true
    }
    switch author {
    case .package: return false
    // What C code sets or nests is its own affair; the transaction around it is not.
    case .code: return action == SQLITE_TRANSACTION
    case .user, .script:
      guard let found = RefusedStatement(action, first, second) else { return false }
      refused = found
      return true
    }
  }

  /// Compiles a text by `body`, in which what the author may not say is refused.
  func compiling<Result>(by author: StatementAuthor, _ body: () throws -> Result) rethrows -> Result
  {
    let outer = self.author
    self.author = author
    refused = nil
    defer { self.author = outer }
    return try body()
  }

  /// The error of a text that could not be compiled: what was refused of it, where that is the cause.
  func error(_ error: DatabaseError, by author: StatementAuthor) -> DatabaseError {
    guard error.code == .authorization, let refused else { return error }
    return refused.error(sql: error.sql, by: author)
  }

  /// To be called before a statement is compiled.
  func begin() { hasSeenTrigger = state == .replaced }

  /// Whether a statement was refused since this was asked last.
  @usableFromInline
  @inline(never)
  func takeRefusal() -> Bool {
    defer { hasRefused = false }
    return hasRefused
  }

  /// Whether another authorizer has taken this one's place by now, from when on every statement
  /// counts as one that fires triggers.
  ///
  /// A connection has one authorizer, and no function tells which: whether a statement is shown to
  /// this one does.
  func isReplaced(on handle: OpaquePointer) -> Bool {
    guard state == .present else { return false }
    wasAsked = false
    var probe: OpaquePointer?
    sqlite3_prepare_v2(handle, "SELECT 1", -1, &probe, nil)
    sqlite3_finalize(probe)
    if !wasAsked { state = .replaced }
    return !wasAsked
  }
}
