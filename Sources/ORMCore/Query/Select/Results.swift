// Written by Tools/generate-overloads.py.

// A type per number of results, not one with a parameter pack: Swift 6.3 does not specialize a loop over a
// pack, so each value of each row went through the tables of its type.

/// Two results beside each other, as a tuple.
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
}

extension Results2: ColumnResults where R1: ColumnResult, R2: ColumnResult {
  public typealias Representations = (R1.Representation, R2.Representation)
}

/// Three results beside each other, as a tuple.
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
}

extension Results3: ColumnResults where R1: ColumnResult, R2: ColumnResult, R3: ColumnResult {
  public typealias Representations = (R1.Representation, R2.Representation, R3.Representation)
}

/// Four results beside each other, as a tuple.
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
}

extension Results4: ColumnResults
where R1: ColumnResult, R2: ColumnResult, R3: ColumnResult, R4: ColumnResult {
  public typealias Representations = (
    R1.Representation, R2.Representation, R3.Representation, R4.Representation
  )
}

/// Five results beside each other, as a tuple.
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
}

extension Results5: ColumnResults
where R1: ColumnResult, R2: ColumnResult, R3: ColumnResult, R4: ColumnResult, R5: ColumnResult {
  public typealias Representations = (
    R1.Representation, R2.Representation, R3.Representation, R4.Representation, R5.Representation
  )
}

/// Six results beside each other, as a tuple.
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
}

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

/// Seven results beside each other, as a tuple.
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
}

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

/// Eight results beside each other, as a tuple.
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
}

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

/// Nine results beside each other, as a tuple.
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
}

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

/// Ten results beside each other, as a tuple.
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
}

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
