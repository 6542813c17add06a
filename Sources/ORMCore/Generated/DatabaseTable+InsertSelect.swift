// Written by Tools/generate-overloads.py.

extension DatabaseTable {
  /// An insert of a query's rows into a column. The query must select one value of the column's
  /// type.
  public static func insert<R1: ColumnRepresentation, Query: ComposableSelect>(
    or resolution: ConflictResolution? = nil,
    _ columns: (Columns) -> Column<Self, R1>, select query: () throws -> Query
  ) rethrows -> Insert<Self> where Query.Result == OneValue<R1> {
    let all = columns(Self.columns)
    return Insert([all.ownName], try query(), checking: [all.asSet], or: resolution)
  }

  /// An insert of a query's rows into 2 columns. The query must select values of the columns'
  /// types.
  public static func insert<
    R1: ColumnRepresentation, R2: ColumnRepresentation, Query: ComposableSelect
  >(
    or resolution: ConflictResolution? = nil,
    _ columns: (Columns) -> (Column<Self, R1>, Column<Self, R2>), select query: () throws -> Query
  ) rethrows -> Insert<Self> where Query.Result == Results2<OneValue<R1>, OneValue<R2>> {
    let all = columns(Self.columns)
    return Insert(
      [all.0.ownName, all.1.ownName], try query(), checking: [all.0.asSet, all.1.asSet],
      or: resolution)
  }

  /// An insert of a query's rows into 3 columns. The query must select values of the columns'
  /// types.
  @_documentation(visibility: internal)
  public static func insert<
    R1: ColumnRepresentation, R2: ColumnRepresentation, R3: ColumnRepresentation,
    Query: ComposableSelect
  >(
    or resolution: ConflictResolution? = nil,
    _ columns: (Columns) -> (Column<Self, R1>, Column<Self, R2>, Column<Self, R3>),
    select query: () throws -> Query
  ) rethrows -> Insert<Self>
  where Query.Result == Results3<OneValue<R1>, OneValue<R2>, OneValue<R3>> {
    let all = columns(Self.columns)
    return Insert(
      [all.0.ownName, all.1.ownName, all.2.ownName], try query(),
      checking: [all.0.asSet, all.1.asSet, all.2.asSet], or: resolution)
  }

  /// An insert of a query's rows into 4 columns. The query must select values of the columns'
  /// types.
  @_documentation(visibility: internal)
  public static func insert<
    R1: ColumnRepresentation, R2: ColumnRepresentation, R3: ColumnRepresentation,
    R4: ColumnRepresentation, Query: ComposableSelect
  >(
    or resolution: ConflictResolution? = nil,
    _ columns: (Columns) -> (
      Column<Self, R1>, Column<Self, R2>, Column<Self, R3>, Column<Self, R4>
    ), select query: () throws -> Query
  ) rethrows -> Insert<Self>
  where Query.Result == Results4<OneValue<R1>, OneValue<R2>, OneValue<R3>, OneValue<R4>> {
    let all = columns(Self.columns)
    return Insert(
      [all.0.ownName, all.1.ownName, all.2.ownName, all.3.ownName], try query(),
      checking: [all.0.asSet, all.1.asSet, all.2.asSet, all.3.asSet], or: resolution)
  }

  /// An insert of a query's rows into 5 columns. The query must select values of the columns'
  /// types.
  @_documentation(visibility: internal)
  public static func insert<
    R1: ColumnRepresentation, R2: ColumnRepresentation, R3: ColumnRepresentation,
    R4: ColumnRepresentation, R5: ColumnRepresentation, Query: ComposableSelect
  >(
    or resolution: ConflictResolution? = nil,
    _ columns: (Columns) -> (
      Column<Self, R1>, Column<Self, R2>, Column<Self, R3>, Column<Self, R4>, Column<Self, R5>
    ), select query: () throws -> Query
  ) rethrows -> Insert<Self>
  where
    Query.Result == Results5<OneValue<R1>, OneValue<R2>, OneValue<R3>, OneValue<R4>, OneValue<R5>>
  {
    let all = columns(Self.columns)
    return Insert(
      [all.0.ownName, all.1.ownName, all.2.ownName, all.3.ownName, all.4.ownName], try query(),
      checking: [all.0.asSet, all.1.asSet, all.2.asSet, all.3.asSet, all.4.asSet], or: resolution)
  }

  /// An insert of a query's rows into 6 columns. The query must select values of the columns'
  /// types.
  @_documentation(visibility: internal)
  public static func insert<
    R1: ColumnRepresentation, R2: ColumnRepresentation, R3: ColumnRepresentation,
    R4: ColumnRepresentation, R5: ColumnRepresentation, R6: ColumnRepresentation,
    Query: ComposableSelect
  >(
    or resolution: ConflictResolution? = nil,
    _ columns: (Columns) -> (
      Column<Self, R1>, Column<Self, R2>, Column<Self, R3>, Column<Self, R4>, Column<Self, R5>,
      Column<Self, R6>
    ), select query: () throws -> Query
  ) rethrows -> Insert<Self>
  where
    Query.Result == Results6<
      OneValue<R1>, OneValue<R2>, OneValue<R3>, OneValue<R4>, OneValue<R5>, OneValue<R6>
    >
  {
    let all = columns(Self.columns)
    return Insert(
      [all.0.ownName, all.1.ownName, all.2.ownName, all.3.ownName, all.4.ownName, all.5.ownName],
      try query(),
      checking: [all.0.asSet, all.1.asSet, all.2.asSet, all.3.asSet, all.4.asSet, all.5.asSet],
      or: resolution)
  }

  /// An insert of a query's rows into 7 columns. The query must select values of the columns'
  /// types.
  @_documentation(visibility: internal)
  public static func insert<
    R1: ColumnRepresentation, R2: ColumnRepresentation, R3: ColumnRepresentation,
    R4: ColumnRepresentation, R5: ColumnRepresentation, R6: ColumnRepresentation,
    R7: ColumnRepresentation, Query: ComposableSelect
  >(
    or resolution: ConflictResolution? = nil,
    _ columns: (Columns) -> (
      Column<Self, R1>, Column<Self, R2>, Column<Self, R3>, Column<Self, R4>, Column<Self, R5>,
      Column<Self, R6>, Column<Self, R7>
    ), select query: () throws -> Query
  ) rethrows -> Insert<Self>
  where
    Query.Result == Results7<
      OneValue<R1>, OneValue<R2>, OneValue<R3>, OneValue<R4>, OneValue<R5>, OneValue<R6>,
      OneValue<R7>
    >
  {
    let all = columns(Self.columns)
    return Insert(
      [
        all.0.ownName, all.1.ownName, all.2.ownName, all.3.ownName, all.4.ownName, all.5.ownName,
        all.6.ownName,
      ], try query(),
      checking: [
        all.0.asSet, all.1.asSet, all.2.asSet, all.3.asSet, all.4.asSet, all.5.asSet, all.6.asSet,
      ], or: resolution)
  }

  /// An insert of a query's rows into 8 columns. The query must select values of the columns'
  /// types.
  @_documentation(visibility: internal)
  public static func insert<
    R1: ColumnRepresentation, R2: ColumnRepresentation, R3: ColumnRepresentation,
    R4: ColumnRepresentation, R5: ColumnRepresentation, R6: ColumnRepresentation,
    R7: ColumnRepresentation, R8: ColumnRepresentation, Query: ComposableSelect
  >(
    or resolution: ConflictResolution? = nil,
    _ columns: (Columns) -> (
      Column<Self, R1>, Column<Self, R2>, Column<Self, R3>, Column<Self, R4>, Column<Self, R5>,
      Column<Self, R6>, Column<Self, R7>, Column<Self, R8>
    ), select query: () throws -> Query
  ) rethrows -> Insert<Self>
  where
    Query.Result == Results8<
      OneValue<R1>, OneValue<R2>, OneValue<R3>, OneValue<R4>, OneValue<R5>, OneValue<R6>,
      OneValue<R7>, OneValue<R8>
    >
  {
    let all = columns(Self.columns)
    return Insert(
      [
        all.0.ownName, all.1.ownName, all.2.ownName, all.3.ownName, all.4.ownName, all.5.ownName,
        all.6.ownName, all.7.ownName,
      ], try query(),
      checking: [
        all.0.asSet, all.1.asSet, all.2.asSet, all.3.asSet, all.4.asSet, all.5.asSet, all.6.asSet,
        all.7.asSet,
      ], or: resolution)
  }

  /// An insert of a query's rows into 9 columns. The query must select values of the columns'
  /// types.
  @_documentation(visibility: internal)
  public static func insert<
    R1: ColumnRepresentation, R2: ColumnRepresentation, R3: ColumnRepresentation,
    R4: ColumnRepresentation, R5: ColumnRepresentation, R6: ColumnRepresentation,
    R7: ColumnRepresentation, R8: ColumnRepresentation, R9: ColumnRepresentation,
    Query: ComposableSelect
  >(
    or resolution: ConflictResolution? = nil,
    _ columns: (Columns) -> (
      Column<Self, R1>, Column<Self, R2>, Column<Self, R3>, Column<Self, R4>, Column<Self, R5>,
      Column<Self, R6>, Column<Self, R7>, Column<Self, R8>, Column<Self, R9>
    ), select query: () throws -> Query
  ) rethrows -> Insert<Self>
  where
    Query.Result == Results9<
      OneValue<R1>, OneValue<R2>, OneValue<R3>, OneValue<R4>, OneValue<R5>, OneValue<R6>,
      OneValue<R7>, OneValue<R8>, OneValue<R9>
    >
  {
    let all = columns(Self.columns)
    return Insert(
      [
        all.0.ownName, all.1.ownName, all.2.ownName, all.3.ownName, all.4.ownName, all.5.ownName,
        all.6.ownName, all.7.ownName, all.8.ownName,
      ], try query(),
      checking: [
        all.0.asSet, all.1.asSet, all.2.asSet, all.3.asSet, all.4.asSet, all.5.asSet, all.6.asSet,
        all.7.asSet, all.8.asSet,
      ], or: resolution)
  }

  /// An insert of a query's rows into 10 columns. The query must select values of the columns'
  /// types.
  @_documentation(visibility: internal)
  public static func insert<
    R1: ColumnRepresentation, R2: ColumnRepresentation, R3: ColumnRepresentation,
    R4: ColumnRepresentation, R5: ColumnRepresentation, R6: ColumnRepresentation,
    R7: ColumnRepresentation, R8: ColumnRepresentation, R9: ColumnRepresentation,
    R10: ColumnRepresentation, Query: ComposableSelect
  >(
    or resolution: ConflictResolution? = nil,
    _ columns: (Columns) -> (
      Column<Self, R1>, Column<Self, R2>, Column<Self, R3>, Column<Self, R4>, Column<Self, R5>,
      Column<Self, R6>, Column<Self, R7>, Column<Self, R8>, Column<Self, R9>, Column<Self, R10>
    ), select query: () throws -> Query
  ) rethrows -> Insert<Self>
  where
    Query.Result == Results10<
      OneValue<R1>, OneValue<R2>, OneValue<R3>, OneValue<R4>, OneValue<R5>, OneValue<R6>,
      OneValue<R7>, OneValue<R8>, OneValue<R9>, OneValue<R10>
    >
  {
    let all = columns(Self.columns)
    return Insert(
      [
        all.0.ownName, all.1.ownName, all.2.ownName, all.3.ownName, all.4.ownName, all.5.ownName,
        all.6.ownName, all.7.ownName, all.8.ownName, all.9.ownName,
      ], try query(),
      checking: [
        all.0.asSet, all.1.asSet, all.2.asSet, all.3.asSet, all.4.asSet, all.5.asSet, all.6.asSet,
        all.7.asSet, all.8.asSet, all.9.asSet,
      ], or: resolution)
  }
}
