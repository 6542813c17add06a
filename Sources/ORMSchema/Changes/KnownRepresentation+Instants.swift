import ORMCore

// The conversion in SQL between each form of a point in time and the number in a `Date`, seconds
// since 2001. It takes the same steps in the same order as the representations in Swift, so that
// both produce the same numbers to the last bit. See
// <https://www.sqlite.org/lang_datefunc.html>.

extension KnownRepresentation.Instant {
  /// The seconds from 1970 to 2001.
  private static let epoch = "978307200.0"
  /// The milliseconds from day 0 of the Julian calendar to 1970.
  private static let julianEpoch = "210866760000000.0"

  /// Returns the seconds since 2001 of a stored value, as SQL; NULL if the value does not have this
  /// form.
  func date(_ value: String) -> String {
    let isNumber = "typeof(\(value)) IN ('integer', 'real')"
    switch self {
    case .secondsSince2001: return "CASE WHEN \(isNumber) THEN CAST(\(value) AS REAL) END"
    case .secondsSince1970:
      return "CASE WHEN \(isNumber) THEN CAST(\(value) AS REAL) - \(Self.epoch) END"
    case .unixSeconds:
      let date = "CAST(\(value) AS REAL) - \(Self.epoch)"
      return "CASE WHEN typeof(\(value)) = 'integer' AND \(seconds(date)) = \(value)"
        + " THEN \(date) END"
    case .unixMilliseconds:
      let date = "\(value) / 1000.0 - \(Self.epoch)"
      return "CASE WHEN typeof(\(value)) = 'integer' AND \(milliseconds(date)) = \(value)"
        + " THEN \(date) END"
    case .julianDay:
      let rounded = Self.whole("CAST(\(value) AS REAL) * 86400000.0")
      return "CASE WHEN \(isNumber)"
        + " THEN (\(rounded) - \(Self.julianEpoch)) / 1000.0 - \(Self.epoch) END"
    case .iso8601:
      return date(
        value, second: "substr(v, 1, 19)", fraction: "CAST(substr(v, 21, 3) AS INTEGER)",
        spelled: "strftime('%Y-%m-%dT%H:%M:%S', s, 'unixepoch') || printf('.%03dZ', m)")
    case .iso8601Seconds:
      return date(
        value, second: "substr(v, 1, 19)", fraction: "0",
        spelled: "strftime('%Y-%m-%dT%H:%M:%SZ', s, 'unixepoch')")
    case .dateTimeMillisecondsText:
      return date(
        value, second: "substr(v, 1, 19)", fraction: "CAST(substr(v, 21, 3) AS INTEGER)",
        spelled: "strftime('%Y-%m-%d %H:%M:%S', s, 'unixepoch') || printf('.%03d', m)")
    case .dateTimeText:
      return date(
        value, second: "substr(v, 1, 19)",
        fraction: "CASE WHEN length(v) > 19 THEN CAST(substr(v, 21, 3) AS INTEGER) ELSE 0 END",
        spelled: "strftime('%Y-%m-%d %H:%M:%S', s, 'unixepoch')"
          + " || CASE m WHEN 0 THEN '' ELSE printf('.%03d', m) END")
    case .dateText:
      return date(
        value, second: "v", fraction: "0", spelled: "strftime('%Y-%m-%d', s, 'unixepoch')")
    }
  }

  /// Reads a text if it is spelled exactly as this form writes it.
  private func date(
    _ value: String, second: String, fraction: String, spelled: String
  ) -> String {
    "(SELECT CASE WHEN v = \(spelled) THEN CAST(s AS REAL) + m * 1000000 / 1e9 - \(Self.epoch) END"
      + " FROM (SELECT v, CAST(strftime('%s', \(second)) AS INTEGER) AS s, \(fraction) AS m"
      + " FROM (SELECT CASE WHEN typeof(\(value)) = 'text' THEN \(value) END AS v)))"
  }

  /// Returns the stored value for seconds since 2001, as SQL; NULL if this form can't hold it.
  func stored(_ date: String) -> String {
    switch self {
    case .secondsSince2001: date
    case .secondsSince1970: "\(date) + \(Self.epoch)"
    case .unixSeconds: seconds(date)
    case .unixMilliseconds: milliseconds(date)
    case .julianDay:
      "(\(milliseconds(date)) + \(Self.julianEpoch)) / 86400000.0"
    case .iso8601:
      text(
        milliseconds(date),
        "strftime('%Y-%m-%dT%H:%M:%S', s, 'unixepoch') || printf('.%03dZ', m)")
    case .iso8601Seconds:
      text("\(seconds(date)) * 1000", "strftime('%Y-%m-%dT%H:%M:%SZ', s, 'unixepoch')")
    case .dateTimeMillisecondsText:
      text(
        milliseconds(date),
        "strftime('%Y-%m-%d %H:%M:%S', s, 'unixepoch') || printf('.%03d', m)")
    case .dateTimeText:
      text(
        milliseconds(date),
        "strftime('%Y-%m-%d %H:%M:%S', s, 'unixepoch')"
          + " || CASE m WHEN 0 THEN '' ELSE printf('.%03d', m) END")
    case .dateText: text("\(seconds(date)) * 1000", "strftime('%Y-%m-%d', s, 'unixepoch')")
    }
  }

  /// Returns the text of a number of milliseconds since 1970, in the years 0 to 9999.
  private func text(_ milliseconds: String, _ text: String) -> String {
    "(SELECT CASE WHEN v BETWEEN -62167219200000 AND 253402300799999 THEN \(text) END"
      + " FROM (SELECT v, (v - m) / 1000 AS s, m"
      + " FROM (SELECT v, ((v % 1000) + 1000) % 1000 AS m FROM (SELECT \(milliseconds) AS v))))"
  }

  /// Returns the whole seconds since 1970, rounded down.
  private func seconds(_ date: String) -> String {
    Self.integer(
      "CAST(v AS INTEGER) - (CAST(v AS INTEGER) > v)", of: "\(date) + \(Self.epoch)")
  }

  /// Returns the milliseconds since 1970, rounded to the nearest.
  private func milliseconds(_ date: String) -> String {
    Self.integer(
      "CAST(v AS INTEGER) + (v - CAST(v AS INTEGER) >= 0.5) - (v - CAST(v AS INTEGER) <= -0.5)",
      of: "(\(date) + \(Self.epoch)) * 1000.0")
  }

  /// Converts a REAL to an INTEGER with an expression of `v`; NULL if it needs more than 64 bits.
  private static func integer(_ rounded: String, of value: String) -> String {
    "(SELECT CASE WHEN v >= -9223372036854775808.0 AND v < 9223372036854775808.0 THEN \(rounded)"
      + " END FROM (SELECT \(value) AS v))"
  }

  /// Rounds to the nearest whole number, as a REAL. From 2^52 on, every REAL is whole.
  private static func whole(_ value: String) -> String {
    "(SELECT CASE WHEN abs(v) >= 4503599627370496.0 THEN v ELSE CAST(CAST(v AS INTEGER)"
      + " + (v - CAST(v AS INTEGER) >= 0.5) - (v - CAST(v AS INTEGER) <= -0.5) AS REAL) END"
      + " FROM (SELECT \(value) AS v))"
  }
}
