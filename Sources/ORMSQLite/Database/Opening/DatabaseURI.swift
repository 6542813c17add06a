import ORMCore

/// A URI as SQLite reads it: `file:`, a path, and parameters; see
/// <https://www.sqlite.org/uri.html>.
struct DatabaseURI {
  let path: String
  /// The names and values after the `?`, in their order.
  let parameters: [(name: String, value: String)]

  /// - Throws: ``DatabaseError`` if the text is not a URI of a file.
  init(_ uri: String) throws {
    func invalid(_ why: String) -> DatabaseError {
      DatabaseError(extendedCode: .cannotOpen, message: why, path: uri)
    }
    guard uri.utf8.starts(with: "file:".utf8) else {
      throw invalid("the URI does not begin with file:")
    }
    var rest = uri.utf8.dropFirst(5).prefix { $0 != UInt8(ascii: "#") }
    if rest.starts(with: "//".utf8) {
      rest = rest.dropFirst(2)
      let authority = rest.prefix { $0 != UInt8(ascii: "/") }
      guard authority.isEmpty || authority.elementsEqual("localhost".utf8) else {
        throw invalid("the URI names a host; only localhost is supported")
      }
      rest = rest.dropFirst(authority.count)
    }
    let path = rest.prefix { $0 != UInt8(ascii: "?") }
    self.path = path.percentDecoded
    guard !self.path.isEmpty, self.path != ":memory:" else {  // Characters: a path
      throw invalid(
        "the URI does not name a file; see Database.inMemory() and Database.temporary()")
    }
    parameters = rest.dropFirst(path.count + 1).split(separator: UInt8(ascii: "&")).map { text in
      let name = text.prefix { $0 != UInt8(ascii: "=") }
      return (name.percentDecoded, text.dropFirst(name.count + 1).percentDecoded)
    }
  }

  /// Returns the configuration with the parameters applied.
  ///
  /// - Throws: ``DatabaseError`` if a ``Database`` does not support a parameter.
  func configuring(_ configuration: Configuration) throws -> Configuration {
    var configuration = configuration
    func refused(_ why: String) -> DatabaseError {
      DatabaseError(extendedCode: .cannotOpen, message: why, path: path)
    }
    for (name, value) in parameters {
      switch (name, value) {  // Characters: words of ASCII letters
      case ("mode", "ro"): configuration.isReadOnly = true
      case ("mode", "rw"): configuration.makesFile = false
      case ("mode", "rwc"), ("cache", "private"): break
      case ("mode", "memory"):
        throw refused(
          "mode=memory does not name a file; Database.inMemory() is a database in memory")
      case ("cache", "shared"):
        throw refused("cache=shared would make the connections of a database lock each other out")
      case ("mode", _), ("cache", _): throw refused("\(name)=\(value) is not supported")
      case ("vfs", _): configuration.vfs = value
      case ("immutable", _):
        // Characters: words of ASCII letters
        if ["1", "yes", "true", "on"].contains(value) { configuration.isImmutable = true }
      default: configuration.uriParameters.append("\(name.percentEncoded)=\(value.percentEncoded)")
      }
    }
    return configuration
  }
}

extension Substring.UTF8View {
  /// The text, with each `%` and its two digits replaced by the byte that they encode.
  fileprivate var percentDecoded: String {
    var bytes: [UInt8] = []
    var rest = self
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), let digits = String(rest.prefix(2)), digits.utf8.count == 2,
        digits.utf8.allSatisfy(\.isHexDigit), let decoded = UInt8(digits, radix: 16)
      {
        bytes.append(decoded)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension UInt8 {
  fileprivate var isHexDigit: Bool {
    isDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self | 0x20)
  }
}
