#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Another process of this program, whose standard output is read here.
final class ChildProcess {
  let id: pid_t
  private let output: Int32
  private var hasEnded = false

  /// - Parameter arguments: Those of the command, its name first.
  init(_ arguments: [String]) throws {
    var ends: [Int32] = [0, 0]
    try promise(pipe(&ends) == 0, "there is a pipe")
    defer { close(ends[1]) }
    output = ends[0]
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }

    #if os(Linux)
      var actions = posix_spawn_file_actions_t()
    #else
      var actions: posix_spawn_file_actions_t?
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)

    let program = Self.program
    var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var environment: [UnsafeMutablePointer<CChar>?] = [nil]
    var id: pid_t = 0
    let error = posix_spawn(&id, program, &actions, nil, &words, &environment)
    try promise(error == 0, "\(program) starts: \(error)")
    self.id = id
  }

  deinit {
    if !hasEnded { _ = try? end() }
    close(output)
  }

  private static var program: String {
    #if os(Linux)
      "/proc/self/exe"
    #else
      CommandLine.arguments[0]
    #endif
  }

  /// Ends the process at once by SIGKILL, and waits until it is gone.
  ///
  /// - Returns: whether that is what has ended it.
  func end() throws -> Bool {
    kill(id, SIGKILL)
    return try wait() & 0x7F == SIGKILL
  }

  /// Waits until the process has ended by itself.
  ///
  /// - Returns: what `waitpid` says of its end: 0 where all went well.
  func wait() throws -> Int32 {
    var status: Int32 = 0
    while waitpid(id, &status, 0) < 0 {
      try promise(errno == EINTR, "process \(id) is waited for")
    }
    hasEnded = true
    return status
  }

  /// Waits for what the process writes, and gives at most so many bytes of it; none at its end.
  func read(_ count: Int) throws -> [UInt8] {
    var failed = false
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      var read: Int
      repeat {
        #if canImport(Glibc)
          read = Glibc.read(output, buffer.baseAddress, count)
        #else
          read = Darwin.read(output, buffer.baseAddress, count)
        #endif
      } while read < 0 && errno == EINTR
      failed = read < 0
      filled = max(0, read)
    }
    try promise(!failed, "the pipe of process \(id) can be read")
    return bytes
  }

  /// All that the process has written and nobody has read, when it has ended.
  func readToEnd() throws -> [UInt8] {
    var all: [UInt8] = []
    while true {
      let bytes = try read(1 << 16)
      if bytes.isEmpty { return all }
      all += bytes
    }
  }
}

/// Blocks the thread: for moments finer than those that tasks are woken at.
func sleep(microseconds: Int) {
  usleep(UInt32(max(0, microseconds)))
}
