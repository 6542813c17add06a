import Synchronization

/// The connections that read, each lent to one task at a time.
///
/// They are opened when they are first needed. Where all are lent, tasks wait in the order in which
/// they came.
final class ReaderPool: Sendable {
  private struct State {
    var idle: [Connection] = []
    /// How many connections there are, lent ones included.
    var count = 0
    var waiting: [Waiter] = []
    var nextID = 0
  }

  private struct Waiter {
    let id: Int
    let continuation: CheckedContinuation<Connection?, any Error>
  }

  private let path: String
  private let configuration: Configuration
  private let extensions: ExtensionRegistry
  private let role: Connection.Role
  private let state = Mutex(State())

  init(
    path: String, configuration: Configuration, extensions: ExtensionRegistry, isOnly: Bool
  ) {
    self.path = path
    self.configuration = configuration
    self.extensions = extensions
    role = isOnly ? .onlyReader : .reader
  }

  /// Lends a connection, which has to be given back.
  ///
  /// - Throws: ``DatabaseError`` where one can't be opened; `CancellationError` where the task is
  ///   cancelled while it waits.
  func take() async throws -> Connection {
    while true {
      enum Turn { case ready(Connection), open, wait(Int) }
      let turn = state.withLock { state -> Turn in
        if let connection = state.idle.popLast() { return .ready(connection) }
        if state.count < configuration.readerCount {
          state.count += 1
          return .open
        }
        state.nextID += 1
        return .wait(state.nextID)
      }
      switch turn {
      case .ready(let connection): return connection
      case .open: return try open()
      case .wait(let id):
        // Nil is the word that a connection has failed to open, and its place is free.
        if let connection = try await wait(id) { return connection }
      }
    }
  }

  /// Takes a connection back, and hands it to the task that has waited longest.
  func give(back connection: Connection) {
    let waiter = state.withLock { state -> Waiter? in
      if state.waiting.isEmpty {
        state.idle.append(connection)
        return nil
      }
      return state.waiting.removeFirst()
    }
    waiter?.continuation.resume(returning: connection)
  }

  private func open() throws -> Connection {
    do {
      return try Connection(
        path: path, role: role, configuration: configuration, extensions: extensions)
    } catch {
      let waiter = state.withLock { state -> Waiter? in
        state.count -= 1
        return state.waiting.isEmpty ? nil : state.waiting.removeFirst()
      }
      waiter?.continuation.resume(returning: nil)
      throw error
    }
  }

  private func wait(_ id: Int) async throws -> Connection? {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let given = state.withLock { state -> Result<Connection?, any Error>? in
          if Task.isCancelled { return .failure(CancellationError()) }
          // One may have come back in the meantime, or failed to open.
          if let connection = state.idle.popLast() { return .success(connection) }
          if state.count < configuration.readerCount { return .success(nil) }
          state.waiting.append(Waiter(id: id, continuation: continuation))
          return nil
        }
        switch given {
        case .success(let connection): continuation.resume(returning: connection)
        case .failure(let error): continuation.resume(throwing: error)
        case nil: break
        }
      }
    } onCancel: {
      let waiter = state.withLock { state -> Waiter? in
        guard let index = state.waiting.firstIndex(where: { $0.id == id }) else { return nil }
        return state.waiting.remove(at: index)
      }
      waiter?.continuation.resume(throwing: CancellationError())
    }
  }
}
