import ORMCore
import ORMSchema

extension Connection {
  /// Refuses statements that SQLite compiles again after a newer program has migrated the file.
  ///
  /// While SQLite compiles a statement, its connection can't run another one. A second connection,
  /// opened for this purpose, reads the ledger, and only if a commit has changed the file since it
  /// was last read.
  static func watchMigrations(
    of owner: ConnectionHandle, _ configuration: Configuration, _ extensions: ExtensionRegistry,
    _ failure: SwiftFunctionError
  ) {
    let (handle, path) = (owner.pointer, owner.path)
    if path.isEmpty || path.hasSameBytes(as: ":memory:") { return }
    var version: UInt32?
    owner.authorizer.refusesRecompiled = {
      let migrated = extensions.migrated
      guard migrated.isWatched else { return false }
      if migrated.newer == nil {
        let now = RawConnection(handle).dataVersion
        if now == version { return false }
        version = now
        // A record that can't be read is read again when the next task begins.
        if (try? lookAside(path, configuration, migrated)) == nil { extensions.checkAgain() }
      }
      guard let newer = migrated.newer else { return false }
      extensions.checkAgain()
      failure.refuse(newer)
      return true
    }
  }

  private static func lookAside(
    _ path: String, _ configuration: Configuration, _ migrated: MigratedSchema
  ) throws {
    let aside = try ConnectionHandle(
      path: path, for: .reading, vfs: configuration.vfs, isImmutable: configuration.isImmutable,
      uriParameters: configuration.uriParameters)
    _ = try configuration.prepare(aside.pointer)
    _ = try migrated.look(by: RawConnection(aside.pointer))
    try aside.close()
  }

  /// Makes the connections of the database look for migrations by newer programs from now on. This
  /// connection has just read the ledger, and need not read it again.
  ///
  /// - Parameter fingerprint: The fingerprint of the schema, according to the ledger.
  func watch(_ fingerprint: String) {
    extensions.migrated.set(fingerprint)
    skipCheck(extensions.checkAgain())
  }

  /// - Throws: ``NewerSchemaError`` if a newer program has migrated the file since this one did;
  ///   ``DatabaseLocked`` if that can't be read now.
  func checkIsNewest() throws {
    let migrated = extensions.migrated
    if let newer = migrated.newer { throw newer }
    guard migrated.isWatched else { return }
    let newer = try mappingBusyToLocked {
      do {
        return try authorizer.refusingNothing { try migrated.look(by: RawConnection(handle)) }
      } catch let error as DatabaseError where error.code == .error {
        // The record was dropped.
        return nil
      }
    }
    if let newer { throw newer }
  }
}
