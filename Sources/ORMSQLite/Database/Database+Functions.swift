import ORMCore

extension Database {
  /// Adds a function to the SQL of every connection, including those that are opened later.
  ///
  /// ```swift
  /// try db.add(slug)
  /// ```
  ///
  /// Every statement that begins after this call can use the function; a `read { }` or a
  /// `transaction { }` that is already running can't. A function of the same name and number of
  /// arguments is replaced.
  ///
  /// - Throws: ``DatabaseError`` if SQLite does not accept a function of this name.
  public func add<each Argument, Output>(
    _ function: DatabaseFunction<repeat each Argument, Output>
  ) throws {
    try extensions.add(.function(function.definition))
  }

  /// Adds a function with any number of arguments, in the same way as a ``DatabaseFunction``.
  public func add<Output>(_ function: VariadicFunction<Output>) throws {
    try extensions.add(.function(function.definition))
  }

  /// Adds an aggregate function, in the same way as a ``DatabaseFunction``.
  public func add<each Argument, Output>(
    _ function: DatabaseAggregate<repeat each Argument, Output>
  ) throws {
    try extensions.add(.function(function.definition))
  }

  /// Adds a collation, in the same way as a ``DatabaseFunction``.
  public func add(_ collation: DatabaseCollation) throws {
    try extensions.add(.collation(collation))
  }
}
