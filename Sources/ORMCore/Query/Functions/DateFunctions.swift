// The results may be NULL: SQLite returns NULL for times before the year -4713 or after 9999. See
// <https://www.sqlite.org/lang_datefunc.html>.

extension SQLExpressible where Representation: DateRepresentation {
  /// The day as a ``DateText``, in UTC unless a modifier sets another time zone.
  ///
  /// ```swift
  /// Album.group { $0.added.date() }           // … GROUP BY date("added", 'unixepoch')
  /// Album.where { $0.added.date() == today }  // … WHERE date("added", 'unixepoch') IS $1
  /// ```
  public func date(_ modifiers: DateModifier...) -> SQLExpression<DateText?> {
    timeFunction("date", modifiers)
  }

  /// The day as a ``CalendarDay``, in UTC unless a modifier sets another time zone.
  ///
  /// ```swift
  /// Person.where { $0.born.day(.years(18)) <= today }   // … WHERE date("born", $1) <= $2
  /// Album.select { $0.added.day(.localtime) }
  /// // SELECT date("added", 'unixepoch', 'localtime') FROM "album"
  /// ```
  public func day(_ modifiers: DateModifier...) -> SQLExpression<CalendarDay?> {
    timeFunction("date", modifiers)
  }

  /// The time of the day, `12:30:15`: `time("added", 'unixepoch')`.
  public func time(_ modifiers: DateModifier...) -> SQLExpression<String?> {
    timeFunction("time", modifiers)
  }

  /// Day and time, without a fraction of a second: `datetime("added", 'unixepoch')`.
  public func datetime(_ modifiers: DateModifier...) -> SQLExpression<DateTimeText?> {
    timeFunction("datetime", modifiers)
  }

  /// The days since noon of November 24, 4714 B.C.: `julianday("added", 'unixepoch')`.
  ///
  /// The difference of two results is the number of days between them.
  public func julianday(_ modifiers: DateModifier...) -> SQLExpression<Double?> {
    timeFunction("julianday", modifiers)
  }

  /// The seconds since 1970, without a fraction: `unixepoch("added", 'unixepoch')`.
  public func unixepoch(_ modifiers: DateModifier...) -> SQLExpression<Int?> {
    timeFunction("unixepoch", modifiers)
  }

  /// The time, formatted as text.
  ///
  /// ```swift
  /// Album.select { $0.added.strftime("%Y-%m") }
  /// // SELECT strftime('%Y-%m', "added", 'unixepoch') FROM "album"
  /// ```
  ///
  /// The result is NULL if SQLite does not know the format.
  public func strftime(
    _ format: String, _ modifiers: DateModifier...
  ) -> SQLExpression<String?> {
    timeFunction("strftime", format: format, modifiers)
  }

  private func timeFunction<Result: ColumnRepresentation>(
    _ name: String, format: String? = nil, _ modifiers: [DateModifier]
  ) -> SQLExpression<Result> {
    SQLFunction.time(name, format, Representation.timeArguments(of: node), modifiers)
  }
}

extension SQLFunction {
  /// Today, in UTC: `date('now')`.
  public static func date(_ modifiers: DateModifier...) -> SQLExpression<DateText?> {
    time("date", modifiers)
  }

  /// Today as a ``CalendarDay``, in UTC, or with `.localtime` in the time zone of the program:
  /// `date('now', 'localtime')`.
  public static func day(_ modifiers: DateModifier...) -> SQLExpression<CalendarDay?> {
    time("date", modifiers)
  }

  /// The time of the day now, in UTC: `time('now')`.
  public static func time(_ modifiers: DateModifier...) -> SQLExpression<String?> {
    time("time", modifiers)
  }

  /// Now, as day and time in UTC. The value is the same throughout a statement.
  ///
  /// ```swift
  /// Album.where { $0.added.datetime() > SQLFunction.datetime(.days(-7)) }
  /// // … WHERE datetime("added", 'unixepoch') > datetime('now', $1)
  /// ```
  public static func datetime(_ modifiers: DateModifier...) -> SQLExpression<DateTimeText?> {
    time("datetime", modifiers)
  }

  /// Now, as days since noon of November 24, 4714 B.C.: `julianday('now')`.
  public static func julianday(_ modifiers: DateModifier...) -> SQLExpression<Double?> {
    time("julianday", modifiers)
  }

  /// Now, as seconds since 1970: `unixepoch('now')`.
  public static func unixepoch(_ modifiers: DateModifier...) -> SQLExpression<Int?> {
    time("unixepoch", modifiers)
  }

  /// Now, formatted as text: `strftime('%Y', 'now')`.
  public static func strftime(
    _ format: String, _ modifiers: DateModifier...
  ) -> SQLExpression<String?> {
    time("strftime", format, [.text("now")], modifiers)
  }

  /// Today in UTC: `CURRENT_DATE`.
  public static var currentDate: SQLExpression<DateText> {
    SQLExpression(.literal("CURRENT_DATE"))
  }

  /// The time of the day in UTC: `CURRENT_TIME`.
  public static var currentTime: SQLExpression<String> { SQLExpression(.literal("CURRENT_TIME")) }

  /// Day and time in UTC: `CURRENT_TIMESTAMP`.
  public static var currentTimestamp: SQLExpression<DateTimeText> {
    SQLExpression(.literal("CURRENT_TIMESTAMP"))
  }

  private static func time<Result: ColumnRepresentation>(
    _ name: String, _ modifiers: [DateModifier]
  ) -> SQLExpression<Result> {
    time(name, nil, [.text("now")], modifiers)
  }

  fileprivate static func time<Result: ColumnRepresentation>(
    _ name: String, _ format: String?, _ time: [SQLNode], _ modifiers: [DateModifier]
  ) -> SQLExpression<Result> {
    let format = format.map { [SQLNode.text($0)] } ?? []
    return SQLExpression(.function(name, format + time + modifiers.map(\.node)))
  }
}
