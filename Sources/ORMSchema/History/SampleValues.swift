import ORMCore

/// Values that a program may have stored in a column, made from the schema alone.
///
/// Each value is an SQL expression, of the column's type, in the form of its representation.
package struct SampleValues: Sendable {
  /// The values, all different unless the column can store only a few values; the enum's cases, if
  /// they are recorded.
  package var series: [String]
  /// Legal values that are easily forgotten: the empty text, zero, fractions of a second.
  package var edges: [String] = []
  /// Whether `series` contains every value that the column can store.
  package var isComplete = false
  /// Whether any other value of the same storage class may be legal.
  package var isOpen = false

  /// Creates the values of a column.
  ///
  /// - Parameter count: The number of values in the series.
  package init(of column: Schema.Column, isStrict: Bool, count: Int) {
    if let cases = column.representation?.cases, !cases.isEmpty {
      self.init(series: cases.map(\.value), isComplete: true)
    } else if let form = column.representation.flatMap({ KnownRepresentation($0.nameOfRawValue) }) {
      self.init(form, column.name, count)
    } else {
      self.init(type: column.type, column.name, isStrict: isStrict, count)
    }
  }

  private init(series: [String], edges: [String] = [], isComplete: Bool = false) {
    (self.series, self.edges, self.isComplete) = (series, edges, isComplete)
  }

  private init(_ form: KnownRepresentation, _ column: String, _ count: Int) {
    let numbers = 1...max(1, count)
    func digits(_ number: Int) -> String {
      let text = String(number, radix: 16, uppercase: true)
      return String(repeating: "0", count: max(0, 12 - text.utf8.count)) + text
    }
    switch form {
    case .integer:
      self.init(series: numbers.map { "\($0)" }, edges: ["0", "100"])
      isOpen = true
    case .bool: self.init(series: ["1", "0"], isComplete: true)
    case .double, .float:
      self.init(series: numbers.map { "\($0).5" }, edges: ["0.0", "1024.0"])
      isOpen = true
    case .text:
      self.init(series: numbers.map { "\(column) \($0)".literal }, edges: ["''", "'Zoë ''Ω'''"])
      isOpen = true
    case .blob:
      self.init(series: numbers.map { "x'\(digits($0))'" }, edges: ["x''"])
      isOpen = true
    case .url: self.init(series: numbers.map { "'https://example.com/\($0)'" })
    case .json: self.init(series: numbers.map { "'{\"n\":\($0)}'" })
    case .uuid: self.init(series: numbers.map { "x'4D3C2B1A000040008000\(digits($0))'" })
    case .uuidText:
      self.init(series: numbers.map { "'4D3C2B1A-0000-4000-8000-\(digits($0))'" })
    case .lowercaseUUIDText:
      self.init(series: numbers.map { "'4d3c2b1a-0000-4000-8000-\(digits($0).loweredInASCII)'" })
    case .decimal: self.init(series: numbers.map { "'\($0).5'" }, edges: ["'0'", "'12'"])
    case .minorUnits: self.init(series: numbers.map { "\($0)50" }, edges: ["0", "1"])
    case .instant(let instant): self.init(instant, numbers)
    }
  }

  /// Days, and times of the day for the forms that have them.
  private init(_ instant: KnownRepresentation.Instant, _ numbers: ClosedRange<Int>) {
    // 2026-01-02 00:00:00 UTC, in seconds since 2001.
    let start = 789_004_800
    func stored(_ date: String) -> String { instant.stored(date) }
    let time = instant == .dateText ? 0 : 3723
    var edges = [stored("\(start).0")]
    switch instant {
    case .secondsSince1970, .secondsSince2001: edges.append(stored("\(start).123456"))
    case .unixMilliseconds, .julianDay, .iso8601, .dateTimeText, .dateTimeMillisecondsText:
      edges.append(stored("\(start).123"))
    case .unixSeconds, .iso8601Seconds, .dateText: break
    }
    self.init(series: numbers.map { stored("\(start + $0 * 86_400 + time).0") }, edges: edges)
  }

  /// The values of a column whose representation is not known.
  private init(type: String, _ column: String, isStrict: Bool, _ count: Int) {
    func contains(_ word: String) -> Bool {
      type.raisedInASCII.utf8.firstRange(of: word.utf8) != nil
    }
    func form(_ form: KnownRepresentation) -> Self { Self(form, column, count) }
    let numbers = 1...max(1, count)
    if !isStrict {
      if contains("BOOL") {
        self = form(.bool)
        return
      }
      if contains("DATETIME") || contains("TIMESTAMP") {
        self = form(.instant(.dateTimeText))
        return
      }
      if contains("DATE") {
        self = form(.instant(.dateText))
        return
      }
    }
    switch Affinity(type) {
    case .integer: self = form(.integer(.min ... .max))
    case .real: self = form(.double)
    case .text: self = form(.text)
    // `BLOB` and no type have the same affinity.
    case .none where contains("BLOB"): self = form(.blob)
    case .numeric where !type.isSameName(as: "ANY"): self = form(.integer(.min ... .max))
    case .none, .numeric:
      self.init(
        series: numbers.map { $0.isMultiple(of: 2) ? "'\($0)'" : "\($0)" }, edges: ["1.5", "x'00'"])
    }
    isOpen = true
  }

  /// Adds values that the literals of a `CHECK` suggest, with the storage class of the series.
  package mutating func add(literalsOf check: String) {
    guard isOpen, let first = series.first else { return }
    if first.utf8.first == UInt8(ascii: "'") {
      edges += ["'A'", "'abc'", "'1'", "'a@example.com'", "'{}'", "'[]'", "'2026-01-02'"]
    }
    for token in SQLTokens(check) {
      switch token.kind {
      case .string where first.utf8.first == UInt8(ascii: "'"):
        let text = token.unquoted
        edges += ([text] + Self.matches(of: text)).map(\.literal)
      case .number:
        let text = String(token.text)
        guard let number = Int64(text), number < 1 << 40 else {
          if let number = Double(text), number.isFinite {
            edges += [number, number / 2].map { "\($0)" }
          }
          continue
        }
        edges += Self.values(near: number, like: first)
      default: continue
      }
    }
  }

  private static func values(near number: Int64, like value: String) -> [String] {
    switch value.utf8.first {
    case UInt8(ascii: "'"):
      guard (1...64).contains(number) else { return ["'\(number)'"] }
      return ["a", "A", "1"].map { "'\(String(repeating: $0, count: Int(number)))'" }
    case UInt8(ascii: "x"):
      guard (1...64).contains(number) else { return [] }
      return (1...4).map { "x'\(String(repeating: "0\($0)", count: Int(number)))'" }
    default:
      let numbers = [number, number + 1, number - 1, -number]
      let isReal = value.utf8.contains(UInt8(ascii: "."))
      return numbers.map { isReal ? "\($0).0" : "\($0)" }
    }
  }

  /// Returns texts that match a pattern of `LIKE` or of `GLOB`.
  private static func matches(of pattern: String) -> [String] {
    var like = ""
    var glob = ""
    var rest = pattern.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      like.unicodeScalars.append(scalar == "%" || scalar == "_" ? "a" : scalar)
      switch scalar {
      case "*", "?": glob.unicodeScalars.append("a")
      case "[":
        if let first = rest.first(where: { $0 != "^" }) { glob.unicodeScalars.append(first) }
        while let next = rest.popFirst(), next != "]" {}
      default: glob.unicodeScalars.append(scalar)
      }
    }
    return [like, glob]
  }
}

extension String {
  fileprivate var literal: String { SQLValue.text(self).literal }
}
