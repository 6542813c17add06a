import CSQLite

/// Sees which statements fire triggers, and what they read, as far as someone asks.
///
/// SQLite asks the authorizer of a connection while it compiles a statement, also when it compiles it
/// anew since the schema has changed, and names the trigger that each access is made for
/// (<https://www.sqlite.org/c3ref/set_authorizer.html>). So a statement that fires none pays nothing
/// for the question when it runs. The actions of foreign keys are triggers without a name: they
/// change other rows than those that are written.
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
        if action == SQLITE_READ {
          watch.reads?.add(table: first, column: second, of: database)
        } else if TriggerWatch.schemaActions.contains(action) {
          watch.hasSeenSchemaChange = true
        }
        return watch.answer(isForTrigger: trigger != nil)
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  private static let schemaActions: Set<Int32> = [
    SQLITE_ALTER_TABLE, SQLITE_ATTACH, SQLITE_CREATE_TABLE, SQLITE_CREATE_TEMP_TABLE,
    SQLITE_CREATE_TEMP_VIEW, SQLITE_CREATE_VIEW, SQLITE_CREATE_VTABLE, SQLITE_DETACH,
    SQLITE_DROP_TABLE, SQLITE_DROP_TEMP_TABLE, SQLITE_DROP_TEMP_VIEW, SQLITE_DROP_VIEW,
    SQLITE_DROP_VTABLE,
  ]

  /// Begins to watch, unless an authorizer of the user's own is in place.
  ///
  /// - Parameter again: Whether what was compiled before is to be seen, too.
  func installUnlessReplaced(on handle: OpaquePointer, again: Bool) {
    if state == .replaced || isReplaced(on: handle) { return }
    if again || state == .absent { install(on: handle) }
  }

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
