// Written by Tools/generate-overloads.py.

// A type per number of results instead of one with a parameter pack: Swift 6.3 does not specialize
// a loop over a pack, so each value of each row would be read through witness tables.

/// A selection of two results, as a tuple.
@_documentation(visibility: internal)
public enum Results2<R1: SelectResult, R2: SelectResult>: SelectResult {
  @inlinable
  public static var columnCount: Int { R1.columnCount + R2.columnCount }

  @inlinable
  public static func decode<Row: RowReader & ~Copyable>(
    _ row: borrowing Row, at index: Int
  ) throws -> (R1.Output, R2.Output) {
    var next = index
    return try (
      R1.decode(row, advancing: &next),
      R2.decode(row, advancing: &next)
    )
  }

  @inlinable
  public static var hasLists: Bool { R1.hasLists || R2.hasLists }

  @inlinable
  public static func part<Row: RowReader & ~Copyable>(
    _ row: borrowing Row, at index: Int, _ keys: inout ListKeys
  ) throws -> (R1.Part, R2.Part) {
    var next = index
    return try (
      R1.part(row, advancing: &next, &keys),
      R2.part(row, advancing: &next, &keys)
    )
  }

  @inlinable
  public static func lists<Fetcher: RowFetching>(
    _ keys: inout ListKeys, on db: isolated Fetcher
  ) throws -> (R1.Lists, R2.Lists) {
    try (
      R1.lists(&keys, on: db),
      R2.lists(&keys, on: db)
    )
  }

  @inlinable
  public static func whole(
    _ part: (R1.Part, R2.Part), _ row: Int,
    _ lists: (R1.Lists, R2.Lists)
  ) -> (R1.Output, R2.Output) {
    (
      R1.whole(part.0, row, lists.0),
      R2.whole(part.1, row, lists.1)
    )
  }
}

extension Results2: ResultWithoutLists where R1: ResultWithoutLists, R2: ResultWithoutLists {}

extension Results2: ColumnResults where R1: ColumnResult, R2: ColumnResult {
  public typealias Representations = (R1.Representation, R2.Representation)
}

/// A selection of three results, as a tuple.
@_documentation(visibility: internal)
public enum Results3<R1: SelectResult, R2: SelectResult, R3: SelectResult>: SelectResult {
  @inlinable
  public static var columnCount: Int { R1.columnCount + R2.columnCount + R3.columnCount }

  @inlinable
  public static func decode<Row: RowReader & ~Copyable>(
    _ row: borrowing Row, at index: Int
  ) throws -> (R1.Output, R2.Output, R3.Output) {
    var next = index
    return try (
      R1.decode(row, advancing: &next),
      R2.decode(row, advancing: &next),
      R3.decode(row, advancing: &next)
    )
  }

  @inlinable
  public static var hasLists: Bool { R1.hasLists || R2.hasLists || R3.hasLists }

  @inlinable
  public static func part<Row: RowReader & ~Copyable>(
    _ row: borrowing Row, at index: Int, _ keys: inout ListKeys
  ) throws -> (R1.Part, R2.Part, R3.Part) {
    var next = index
    return try (
      R1.part(row, advancing: &next, &keys),
      R2.part(row, advancing: &next, &keys),
      R3.part(row, advancing: &next, &keys)
    )
  }

  @inlinable
  public static func lists<Fetcher: RowFetching>(
    _ keys: inout ListKeys, on db: isolated Fetcher
  ) throws -> (R1.Lists, R2.Lists, R3.Lists) {
    try (
      R1.lists(&keys, on: db),
      R2.lists(&keys, on: db),
      R3.lists(&keys, on: db)
    )
  }

  @inlinable
  public static func whole(
    _ part: (R1.Part, R2.Part, R3.Part), _ row: Int,
    _ lists: (R1.Lists, R2.Lists, R3.Lists)
  ) -> (R1.Output, R2.Output, R3.Output) {
    (
      R1.whole(part.0, row, lists.0),
      R2.whole(part.1, row, lists.1),
      R3.whole(part.2, row, lists.2)
    )
  }
}

extension Results3: ResultWithoutLists
where R1: ResultWithoutLists, R2: ResultWithoutLists, R3: ResultWithoutLists {}

extension Results3: ColumnResults where R1: ColumnResult, R2: ColumnResult, R3: ColumnResult {
  public typealias Representations = (R1.Representation, R2.Representation, R3.Representation)
}

/// A selection of four results, as a tuple.
@_documentation(visibility: internal)
public enum Results4<R1: SelectResult, R2: SelectResult, R3: SelectResult, R4: SelectResult>:
  SelectResult
{
  @inlinable
  public static var columnCount: Int {
    R1.columnCount + R2.columnCount + R3.columnCount + R4.columnCount
  }

  @inlinable
  public static func decode<Row: RowReader & ~Copyable>(
    _ row: borrowing Row, at index: Int
  ) throws -> (R1.Output, R2.Output, R3.Output, R4.Output) {
    var next = index
    return try (
      R1.decode(row, advancing: &next),
      R2.decode(row, advancing: &next),
      R3.decode(row, advancing: &next),
      R4.decode(row, advancing: &next)
    )
  }

  @inlinable
  public static var hasLists: Bool { R1.hasLists || R2.hasLists || R3.hasLists || R4.hasLists }

  @inlinable
  public static func part<Row: RowReader & ~Copyable>(
    _ row: borrowing Row, at index: Int, _ keys: inout ListKeys
  ) throws -> (R1.Part, R2.Part, R3.Part, R4.Part) {
    var next = index
    return try (
      R1.part(row, advancing: &next, &keys),
      R2.part(row, advancing: &next, &keys),
      R3.part(row, advancing: &next, &keys),
      R4.part(row, advancing: &next, &keys)
    )
  }

  @inlinable
  public static func lists<Fetcher: RowFetching>(
    _ keys: inout ListKeys, on db: isolated Fetcher
  ) throws -> (R1.Lists, R2.Lists, R3.Lists, R4.Lists) {
    try (
      R1.lists(&keys, on: db),
      R2.lists(&keys, on: db),
      R3.lists(&keys, on: db),
      R4.lists(&keys, on: db)
    )
  }

  @inlinable
  public static func whole(
    _ part: (R1.Part, R2.Part, R3.Part, R4.Part), _ row: Int,
    _ lists: (R1.Lists, R2.Lists, R3.Lists, R4.Lists)
  ) -> (R1.Output, R2.Output, R3.Output, R4.Output) {
    (
      R1.whole(part.0, row, lists.0),
      R2.whole(part.1, row, lists.1),
      R3.whole(part.2, row, lists.2),
      R4.whole(part.3, row, lists.3)
    )
  }
}

extension Results4: ResultWithoutLists
where R1: ResultWithoutLists, R2: ResultWithoutLists, R3: ResultWithoutLists, R4: ResultWithoutLists
{}

extension Results4: ColumnResults
where R1: ColumnResult, R2: ColumnResult, R3: ColumnResult, R4: ColumnResult {
  public typealias Representations = (
    R1.Representation, R2.Representation, R3.Representation, R4.Representation
  )
}

/// A selection of five results, as a tuple.
@_documentation(visibility: internal)
public enum Results5<
  R1: SelectResult, R2: SelectResult, R3: SelectResult, R4: SelectResult, R5: SelectResult
>: SelectResult {
  @inlinable
  public static var columnCount: Int {
    R1.columnCount + R2.columnCount + R3.columnCount + R4.columnCount + R5.columnCount
  }

  @inlinable
  public static func decode<Row: RowReader & ~Copyable>(
    _ row: borrowing Row, at index: Int
  ) throws -> (R1.Output, R2.Output, R3.Output, R4.Output, R5.Output) {
    var next = index
    return try (
      R1.decode(row, advancing: &next),
      R2.decode(row, advancing: &next),
      R3.decode(row, advancing: &next),
      R4.decode(row, advancing: &next),
      R5.decode(row, advancing: &next)
    )
  }

  @inlinable
  public static var hasLists: Bool {
    R1.hasLists || R2.hasLists || R3.hasLists || R4.hasLists || R5.hasLists
  }

  @inlinable
  public static func part<Row: RowReader & ~Copyable>(
    _ row: borrowing Row, at index: Int, _ keys: inout ListKeys
  ) throws -> (R1.Part, R2.Part, R3.Part, R4.Part, R5.Part) {
    var next = index
    return try (
      R1.part(row, advancing: &next, &keys),
      R2.part(row, advancing: &next, &keys),
      R3.part(row, advancing: &next, &keys),
      R4.part(row, advancing: &next, &keys),
      R5.part(row, advancing: &next, &keys)
    )
  }

  @inlinable
  public static func lists<Fetcher: RowFetching>(
    _ keys: inout ListKeys, on db: isolated Fetcher
  ) throws -> (R1.Lists, R2.Lists, R3.Lists, R4.Lists, R5.Lists) {
    try (
      R1.lists(&keys, on: db),
      R2.lists(&keys, on: db),
      R3.lists(&keys, on: db),
      R4.lists(&keys, on: db),
      R5.lists(&keys, on: db)
    )
  }

  @inlinable
  public static func whole(
    _ part: (R1.Part, R2.Part, R3.Part, R4.Part, R5.Part), _ row: Int,
    _ lists: (R1.Lists, R2.Lists, R3.Lists, R4.Lists, R5.Lists)
  ) -> (R1.Output, R2.Output, R3.Output, R4.Output, R5.Output) {
    (
      R1.whole(part.0, row, lists.0),
      R2.whole(part.1, row, lists.1),
      R3.whole(part.2, row, lists.2),
      R4.whole(part.3, row, lists.3),
      R5.whole(part.4, row, lists.4)
    )
  }
}

extension Results5: ResultWithoutLists
where
  R1: ResultWithoutLists, R2: ResultWithoutLists, R3: ResultWithoutLists, R4: ResultWithoutLists,
  R5: ResultWithoutLists
{}

extension Results5: ColumnResults
where R1: ColumnResult, R2: ColumnResult, R3: ColumnResult, R4: ColumnResult, R5: ColumnResult {
  public typealias Representations = (
    R1.Representation, R2.Representation, R3.Representation, R4.Representation, R5.Representation
  )
}

/// A selection of six results, as a tuple.
@_documentation(visibility: internal)
public enum Results6<
  R1: SelectResult, R2: SelectResult, R3: SelectResult, R4: SelectResult, R5: SelectResult,
  R6: SelectResult
>: SelectResult {
  @inlinable
  public static var columnCount: Int {
    R1.columnCount + R2.columnCount + R3.columnCount + R4.columnCount + R5.columnCount
      + R6.columnCount
  }

  @inlinable
  public static func decode<Row: RowReader & ~Copyable>(
    _ row: borrowing Row, at index: Int
  ) throws -> (R1.Output, R2.Output, R3.Output, R4.Output, R5.Output, R6.Output) {
    var next = index
    return try (
      R1.decode(row, advancing: &next),
      R2.decode(row, advancing: &next),
      R3.decode(row, advancing: &next),
      R4.decode(row, advancing: &next),
      R5.decode(row, advancing: &next),
      R6.decode(row, advancing: &next)
    )
  }

  @inlinable
  public static var hasLists: Bool {
    R1.hasLists || R2.hasLists || R3.hasLists || R4.hasLists || R5.hasLists || R6.hasLists
  }

  @inlinable
  public static func part<Row: RowReader & ~Copyable>(
    _ row: borrowing Row, at index: Int, _ keys: inout ListKeys
  ) throws -> (R1.Part, R2.Part, R3.Part, R4.Part, R5.Part, R6.Part) {
    var next = index
    return try (
      R1.part(row, advancing: &next, &keys),
      R2.part(row, advancing: &next, &keys),
      R3.part(row, advancing: &next, &keys),
      R4.part(row, advancing: &next, &keys),
      R5.part(row, advancing: &next, &keys),
      R6.part(row, advancing: &next, &keys)
    )
  }

  @inlinable
  public static func lists<Fetcher: RowFetching>(
    _ keys: inout ListKeys, on db: isolated Fetcher
  ) throws -> (R1.Lists, R2.Lists, R3.Lists, R4.Lists, R5.Lists, R6.Lists) {
    try (
      R1.lists(&keys, on: db),
      R2.lists(&keys, on: db),
      R3.lists(&keys, on: db),
      R4.lists(&keys, on: db),
      R5.lists(&keys, on: db),
      R6.lists(&keys, on: db)
    )
  }

  @inlinable
  public static func whole(
    _ part: (R1.Part, R2.Part, R3.Part, R4.Part, R5.Part, R6.Part), _ row: Int,
    _ lists: (R1.Lists, R2.Lists, R3.Lists, R4.Lists, R5.Lists, R6.Lists)
  ) -> (R1.Output, R2.Output, R3.Output, R4.Output, R5.Output, R6.Output) {
    (
      R1.whole(part.0, row, lists.0),
      R2.whole(part.1, row, lists.1),
      R3.whole(part.2, row, lists.2),
      R4.whole(part.3, row, lists.3),
      R5.whole(part.4, row, lists.4),
      R6.whole(part.5, row, lists.5)
    )
  }
}

extension Results6: ResultWithoutLists
where
  R1: ResultWithoutLists, R2: ResultWithoutLists, R3: ResultWithoutLists, R4: ResultWithoutLists,
  R5: ResultWithoutLists, R6: ResultWithoutLists
{}

extension Results6: ColumnResults
where
  R1: ColumnResult, R2: ColumnResult, R3: ColumnResult, R4: ColumnResult, R5: ColumnResult,
  R6: ColumnResult
{
  public typealias Representations = (
    R1.Representation, R2.Representation, R3.Representation, R4.Representation, R5.Representation,
    R6.Representation
  )
}

/// A selection of seven results, as a tuple.
@_documentation(visibility: internal)
public enum Results7<
  R1: SelectResult, R2: SelectResult, R3: SelectResult, R4: SelectResult, R5: SelectResult,
  R6: SelectResult, R7: SelectResult
>: SelectResult {
  @inlinable
  public static var columnCount: Int {
    R1.columnCount + R2.columnCount + R3.columnCount + R4.columnCount + R5.columnCount
      + R6.columnCount + R7.columnCount
  }

  @inlinable
  public static func decode<Row: RowReader & ~Copyable>(
    _ row: borrowing Row, at index: Int
  ) throws -> (R1.Output, R2.Output, R3.Output, R4.Output, R5.Output, R6.Output, R7.Output) {
    var next = index
    return try (
      R1.decode(row, advancing: &next),
      R2.decode(row, advancing: &next),
      R3.decode(row, advancing: &next),
      R4.decode(row, advancing: &next),
      R5.decode(row, advancing: &next),
      R6.decode(row, advancing: &next),
      R7.decode(row, advancing: &next)
    )
  }

  @inlinable
  public static var hasLists: Bool {
    R1.hasLists || R2.hasLists || R3.hasLists || R4.hasLists || R5.hasLists || R6.hasLists
      || R7.hasLists
  }

  @inlinable
  public static func part<Row: RowReader & ~Copyable>(
    _ row: borrowing Row, at index: Int, _ keys: inout ListKeys
  ) throws -> (R1.Part, R2.Part, R3.Part, R4.Part, R5.Part, R6.Part, R7.Part) {
    var next = index
    return try (
      R1.part(row, advancing: &next, &keys),
      R2.part(row, advancing: &next, &keys),
      R3.part(row, advancing: &next, &keys),
      R4.part(row, advancing: &next, &keys),
      R5.part(row, advancing: &next, &keys),
      R6.part(row, advancing: &next, &keys),
      R7.part(row, advancing: &next, &keys)
    )
  }

  @inlinable
  public static func lists<Fetcher: RowFetching>(
    _ keys: inout ListKeys, on db: isolated Fetcher
  ) throws -> (R1.Lists, R2.Lists, R3.Lists, R4.Lists, R5.Lists, R6.Lists, R7.Lists) {
    try (
      R1.lists(&keys, on: db),
      R2.lists(&keys, on: db),
      R3.lists(&keys, on: db),
      R4.lists(&keys, on: db),
      R5.lists(&keys, on: db),
      R6.lists(&keys, on: db),
      R7.lists(&keys, on: db)
    )
  }

  @inlinable
  public static func whole(
    _ part: (R1.Part, R2.Part, R3.Part, R4.Part, R5.Part, R6.Part, R7.Part), _ row: Int,
    _ lists: (R1.Lists, R2.Lists, R3.Lists, R4.Lists, R5.Lists, R6.Lists, R7.Lists)
  ) -> (R1.Output, R2.Output, R3.Output, R4.Output, R5.Output, R6.Output, R7.Output) {
    (
      R1.whole(part.0, row, lists.0),
      R2.whole(part.1, row, lists.1),
      R3.whole(part.2, row, lists.2),
      R4.whole(part.3, row, lists.3),
      R5.whole(part.4, row, lists.4),
      R6.whole(part.5, row, lists.5),
      R7.whole(part.6, row, lists.6)
    )
  }
}

extension Results7: ResultWithoutLists
where
  R1: ResultWithoutLists, R2: ResultWithoutLists, R3: ResultWithoutLists, R4: ResultWithoutLists,
  R5: ResultWithoutLists, R6: ResultWithoutLists, R7: ResultWithoutLists
{}

extension Results7: ColumnResults
where
  R1: ColumnResult, R2: ColumnResult, R3: ColumnResult, R4: ColumnResult, R5: ColumnResult,
  R6: ColumnResult, R7: ColumnResult
{
  public typealias Representations = (
    R1.Representation, R2.Representation, R3.Representation, R4.Representation, R5.Representation,
    R6.Representation, R7.Representation
  )
}

/// A selection of eight results, as a tuple.
@_documentation(visibility: internal)
public enum Results8<
  R1: SelectResult, R2: SelectResult, R3: SelectResult, R4: SelectResult, R5: SelectResult,
  R6: SelectResult, R7: SelectResult, R8: SelectResult
>: SelectResult {
  @inlinable
  public static var columnCount: Int {
    R1.columnCount + R2.columnCount + R3.columnCount + R4.columnCount + R5.columnCount
      + R6.columnCount + R7.columnCount + R8.columnCount
  }

  @inlinable
  public static func decode<Row: RowReader & ~Copyable>(
    _ row: borrowing Row, at index: Int
  ) throws -> (
    R1.Output, R2.Output, R3.Output, R4.Output, R5.Output, R6.Output, R7.Output, R8.Output
  ) {
    var next = index
    return try (
      R1.decode(row, advancing: &next),
      R2.decode(row, advancing: &next),
      R3.decode(row, advancing: &next),
      R4.decode(row, advancing: &next),
      R5.decode(row, advancing: &next),
      R6.decode(row, advancing: &next),
      R7.decode(row, advancing: &next),
      R8.decode(row, advancing: &next)
    )
  }

  @inlinable
  public static var hasLists: Bool {
    R1.hasLists || R2.hasLists || R3.hasLists || R4.hasLists || R5.hasLists || R6.hasLists
      || R7.hasLists || R8.hasLists
  }

  @inlinable
  public static func part<Row: RowReader & ~Copyable>(
    _ row: borrowing Row, at index: Int, _ keys: inout ListKeys
  ) throws -> (R1.Part, R2.Part, R3.Part, R4.Part, R5.Part, R6.Part, R7.Part, R8.Part) {
    var next = index
    return try (
      R1.part(row, advancing: &next, &keys),
      R2.part(row, advancing: &next, &keys),
      R3.part(row, advancing: &next, &keys),
      R4.part(row, advancing: &next, &keys),
      R5.part(row, advancing: &next, &keys),
      R6.part(row, advancing: &next, &keys),
      R7.part(row, advancing: &next, &keys),
      R8.part(row, advancing: &next, &keys)
    )
  }

  @inlinable
  public static func lists<Fetcher: RowFetching>(
    _ keys: inout ListKeys, on db: isolated Fetcher
  ) throws -> (R1.Lists, R2.Lists, R3.Lists, R4.Lists, R5.Lists, R6.Lists, R7.Lists, R8.Lists) {
    try (
      R1.lists(&keys, on: db),
      R2.lists(&keys, on: db),
      R3.lists(&keys, on: db),
      R4.lists(&keys, on: db),
      R5.lists(&keys, on: db),
      R6.lists(&keys, on: db),
      R7.lists(&keys, on: db),
      R8.lists(&keys, on: db)
    )
  }

  @inlinable
  public static func whole(
    _ part: (R1.Part, R2.Part, R3.Part, R4.Part, R5.Part, R6.Part, R7.Part, R8.Part), _ row: Int,
    _ lists: (R1.Lists, R2.Lists, R3.Lists, R4.Lists, R5.Lists, R6.Lists, R7.Lists, R8.Lists)
  ) -> (R1.Output, R2.Output, R3.Output, R4.Output, R5.Output, R6.Output, R7.Output, R8.Output) {
    (
      R1.whole(part.0, row, lists.0),
      R2.whole(part.1, row, lists.1),
      R3.whole(part.2, row, lists.2),
      R4.whole(part.3, row, lists.3),
      R5.whole(part.4, row, lists.4),
      R6.whole(part.5, row, lists.5),
      R7.whole(part.6, row, lists.6),
      R8.whole(part.7, row, lists.7)
    )
  }
}

extension Results8: ResultWithoutLists
where
  R1: ResultWithoutLists, R2: ResultWithoutLists, R3: ResultWithoutLists, R4: ResultWithoutLists,
  R5: ResultWithoutLists, R6: ResultWithoutLists, R7: ResultWithoutLists, R8: ResultWithoutLists
{}

extension Results8: ColumnResults
where
  R1: ColumnResult, R2: ColumnResult, R3: ColumnResult, R4: ColumnResult, R5: ColumnResult,
  R6: ColumnResult, R7: ColumnResult, R8: ColumnResult
{
  public typealias Representations = (
    R1.Representation, R2.Representation, R3.Representation, R4.Representation, R5.Representation,
    R6.Representation, R7.Representation, R8.Representation
  )
}

/// A selection of nine results, as a tuple.
@_documentation(visibility: internal)
public enum Results9<
  R1: SelectResult, R2: SelectResult, R3: SelectResult, R4: SelectResult, R5: SelectResult,
  R6: SelectResult, R7: SelectResult, R8: SelectResult, R9: SelectResult
>: SelectResult {
  @inlinable
  public static var columnCount: Int {
    R1.columnCount + R2.columnCount + R3.columnCount + R4.columnCount + R5.columnCount
      + R6.columnCount + R7.columnCount + R8.columnCount + R9.columnCount
  }

  @inlinable
  public static func decode<Row: RowReader & ~Copyable>(
    _ row: borrowing Row, at index: Int
  ) throws -> (
    R1.Output, R2.Output, R3.Output, R4.Output, R5.Output, R6.Output, R7.Output, R8.Output,
    R9.Output
  ) {
    var next = index
    return try (
      R1.decode(row, advancing: &next),
      R2.decode(row, advancing: &next),
      R3.decode(row, advancing: &next),
      R4.decode(row, advancing: &next),
      R5.decode(row, advancing: &next),
      R6.decode(row, advancing: &next),
      R7.decode(row, advancing: &next),
      R8.decode(row, advancing: &next),
      R9.decode(row, advancing: &next)
    )
  }

  @inlinable
  public static var hasLists: Bool {
    R1.hasLists || R2.hasLists || R3.hasLists || R4.hasLists || R5.hasLists || R6.hasLists
      || R7.hasLists || R8.hasLists || R9.hasLists
  }

  @inlinable
  public static func part<Row: RowReader & ~Copyable>(
    _ row: borrowing Row, at index: Int, _ keys: inout ListKeys
  ) throws -> (R1.Part, R2.Part, R3.Part, R4.Part, R5.Part, R6.Part, R7.Part, R8.Part, R9.Part) {
    var next = index
    return try (
      R1.part(row, advancing: &next, &keys),
      R2.part(row, advancing: &next, &keys),
      R3.part(row, advancing: &next, &keys),
      R4.part(row, advancing: &next, &keys),
      R5.part(row, advancing: &next, &keys),
      R6.part(row, advancing: &next, &keys),
      R7.part(row, advancing: &next, &keys),
      R8.part(row, advancing: &next, &keys),
      R9.part(row, advancing: &next, &keys)
    )
  }

  @inlinable
  public static func lists<Fetcher: RowFetching>(
    _ keys: inout ListKeys, on db: isolated Fetcher
  ) throws -> (
    R1.Lists, R2.Lists, R3.Lists, R4.Lists, R5.Lists, R6.Lists, R7.Lists, R8.Lists, R9.Lists
  ) {
    try (
      R1.lists(&keys, on: db),
      R2.lists(&keys, on: db),
      R3.lists(&keys, on: db),
      R4.lists(&keys, on: db),
      R5.lists(&keys, on: db),
      R6.lists(&keys, on: db),
      R7.lists(&keys, on: db),
      R8.lists(&keys, on: db),
      R9.lists(&keys, on: db)
    )
  }

  @inlinable
  public static func whole(
    _ part: (R1.Part, R2.Part, R3.Part, R4.Part, R5.Part, R6.Part, R7.Part, R8.Part, R9.Part),
    _ row: Int,
    _ lists: (
      R1.Lists, R2.Lists, R3.Lists, R4.Lists, R5.Lists, R6.Lists, R7.Lists, R8.Lists, R9.Lists
    )
  ) -> (
    R1.Output, R2.Output, R3.Output, R4.Output, R5.Output, R6.Output, R7.Output, R8.Output,
    R9.Output
  ) {
    (
      R1.whole(part.0, row, lists.0),
      R2.whole(part.1, row, lists.1),
      R3.whole(part.2, row, lists.2),
      R4.whole(part.3, row, lists.3),
      R5.whole(part.4, row, lists.4),
      R6.whole(part.5, row, lists.5),
      R7.whole(part.6, row, lists.6),
      R8.whole(part.7, row, lists.7),
      R9.whole(part.8, row, lists.8)
    )
  }
}

extension Results9: ResultWithoutLists
where
  R1: ResultWithoutLists, R2: ResultWithoutLists, R3: ResultWithoutLists, R4: ResultWithoutLists,
  R5: ResultWithoutLists, R6: ResultWithoutLists, R7: ResultWithoutLists, R8: ResultWithoutLists,
  R9: ResultWithoutLists
{}

extension Results9: ColumnResults
where
  R1: ColumnResult, R2: ColumnResult, R3: ColumnResult, R4: ColumnResult, R5: ColumnResult,
  R6: ColumnResult, R7: ColumnResult, R8: ColumnResult, R9: ColumnResult
{
  public typealias Representations = (
    R1.Representation, R2.Representation, R3.Representation, R4.Representation, R5.Representation,
    R6.Representation, R7.Representation, R8.Representation, R9.Representation
  )
}

/// A selection of ten results, as a tuple.
@_documentation(visibility: internal)
public enum Results10<
  R1: SelectResult, R2: SelectResult, R3: SelectResult, R4: SelectResult, R5: SelectResult,
  R6: SelectResult, R7: SelectResult, R8: SelectResult, R9: SelectResult, R10: SelectResult
>: SelectResult {
  @inlinable
  public static var columnCount: Int {
    R1.columnCount + R2.columnCount + R3.columnCount + R4.columnCount + R5.columnCount
      + R6.columnCount + R7.columnCount + R8.columnCount + R9.columnCount + R10.columnCount
  }

  @inlinable
  public static func decode<Row: RowReader & ~Copyable>(
    _ row: borrowing Row, at index: Int
  ) throws -> (
    R1.Output, R2.Output, R3.Output, R4.Output, R5.Output, R6.Output, R7.Output, R8.Output,
    R9.Output, R10.Output
  ) {
    var next = index
    return try (
      R1.decode(row, advancing: &next),
      R2.decode(row, advancing: &next),
      R3.decode(row, advancing: &next),
      R4.decode(row, advancing: &next),
      R5.decode(row, advancing: &next),
      R6.decode(row, advancing: &next),
      R7.decode(row, advancing: &next),
      R8.decode(row, advancing: &next),
      R9.decode(row, advancing: &next),
      R10.decode(row, advancing: &next)
    )
  }

  @inlinable
  public static var hasLists: Bool {
    R1.hasLists || R2.hasLists || R3.hasLists || R4.hasLists || R5.hasLists || R6.hasLists
      || R7.hasLists || R8.hasLists || R9.hasLists || R10.hasLists
  }

  @inlinable
  public static func part<Row: RowReader & ~Copyable>(
    _ row: borrowing Row, at index: Int, _ keys: inout ListKeys
  ) throws -> (
    R1.Part, R2.Part, R3.Part, R4.Part, R5.Part, R6.Part, R7.Part, R8.Part, R9.Part, R10.Part
  ) {
    var next = index
    return try (
      R1.part(row, advancing: &next, &keys),
      R2.part(row, advancing: &next, &keys),
      R3.part(row, advancing: &next, &keys),
      R4.part(row, advancing: &next, &keys),
      R5.part(row, advancing: &next, &keys),
      R6.part(row, advancing: &next, &keys),
      R7.part(row, advancing: &next, &keys),
      R8.part(row, advancing: &next, &keys),
      R9.part(row, advancing: &next, &keys),
      R10.part(row, advancing: &next, &keys)
    )
  }

  @inlinable
  public static func lists<Fetcher: RowFetching>(
    _ keys: inout ListKeys, on db: isolated Fetcher
  ) throws -> (
    R1.Lists, R2.Lists, R3.Lists, R4.Lists, R5.Lists, R6.Lists, R7.Lists, R8.Lists, R9.Lists,
    R10.Lists
  ) {
    try (
      R1.lists(&keys, on: db),
      R2.lists(&keys, on: db),
      R3.lists(&keys, on: db),
      R4.lists(&keys, on: db),
      R5.lists(&keys, on: db),
      R6.lists(&keys, on: db),
      R7.lists(&keys, on: db),
      R8.lists(&keys, on: db),
      R9.lists(&keys, on: db),
      R10.lists(&keys, on: db)
    )
  }

  @inlinable
  public static func whole(
    _ part: (
      R1.Part, R2.Part, R3.Part, R4.Part, R5.Part, R6.Part, R7.Part, R8.Part, R9.Part, R10.Part
    ), _ row: Int,
    _ lists: (
      R1.Lists, R2.Lists, R3.Lists, R4.Lists, R5.Lists, R6.Lists, R7.Lists, R8.Lists, R9.Lists,
      R10.Lists
    )
  ) -> (
    R1.Output, R2.Output, R3.Output, R4.Output, R5.Output, R6.Output, R7.Output, R8.Output,
    R9.Output, R10.Output
  ) {
    (
      R1.whole(part.0, row, lists.0),
      R2.whole(part.1, row, lists.1),
      R3.whole(part.2, row, lists.2),
      R4.whole(part.3, row, lists.3),
      R5.whole(part.4, row, lists.4),
      R6.whole(part.5, row, lists.5),
      R7.whole(part.6, row, lists.6),
      R8.whole(part.7, row, lists.7),
      R9.whole(part.8, row, lists.8),
      R10.whole(part.9, row, lists.9)
    )
  }
}

extension Results10: ResultWithoutLists
where
  R1: ResultWithoutLists, R2: ResultWithoutLists, R3: ResultWithoutLists, R4: ResultWithoutLists,
  R5: ResultWithoutLists, R6: ResultWithoutLists, R7: ResultWithoutLists, R8: ResultWithoutLists,
  R9: ResultWithoutLists, R10: ResultWithoutLists
{}

extension Results10: ColumnResults
where
  R1: ColumnResult, R2: ColumnResult, R3: ColumnResult, R4: ColumnResult, R5: ColumnResult,
  R6: ColumnResult, R7: ColumnResult, R8: ColumnResult, R9: ColumnResult, R10: ColumnResult
{
  public typealias Representations = (
    R1.Representation, R2.Representation, R3.Representation, R4.Representation, R5.Representation,
    R6.Representation, R7.Representation, R8.Representation, R9.Representation, R10.Representation
  )
}
