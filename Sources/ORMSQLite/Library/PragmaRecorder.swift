import CSQLite
import ORMCore

/// Records which pragmas are set on a connection.
///
/// SQLite calls the authorizer of a connection for each pragma, including those that C code runs
/// (<https://www.sqlite.org/c3ref/c_alter_table.html>).
final class PragmaRecorder {
  private(set) var names: Set<SQLName> = []
  /// Whether an authorizer of the program has replaced this one.
  private(set) var isReplaced = false
  private var wasAsked = false

  /// Records the pragmas that a closure sets on the connection.
  static func record(
    on handle: OpaquePointer, during body: () throws -> Void
  ) rethrows -> PragmaRecorder {
    let recorder = PragmaRecorder()
    return try withExtendedLifetime(recorder) {
      recorder.install(on: handle)
      defer { recorder.remove(from: handle) }
      try body()
      return recorder
    }
  }

  private func install(on handle: OpaquePointer) {
    sqlite3_set_authorizer(
      handle,
      { context, action, name, value, _, _ in
        guard let context else { return SQLITE_OK }
        let recorder = Unmanaged<PragmaRecorder>.fromOpaque(context).takeUnretainedValue()
        recorder.wasAsked = true
        if action == SQLITE_PRAGMA, let name, value != nil { recorder.add(name) }
        return SQLITE_OK
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  private func add(_ name: UnsafePointer<CChar>) {
    names.insert(SQLName(String(cString: name)))
  }

  /// Removes the authorizer, unless the program has replaced it. A connection has one authorizer,
  /// and a probe statement shows whether it is this one.
  private func remove(from handle: OpaquePointer) {
    wasAsked = false
    var probe: OpaquePointer?
    sqlite3_prepare_v2(handle, "SELECT 1", -1, &probe, nil)
    sqlite3_finalize(probe)
    isReplaced = !wasAsked
    if wasAsked { sqlite3_set_authorizer(handle, nil, nil) }
  }
}
