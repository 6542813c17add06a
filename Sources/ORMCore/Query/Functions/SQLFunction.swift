/// The functions that are not methods of a column.
///
/// ```swift
/// Album.order { SQLFunction.random() }.limit(1)       // … ORDER BY random() LIMIT $1
/// ```
///
/// See <https://www.sqlite.org/lang_corefunc.html>.
public enum SQLFunction {
  /// A random 64-bit integer, different for each row: `random()`.
  public static func random() -> SQLExpression<Int64> { call("random") }

  /// A blob of `count` random bytes, but at least one: `randomblob($1)`.
  public static func randomBlob(_ count: Int) -> SQLExpression<[UInt8]> {
    call("randomblob", .value(.integer(Int64(count))))
  }

  /// A blob of `count` zero bytes: `zeroblob($1)`.
  public static func zeroBlob(_ count: Int) -> SQLExpression<[UInt8]> {
    call("zeroblob", .value(.integer(Int64(count))))
  }

  /// The text of these Unicode scalars: `char($1, $2)`.
  public static func char(_ scalars: Unicode.Scalar...) -> SQLExpression<String> {
    SQLExpression(.function("char", scalars.map { .value(.integer(Int64($0.value))) }))
  }

  /// The arguments as text, in a format as of C's `printf`.
  ///
  /// ```swift
  /// Album.select { SQLFunction.format("%s (%d)", $0.title, $0.year) }
  /// // SELECT format('%s (%d)', "title", "year") FROM "album"
  /// ```
  ///
  /// If the text is empty, for example because the format is empty, the result is NULL. See
  /// <https://www.sqlite.org/printf.html>.
  public static func format(
    _ format: String, _ arguments: any SQLExpressible...
  ) -> SQLExpression<String?> {
    SQLExpression(.function("format", [.text(format)] + arguments.map(\.node)))
  }

  /// One of two expressions: the first if the condition holds, otherwise the second.
  ///
  /// ```swift
  /// Album.select { SQLFunction.iif($0.year < 1990, $0.title, $0.label) }
  /// // SELECT iif("year" < $1, "title", "label") FROM "album"
  /// ```
  public static func iif<Representation: ColumnRepresentation>(
    _ condition: some SQLExpressible<Bool>, _ first: some SQLExpressible<Representation>,
    _ second: some SQLExpressible<Representation>
  ) -> SQLExpression<Representation> {
    SQLExpression(
      .function("iif", [condition.node, first.node, second.node]),
      canBeNull: first.canBeNull || second.canBeNull)
  }

  /// One of two values, the first if the condition holds, otherwise the second:
  /// `iif("year" < $1, $2, $3)`.
  public static func iif<Value: ColumnValue>(
    _ condition: some SQLExpressible<Bool>, _ first: Value, _ second: Value
  ) -> SQLExpression<Value> {
    iif(condition, SQLExpression.value(first), SQLExpression.value(second))
  }

  /// The number of rows that the connection's last `INSERT`, `UPDATE` or `DELETE` changed:
  /// `changes()`.
  public static func changes() -> SQLExpression<Int> { call("changes") }

  /// The number of rows that the connection has changed since it was opened: `total_changes()`.
  public static func totalChanges() -> SQLExpression<Int> { call("total_changes") }

  /// The rowid of the row that the connection inserted last, or 0: `last_insert_rowid()`.
  public static func lastInsertRowID() -> SQLExpression<Int64> { call("last_insert_rowid") }

  /// SQLite's version: `sqlite_version()`.
  public static func sqliteVersion() -> SQLExpression<String> { call("sqlite_version") }

  /// The version of the source that SQLite was built from: `sqlite_source_id()`.
  public static func sqliteSourceID() -> SQLExpression<String> { call("sqlite_source_id") }

  /// Whether SQLite was built with a compile-time option: `sqlite_compileoption_used($1)`.
  public static func compileOptionUsed(_ option: String) -> SQLExpression<Bool> {
    call("sqlite_compileoption_used", .value(.text(option)))
  }

  /// SQLite's compile-time option at an index, from 0; NULL after the last option:
  /// `sqlite_compileoption_get($1)`.
  public static func compileOption(_ number: Int) -> SQLExpression<String?> {
    call("sqlite_compileoption_get", .value(.integer(Int64(number))))
  }

  /// The number pi: `pi()`.
  public static func pi() -> SQLExpression<Double> { call("pi") }

  static func call<Result: ColumnRepresentation>(
    _ name: String, _ arguments: SQLNode...
  ) -> SQLExpression<Result> {
    SQLExpression(.function(name, arguments))
  }
}

extension SQLNode {
  /// A text that is part of the statement: a literal instead of a parameter.
  package static func text(_ text: String) -> SQLNode { .literal(SQLValue.text(text).literal) }
}
