import CSQLite

/// Sees which statements fire triggers.
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

  private enum State { case absent, present, replaced }
  private var state = State.absent
  private var wasAsked = false

  /// Begins to watch. It has to be there for as long as the connection is.
  func install(on handle: OpaquePointer) {
    state = .present
    sqlite3_set_authorizer(
      handle,
      { context, _, _, _, _, trigger in
        guard let context else { return SQLITE_OK }
        let watch = Unmanaged<TriggerWatch>.fromOpaque(context).takeUnretainedValue()
        return watch.answer(isForTrigger: trigger != nil)
      }, Unmanaged.passUnretained(self).toOpaque())
  }

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
