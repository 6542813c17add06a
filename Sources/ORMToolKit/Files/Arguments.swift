import ORMCore

extension SQLValue {
  /// Parses a value of a command line, for `--bind`: an integer, a real number, `NULL`, a BLOB as
  /// `x'0102'`, a text in single quotes, or any other text.
  package init(argument text: String) {
    if text.isSameName(as: "null") {
      self = .null
    } else if let value = Int64(text) {
      self = .integer(value)
    } else if text.beginsAsNumber, let value = Double(text) {
      self = .real(value)
    } else if let bytes = Self.bytes(ofLiteral: text) {
      self = .blob(bytes)
    } else if text.utf8.count >= 2, text.utf8.first == 0x27, text.utf8.last == 0x27 {
      let inner = Substring(text.utf8.dropFirst().dropLast())
      let parts = inner.split(separator: "''", omittingEmptySubsequences: false)
      self = .text(parts.joined(separator: "'"))
    } else {
      self = .text(text)
    }
  }

  /// Parses a value of a key, for a column of a type: SQLite converts text by the column's
  /// affinity.
  package init(argument text: String, for type: String?) {
    if let bytes = Self.bytes(ofLiteral: text) {
      self = .blob(bytes)
    } else if type.map(Self.hasNoAffinity) ?? true, let value = Int64(text) {
      self = .integer(value)
    } else {
      self = .text(text)
    }
  }

  /// See <https://www.sqlite.org/datatype3.html#determination_of_column_affinity>.
  private static func hasNoAffinity(_ type: String) -> Bool {
    let type = type.raisedInASCII
    return type.isEmpty || type.isSameName(as: "ANY")
      || type.contains(bytes: "BLOB") && !type.contains(bytes: "INT")
  }

  /// The bytes of `x'0102'`.
  private static func bytes(ofLiteral text: String) -> [UInt8]? {
    let text = Array(text.utf8)
    guard text.count >= 3, text[0] | 0x20 == 0x78, text[1] == 0x27, text.last == 0x27 else {
      return nil
    }
    let digits = text[2..<(text.count - 1)].map { digit -> UInt8? in
      switch digit {
      case 0x30...0x39: digit - 0x30
      case 0x41...0x46: digit - 0x37
      case 0x61...0x66: digit - 0x57
      default: nil
      }
    }
    guard digits.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    for place in stride(from: 0, to: digits.count, by: 2) {
      guard let high = digits[place], let low = digits[place + 1] else { return nil }
      bytes.append(high << 4 | low)
    }
    return bytes
  }
}

extension String {
  /// Whether the text has only characters of a decimal number, unlike `nan`, `infinity` or `0x1p3`.
  fileprivate var beginsAsNumber: Bool {
    utf8.allSatisfy { (0x30...0x39).contains($0) || [0x2b, 0x2d, 0x2e, 0x45, 0x65].contains($0) }
  }
}

extension String {
  /// The text as one word of a shell command, in quotes if the shell would change it.
  package var shellWord: String {
    let isPlain = utf8.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x80...0xFF: true
      default: "-_./:=,+@%".utf8.contains(byte)
      }
    }
    return isPlain && !isEmpty ? self : shellQuoted
  }

  /// The text in single quotes, as one word of a shell command.
  package var shellQuoted: String { "'" + replacing(bytes: "'", with: #"'\''"#) + "'" }
}
