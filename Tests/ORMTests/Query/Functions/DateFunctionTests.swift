import Foundation
import ORM
import Testing

@Suite("Functions of dates")
struct DateFunctionTests {
  @Test("Date functions read each representation of a date")
  func representations() async throws {
    let texts = ["2024-02-29 12:30:15", "1969-12-31 23:59:59"]
    let format = "%Y-%m-%d %H:%M:%S"
    try await expect(
      { $0.date.strftime(format) }, #"strftime('%Y-%m-%d %H:%M:%S', "date", 'unixepoch')"#,
      values: texts)
    try await expect(
      { $0.seconds.strftime(format) }, #"strftime('%Y-%m-%d %H:%M:%S', "seconds", 'unixepoch')"#,
      values: texts)
    try await expect(
      { $0.millis.strftime(format) },
      #"strftime('%Y-%m-%d %H:%M:%S', "millis" / 1000.0, 'unixepoch')"#, values: texts)
    try await expect(
      { $0.julian.strftime(format) }, #"strftime('%Y-%m-%d %H:%M:%S', "julian")"#, values: texts)
    try await expect(
      { $0.iso.strftime(format) }, #"strftime('%Y-%m-%d %H:%M:%S', "iso")"#, values: texts)
    try await expect(
      { $0.moment.strftime(format) }, #"strftime('%Y-%m-%d %H:%M:%S', "moment")"#, values: texts)
    try await expect(
      { $0.day.strftime(format) }, #"strftime('%Y-%m-%d %H:%M:%S', "day")"#,
      values: ["2024-02-29 00:00:00", "1969-12-31 00:00:00"])
    try await expect(
      { $0.later.strftime(format) }, #"strftime('%Y-%m-%d %H:%M:%S', "later", 'unixepoch')"#,
      values: [texts[0], nil])
    try await expect(
      { $0.millis.strftime("%f") }, #"strftime('%f', "millis" / 1000.0, 'unixepoch')"#,
      values: ["15.250", "59.000"])
  }

  @Test("date and datetime return dates, and julianday and unixepoch return numbers")
  func results() async throws {
    let days = [1_709_164_800.0, -86_400].map { Date(timeIntervalSince1970: $0) }
    try await expect({ $0.date.date() }, #"date("date", 'unixepoch')"#, values: days)
    try await expect(
      where: { $0.date.date() == days[0] }, #"date("date", 'unixepoch') IS $1"#, ["2024-02-29"],
      rows: [1])
    try await expect(
      { $0.iso.datetime() }, #"datetime("iso")"#,
      values: [1_709_209_815, -1].map { Date(timeIntervalSince1970: $0) })
    try await expect({ $0.moment.time() }, #"time("moment")"#, values: ["12:30:15", "23:59:59"])
    try await expect(
      { $0.later.unixepoch() }, #"unixepoch("later", 'unixepoch')"#, values: [1_709_209_815, nil])
    try await expect(
      { $0.day.julianday() }, #"julianday("day")"#, values: [2_460_369.5, 2_440_586.5])
    try await expect(
      { $0.day.julianday() - $0.day.julianday(.days(-2)) },
      #"julianday("day") - julianday("day", $1)"#, ["-2 days"], values: [2, 2])
  }

  @Test("Date modifiers are applied in the given order")
  func modifiers() async throws {
    try await expect(
      { $0.date.date(.startOfMonth, .months(1), .days(-1)) },
      #"date("date", 'unixepoch', 'start of month', $1, $2)"#, ["+1 months", "-1 days"],
      values: [1_709_164_800, -86_400].map { Date(timeIntervalSince1970: $0) })
    try await expect(
      {
        $0.date.datetime(
          .weekday(.monday), .startOfDay, .hours(2), .minutes(-3), .seconds(1.5), .years(1)
        ).cast(as: String.self)
      },
      #"CAST(datetime("date", 'unixepoch', 'weekday 1', 'start of day', $1, $2, $3, $4) AS TEXT)"#,
      ["+2 hours", "-3 minutes", "+1.5 seconds", "+1 years"],
      values: ["2025-03-04 01:57:01", "1971-01-05 01:57:01"])
    try await expect(
      { $0.seconds.strftime("%d.%m. %H", .startOfYear, .weekday(.sunday)) },
      #"strftime('%d.%m. %H', "seconds", 'unixepoch', 'start of year', 'weekday 0')"#,
      values: ["07.01. 00", "05.01. 00"])
    try await expect(
      { $0.iso.unixepoch(.localtime, .utc) }, #"unixepoch("iso", 'localtime', 'utc')"#,
      values: [1_709_209_815, -1])
  }

  @Test("A date that is out of SQLite's range is NULL")
  func unknown() async throws {
    try await expect(
      { $0.date.date(.years(99_999)) }, #"date("date", 'unixepoch', $1)"#, ["+99999 years"],
      values: [nil, nil])
  }

  @Test("The current time is the same throughout a statement")
  func now() async throws {
    try await expect(
      where: { $0.date.datetime() < SQLFunction.datetime(.days(-7)) },
      #"datetime("date", 'unixepoch') < datetime('now', $1)"#, ["-7 days"], rows: [1, 2])
    try await expect(
      where: { _ in SQLFunction.date() == SQLFunction.currentDate.optional() },
      "date('now') IS CURRENT_DATE", rows: [1, 2])
    try await expect(
      where: { _ in SQLFunction.time() == SQLFunction.currentTime }, "time('now') IS CURRENT_TIME",
      rows: [1, 2])
    try await expect(
      where: { _ in SQLFunction.datetime() == SQLFunction.currentTimestamp },
      "datetime('now') IS CURRENT_TIMESTAMP", rows: [1, 2])
    try await expect(
      where: { $0.later.unixepoch() < SQLFunction.unixepoch() },
      #"unixepoch("later", 'unixepoch') < unixepoch('now')"#, rows: [1])
    try await expect(
      where: { $0.day.julianday() > SQLFunction.julianday(.years(1)) },
      #"julianday("day") > julianday('now', $1)"#, ["+1 years"], rows: [])
    try await expect(
      where: { _ in SQLFunction.strftime("%Y", .years(1)) > SQLFunction.strftime("%Y") },
      "strftime('%Y', 'now', $1) > strftime('%Y', 'now')", ["+1 years"], rows: [1, 2])
  }
}
