import ORMCore

// A recorded version as a Swift file that `orm record` writes and reads.

extension Schema.Version {
  /// Whether a text can be the name of a version, which is also part of a file name and of a Swift
  /// name.
  package static func isName(_ name: String) -> Bool {
    name.utf8.first.map { $0.isLetter || $0 >= 0x80 } ?? false
      && name.utf8.allSatisfy {
        $0.isLetter || $0.isDigit || $0 >= 0x80 || $0 == UInt8(ascii: "-")
          || $0 == UInt8(ascii: "_")
      }
  }

  /// The name of the Swift constant.
  package var constant: String {
    var names = SwiftNames.versions
    return names.unused(SwiftName(name).property)
  }

  /// The text of the file.
  package var source: String {
    let marks = String(repeating: "#", count: delimiterCount)
    let lines = json.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : "    " + String(decoding: $0, as: UTF8.self) }
      .joined(separator: "\n")
    return """
      // The schema of version \(name), recorded by `orm record`. It has shipped: do not edit it.
      import ORM

      extension Schema.Version {
        /// Version \(name)\(previous.map { ", which follows \($0)" } ?? ", the first one").
        static let \(constant) = Schema.Version(
          "\(name)", after: \(previous.map { "\"\($0)\"" } ?? "nil"),
          \(marks)\"""
      \(lines)
          \"""\(marks))
      }

      """
  }

  /// The number of `#` that a raw string needs so that nothing in it ends it or is interpolated.
  private var delimiterCount: Int {
    var (longest, run, isCounted) = (0, 0, false)
    for byte in json.utf8 {
      if byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "\"") {
        (run, isCounted) = (0, true)
      } else if byte == UInt8(ascii: "#"), isCounted {
        run += 1
        longest = max(longest, run)
      } else {
        isCounted = false
      }
    }
    return longest + 1
  }

  /// Creates a version from the text of a file that ``source`` has written; nil for any other text.
  package init?(source: String) {
    var rest = source.utf8[...]
    func moved(past word: String) -> Bool {
      guard let range = rest.firstRange(of: word.utf8) else { return false }
      rest = rest[range.upperBound...]
      return true
    }
    func quotedText() -> String? {
      guard moved(past: "\""), let end = rest.firstIndex(of: UInt8(ascii: "\"")) else {
        return nil
      }
      defer { rest = rest[rest.index(after: end)...] }
      return String(decoding: rest[..<end], as: UTF8.self)
    }
    guard moved(past: "= Schema.Version("), let name = quotedText(), moved(past: "after: ")
    else { return nil }
    var previous: String?
    if !rest.starts(with: "nil".utf8) {
      guard let text = quotedText() else { return nil }
      previous = text
    }
    guard moved(past: "\"\"\"\n") else { return nil }
    var lines: [String] = []
    for line in rest.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      if line.starts(with: "    \"\"\"#".utf8) {
        self.init(name, after: previous, lines.joined(separator: "\n"))
        return
      }
      lines.append(String(decoding: line.dropFirst(4), as: UTF8.self))
    }
    return nil
  }
}

extension UInt8 {
  fileprivate var isLetter: Bool {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self)
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self)
  }
}
