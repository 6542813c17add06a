import ORMCore

extension Database {
  /// Adds a function to the SQL of every connection, those that are opened later included.
  ///
  /// ```swift
  /// try db.add(slug)
  /// ```
  ///
  /// It is there for every statement that begins from now on; a `read { }` or a `transaction { }`
  /// that is under way does not see it. A function of the same name and number of arguments is
  /// replaced.
  ///
  /// - Throws: ``DatabaseError`` where SQLite can't have a function of this name.
  public func add<each Argument, Output>(
    _ function: DatabaseFunction<repeat each Argument, Output>
  ) throws {
    try extensions.add(.function(function.definition))
  }

  /// Adds a function that takes any number of arguments, as a ``DatabaseFunction`` is added.
  public func add<Output>(_ function: VariadicFunction<Output>) throws {
    try extensions.add(.function(function.definition))
  }

  /// Adds an aggregate function, as a ``DatabaseFunction`` is added.
  public func add<each Argument, Output>(
    _ function: DatabaseAggregate<repeat each Argument, Output>
  ) throws {
    try extensions.add(.function(function.definition))
  }

  /// Adds a collation, as a ``DatabaseFunction`` is added.
  public func add(_ collation: DatabaseCollation) throws {
    try extensions.add(.collation(collation))
  }
}
