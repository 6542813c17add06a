import CSQLite
import ORMCore

extension OpaquePointer {
  /// Sets `SQLITE_DBCONFIG_DEFENSIVE` of a connection.
  package func setDefensive(_ isDefensive: Bool) { RawConnection(self).setDefensive(isDefensive) }
}

/// Placeholders for a program's collations that a connection lacks. They compare bytes.
///
/// An index that was written with a placeholder has the wrong order for the program, which must
/// rebuild it with `REINDEX`.
package final class PlaceholderCollations {
  /// The names of the collations that were needed.
  package private(set) var names: [String] = []
  private let handle: OpaquePointer

  /// Registers a placeholder for each collation that a statement needs from now on.
  package init(on handle: OpaquePointer) {
    self.handle = handle
    sqlite3_collation_needed(handle, Unmanaged.passUnretained(self).toOpaque()) {
      context, connection, _, name in
      guard let context, let connection, let name else { return }
      let collations = Unmanaged<PlaceholderCollations>.fromOpaque(context).takeUnretainedValue()
      let code = sqlite3_create_collation_v2(
        connection, name, SQLITE_UTF8, nil,
        { _, leftCount, left, rightCount, right in
          let left = UnsafeRawBufferPointer(start: left, count: Int(leftCount))
          let right = UnsafeRawBufferPointer(start: right, count: Int(rightCount))
          if left.elementsEqual(right) { return 0 }
          return left.lexicographicallyPrecedes(right) ? -1 : 1
        }, nil)
      if code == SQLITE_OK { collations.names.append(String(cString: name)) }
    }
  }

  /// Registers no further placeholders. Call it while the connection is open.
  package func end() { sqlite3_collation_needed(handle, nil, nil) }
}
