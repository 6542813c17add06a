import ORMCore

/// A stored form that a migration can convert: a representation of this package.
package enum KnownRepresentation: Hashable, Sendable {
  /// An integer with its bounds.
  case integer(ClosedRange<Int64>)
  case bool, double, float, text, blob
  case url, json
  case uuid, uuidText, lowercaseUUIDText
  case decimal
  /// An amount as a number of its smallest unit. The value is the number of decimal digits: 2 for
  /// cents.
  case minorUnits(Int)
  case instant(Instant)

  /// The forms of a point in time.
  package enum Instant: String, CaseIterable, Sendable {
    case secondsSince1970, unixSeconds, unixMilliseconds, secondsSince2001, julianDay
    case iso8601, iso8601Seconds, dateTimeText, dateTimeMillisecondsText, dateText
  }

  /// Finds the form with this name; nil if a program defines the representation itself.
  package init?(_ name: String) {
    if let known = Self.named[ExactText(name)] {
      self = known
      return
    }
    guard let scale = Self.scale(ofMinorUnits: name) else { return nil }
    self = .minorUnits(scale)
  }

  private static let named: [ExactText: KnownRepresentation] = {
    var forms: [ExactText: KnownRepresentation] = [
      ExactText("bool"): .bool, ExactText("double"): .double, ExactText("float"): .float,
      ExactText("text"): .text, ExactText("blob"): .blob,
      ExactText("url"): .url, ExactText("json"): .json, ExactText("uuid"): .uuid,
      ExactText("uuidText"): .uuidText,
      ExactText("lowercaseUUIDText"): .lowercaseUUIDText, ExactText("decimal"): .decimal,
      ExactText("int8"): .integer(-0x80...0x7f), ExactText("int16"): .integer(-0x8000...0x7fff),
      ExactText("int32"): .integer(-0x8000_0000...0x7fff_ffff),
      ExactText("int64"): .integer(.min ... .max),
      ExactText("uint8"): .integer(0...0xff), ExactText("uint16"): .integer(0...0xffff),
      ExactText("uint32"): .integer(0...0xffff_ffff), ExactText("uint64"): .integer(0 ... .max),
    ]
    for instant in Instant.allCases { forms[ExactText(instant.rawValue)] = .instant(instant) }
    return forms
  }()

  /// Returns `2` for `minorUnits(2)`.
  private static func scale(ofMinorUnits name: String) -> Int? {
    let (start, end) = ("minorUnits(".utf8, ")".utf8)
    guard name.utf8.starts(with: start), name.utf8.last == end.first else { return nil }
    let digits = name.utf8.dropFirst(start.count).dropLast()
    return Int(String(decoding: digits, as: UTF8.self)).flatMap { (0...18).contains($0) ? $0 : nil }
  }

  /// Whether the values have a native SQL type, so that a change of the column's type converts
  /// them.
  var isPlain: Bool {
    switch self {
    case .integer, .bool, .double, .float, .text, .blob: true
    default: false
    }
  }

  /// Returns a condition, as SQL, that finds values that can't be read; nil if every value of the
  /// column's type can be read.
  func unreadable(_ value: String) -> String? {
    let condition: String
    switch self {
    case .integer(let bounds):
      if bounds == .min ... .max { return nil }
      // The literal of the least integer is a REAL.
      condition =
        "typeof(\(value)) = 'integer' AND \(value) BETWEEN \(bounds.lowerBound) AND"
        + " \(bounds.upperBound)"
    case .bool: condition = "typeof(\(value)) = 'integer' AND \(value) IN (0, 1)"
    case .float: condition = Self.isFloat(value)
    case .uuid: condition = "typeof(\(value)) = 'blob' AND length(\(value)) = 16"
    case .uuidText:
      condition = "\(Self.isUUIDText(value)) AND \(value) = upper(\(value)) COLLATE BINARY"
    case .lowercaseUUIDText:
      condition = "\(Self.isUUIDText(value)) AND \(value) = lower(\(value)) COLLATE BINARY"
    case .minorUnits: condition = "typeof(\(value)) = 'integer'"
    case .instant(let form): condition = "\(form.date(value)) IS NOT NULL"
    case .decimal:
      // A number in a column without a type can be read.
      let text = decimalText(value) ?? value
      condition = "typeof(\(value)) IN ('integer', 'real') OR \(value) IS \(text) COLLATE BINARY"
    case .double, .text, .blob, .url, .json: return nil
    }
    return "(\(value) IS NOT NULL AND NOT (\(condition)))"
  }

  /// Returns a condition, as SQL, that a REAL is exactly a `Float`: its last 29 bits are zero.
  /// Subnormal numbers do not count.
  private static func isFloat(_ value: String) -> String {
    let cut = "\(value) * 536870913.0"
    return "\(value) = 0 OR abs(\(value)) = 9e999"
      + " OR (abs(\(value)) BETWEEN 1.1754943508222875e-38 AND 3.4028234663852886e38"
      + " AND \(cut) - (\(cut) - \(value)) = \(value))"
  }

  static func isUUIDText(_ value: String) -> String {
    let digit = "[0-9A-Fa-f]"
    let pattern = [8, 4, 4, 4, 12].map { String(repeating: digit, count: $0) }
      .joined(separator: "-")
    return "typeof(\(value)) = 'text' AND length(CAST(\(value) AS BLOB)) = 36"
      + " AND \(value) GLOB '\(pattern)'"
  }
}

// MARK: - UUIDs

extension KnownRepresentation {
  /// Returns the 32 digits of a UUID, as SQL; NULL if the value is not a UUID of this form.
  func uuidDigits(_ value: String) -> String? {
    switch self {
    case .uuid:
      "CASE WHEN typeof(\(value)) = 'blob' AND length(\(value)) = 16 THEN hex(\(value)) END"
    case .uuidText, .lowercaseUUIDText:
      "CASE WHEN \(Self.isUUIDText(value)) THEN upper(replace(\(value), '-', '')) END"
    default: nil
    }
  }

  /// Returns a UUID in this form from its 32 digits, as SQL.
  func uuid(ofDigits digits: String) -> String? {
    let text = [(1, 8), (9, 4), (13, 4), (17, 4), (21, 12)]
      .map { "substr(v, \($0), \($1))" }.joined(separator: " || '-' || ")
    switch self {
    case .uuidText: return "(SELECT \(text) FROM (SELECT \(digits) AS v))"
    case .lowercaseUUIDText: return "(SELECT lower(\(text)) FROM (SELECT \(digits) AS v))"
    case .uuid:
      // `unhex` needs SQLite 3.41. Instead, each byte is cut out of a BLOB of all 256 bytes.
      let hex = (0...255).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
      func digit(_ place: Int) -> String { "instr('123456789ABCDEF', substr(v, \(place), 1))" }
      let bytes = (0..<16).map { byte in
        "substr(b, \(digit(2 * byte + 1)) * 16 + \(digit(2 * byte + 2)) + 1, 1)"
      }
      return "(SELECT CAST(\(bytes.joined(separator: " || ")) AS BLOB)"
        + " FROM (SELECT \(digits) AS v, x'\(hex)' AS b))"
    default: return nil
    }
  }
}

// MARK: - Numbers

extension KnownRepresentation {
  private var scale: Int? {
    switch self {
    case .integer, .bool: 0
    case .minorUnits(let scale): scale
    default: nil
    }
  }

  /// Returns the text of an exact number in its shortest form, as SQL; NULL if the value is not an
  /// exact number of this form.
  func decimalText(_ value: String) -> String? {
    if self == .decimal {
      // The text without leading zeros, and without zeros at the end of the fraction.
      return """
        (SELECT CASE WHEN w <> '' AND f NOT GLOB '*[^0-9]*' AND w NOT GLOB '*[^0-9]*' \
        THEN CASE WHEN n = '-' AND (ltrim(w, '0') <> '' OR f <> '') THEN '-' ELSE '' END \
        || CASE ltrim(w, '0') WHEN '' THEN '0' ELSE ltrim(w, '0') END \
        || CASE f WHEN '' THEN '' ELSE '.' || f END END \
        FROM (SELECT n, substr(u, 1, instr(u || '.', '.') - 1) AS w, \
        rtrim(substr(u, instr(u || '.', '.') + 1), '0') AS f \
        FROM (SELECT CASE WHEN t GLOB '-*' THEN '-' ELSE '' END AS n, \
        CASE WHEN t GLOB '-*' THEN substr(t, 2) ELSE t END AS u \
        FROM (SELECT CASE WHEN typeof(\(value)) IN ('text', 'integer') \
        THEN CAST(\(value) AS TEXT) END AS t))))
        """
    }
    guard let scale else { return nil }
    let integer = "CASE WHEN typeof(\(value)) = 'integer' THEN CAST(\(value) AS TEXT) END"
    if scale == 0 { return integer }
    let zeros = String(repeating: "0", count: scale + 1)
    return """
      (SELECT n || substr(p, 1, length(p) - \(scale)) \
      || CASE rtrim(substr(p, -\(scale)), '0') WHEN '' THEN '' \
      ELSE '.' || rtrim(substr(p, -\(scale)), '0') END \
      FROM (SELECT n, CASE WHEN length(u) > \(scale) THEN u \
      ELSE substr('\(zeros)' || u, -\(scale + 1)) END AS p \
      FROM (SELECT CASE WHEN t GLOB '-*' THEN '-' ELSE '' END AS n, ltrim(t, '-') AS u \
      FROM (SELECT \(integer) AS t))))
      """
  }

  /// Returns a number in this form from its text, as SQL; NULL if the form can't hold it exactly.
  func number(ofText text: String) -> String? {
    if self == .decimal { return text }
    guard let scale else { return nil }
    let zeros = String(repeating: "0", count: scale)
    return """
      (SELECT CASE WHEN length(f) <= \(scale) AND CAST(CAST(d AS INTEGER) AS TEXT) = d \
      THEN CAST(d AS INTEGER) END \
      FROM (SELECT f, CASE ltrim(w || substr(f || '\(zeros)', 1, \(scale)), '0') \
      WHEN '' THEN '0' ELSE n || ltrim(w || substr(f || '\(zeros)', 1, \(scale)), '0') END AS d \
      FROM (SELECT n, substr(u, 1, instr(u || '.', '.') - 1) AS w, \
      substr(u, instr(u || '.', '.') + 1) AS f \
      FROM (SELECT CASE WHEN t GLOB '-*' THEN '-' ELSE '' END AS n, ltrim(t, '-') AS u \
      FROM (SELECT \(text) AS t)))))
      """
  }
}
