import Foundation

/// A program that a test starts, by the shell.
///
/// `Process` won't do: before it starts a program it lists this one's open files, and with some 1,300 of
/// them, as many as tests that run side by side may have open, it reads beyond the end of its list.
enum ShellCommand {
  /// Runs a program, found on the `PATH`, and waits until it has ended.
  ///
  /// - Returns: What it wrote to its standard error.
  /// - Throws: What the system says where no shell can be started.
  static func errorOutput(of words: [String]) throws -> Data {
    let line = words.map(quoted).joined(separator: " ") + " 2>&1 >/dev/null"
    guard let output = popen(line, "r") else {
      throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EAGAIN)
    }
    defer { pclose(output) }
    var text = Data()
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = fread(&buffer, 1, buffer.count, output)
      if count == 0 { return text }
      text.append(contentsOf: buffer[..<count])
    }
  }

  /// The word as the shell takes it for itself, whatever stands in it.
  private static func quoted(_ word: String) -> String {
    let parts = word.utf8.split(separator: UInt8(ascii: "'"), omittingEmptySubsequences: false)
    return "'" + parts.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "'\\''") + "'"
  }
}
