import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Another program, which reads bytes and writes bytes.
package struct ChildProgram: Sendable {
  package let path: String

  package init(_ path: String) { self.path = path }

  /// The program named by an environment variable, which SwiftPM's plugin sets; without the
  /// variable, the program installed next to this one.
  package static func named(_ variable: String, orBeside name: String) -> ChildProgram? {
    guard let path = getenv(variable).map({ String(cString: $0) }), !path.isEmpty else {
      return beside(name)
    }
    return access(path, X_OK) == 0 ? ChildProgram(path) : nil
  }

  /// A program installed next to this one.
  package static func beside(_ name: String) -> ChildProgram? {
    guard let own = ownPath() else { return nil }
    let end = own.utf8.lastIndex(of: UInt8(ascii: "/")) ?? own.startIndex
    let path = "\(own[..<end])/\(name)"
    return access(path, X_OK) == 0 ? ChildProgram(path) : nil
  }

  private static func ownPath() -> String? {
    #if os(Linux)
      var buffer = Array(repeating: CChar(0), count: 4096)
      let count = readlink("/proc/self/exe", &buffer, buffer.count - 1)
      guard count > 0 else { return nil }
      return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    #else
      return CommandLine.arguments.first.flatMap { realpath($0, nil) }.map { path in
        defer { free(path) }
        return String(cString: path)
      }
    #endif
  }

  /// Runs the program to its end. It inherits standard error.
  ///
  /// - Parameter input: The standard input of the program.
  /// - Returns: Its standard output, and its exit code.
  /// - Throws: ``ToolError`` if it can't be started, or was ended by a signal.
  package func run(_ arguments: [String], input: [UInt8] = []) throws -> (
    output: [UInt8], code: Int32
  ) {
    // If two programs started at once, one would inherit the other's pipes and keep them open.
    let (toChild, fromChild, process) = try Self.starting.withLock { _ in
      let (toChild, fromChild) = (try Pipe(), try Pipe())
      return (toChild, fromChild, try start(arguments, toChild, fromChild))
    }
    defer {
      toChild.close()
      fromChild.close()
    }
    toChild.closeReading()
    fromChild.closeWriting()
    let output = Pipe.pass(input, into: toChild, from: fromChild)
    return (output, try Self.ending(of: process, path))
  }

  private static let starting = Mutex(())

  private func start(_ arguments: [String], _ input: Pipe, _ output: Pipe) throws -> pid_t {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input.reading, 0)
    posix_spawn_file_actions_adddup2(&actions, output.writing, 1)
    var process = pid_t()
    var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) }
    defer { words.forEach { free($0) } }
    words.append(nil)
    let code = posix_spawn(&process, path, &actions, nil, words, environ)
    guard code == 0 else {
      throw ToolError.data("\(path) can't be started: \(String(cString: strerror(code)))")
    }
    return process
  }

  private static func ending(of process: pid_t, _ path: String) throws -> Int32 {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 {
      guard errno == EINTR else { throw ToolError.data("the exit code of \(path) is unknown") }
    }
    guard status & 0x7f == 0 else {
      throw ToolError.data("\(path) was terminated by signal \(status & 0x7f)")
    }
    return (status >> 8) & 0xff
  }
}

/// A pipe with two ends.
private final class Pipe {
  private(set) var reading: Int32
  private(set) var writing: Int32

  /// Creates a pipe whose ends other programs don't inherit.
  init() throws {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw ToolError.data("there are too many open files") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (reading, writing) = (ends[0], ends[1])
  }

  deinit { close() }

  func closeReading() { Self.close(&reading) }
  func closeWriting() { Self.close(&writing) }

  func close() {
    closeReading()
    closeWriting()
  }

  private static func close(_ end: inout Int32) {
    if end >= 0 { _ = unistdClose(end) }
    end = -1
  }

  /// Writes all bytes into one pipe, unless its reader is gone, and reads another pipe to its end,
  /// both at the same time: a program may write before it has read everything.
  static func pass(_ input: [UInt8], into target: Pipe, from source: Pipe) -> [UInt8] {
    _ = fcntl(target.writing, F_SETFL, fcntl(target.writing, F_GETFL) | O_NONBLOCK)
    var place = 0
    var output: [UInt8] = []
    var buffer = Array(repeating: UInt8(0), count: 1 << 16)
    while true {
      if place == input.count { target.closeWriting() }
      // poll() ignores a descriptor of -1.
      var ends = [
        pollfd(fd: source.reading, events: Int16(POLLIN), revents: 0),
        pollfd(fd: target.writing, events: Int16(POLLOUT), revents: 0),
      ]
      guard poll(&ends, 2, -1) >= 0 || errno == EINTR else { return output }
      if ends[1].revents != 0 {
        let count = input[place...].withUnsafeBytes {
          unistdWrite(target.writing, $0.baseAddress, $0.count)
        }
        if count >= 0 {
          place += count
        } else if errno != EINTR && errno != EAGAIN {
          place = input.count
        }
      }
      if ends[0].revents != 0 {
        let count = read(source.reading, &buffer, buffer.count)
        if count > 0 {
          output += buffer[..<count]
        } else if count == 0 || errno != EINTR {
          return output
        }
      }
    }
  }
}

// The system's functions: inside `Pipe`, its own methods hide `close` and `write`.

private func unistdClose(_ end: Int32) -> Int32 { close(end) }

private func unistdWrite(_ end: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(end, bytes, count)
}
