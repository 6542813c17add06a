/// A new connection whose setup has begun.
struct OpenedConnection {
  let owner: ConnectionHandle
  /// The pragmas that the program has set; nil if it has not prepared the connection.
  let prepared: PragmaRecorder?
  /// Whether no part of the setup is left for the first task.
  let isSetUp: Bool

  /// Opens the file, and blocks the thread until a lock is free.
  init(
    _ path: String, _ role: Connection.Role, _ configuration: Configuration, waiting wait: LockWait
  ) throws {
    owner = try ConnectionHandle(
      path: path, for: role.access(makesFile: configuration.makesFile),
      vfs: configuration.vfs, isImmutable: configuration.isImmutable,
      uriParameters: configuration.uriParameters)
    let connection = RawConnection(owner.pointer)
    defer { connection.setBusyTimeout(.zero) }
    if configuration.prepareConnection != nil { try role.beginPreparing(connection) }
    let prepared = try configuration.prepare(owner.pointer, waiting: wait)
    isSetUp = try wait.run(on: connection) {
      try role.begin(connection, configuration, besides: prepared?.names)
    }
    self.prepared = prepared
  }
}
