// Former names, which version 0.3.0 removes.

@available(*, deprecated, renamed: "TableOrView")
public typealias NamedSource = TableOrView

@available(*, deprecated, renamed: "ToManyQuery")
public typealias ManyRows = ToManyQuery

extension ResultCode {
  @available(*, deprecated, renamed: "connectionExpired")
  public static var notLent: ResultCode { .connectionExpired }
}

extension RelationError.Reason {
  @available(*, deprecated, renamed: "tableNotInQuery")
  public static var outOfReach: Self { .tableNotInQuery }
  @available(*, deprecated, renamed: "usedInOwnJoin")
  public static var inOwnJoin: Self { .usedInOwnJoin }
  @available(*, deprecated, renamed: "selfReference")
  public static var insideItself: Self { .selfReference }
  @available(*, deprecated, renamed: "listNotSupportedHere")
  public static var listOutOfPlace: Self { .listNotSupportedHere }
  @available(*, deprecated, renamed: "tooManyKeyColumns")
  public static var wideKey: Self { .tooManyKeyColumns }
}

extension PageError {
  @available(*, deprecated, renamed: "invalidSize")
  public static var sizeBelowOne: PageError { .invalidSize }
  @available(*, deprecated, renamed: "cursorOrderMismatch")
  public static var cursorOfOtherOrder: PageError { .cursorOrderMismatch }
  @available(*, deprecated, renamed: "aggregatedQuery")
  public static var rowsOfSeveral: PageError { .aggregatedQuery }
}

extension SQLQuery {
  @available(*, deprecated, renamed: "init(verbatim:columns:as:)")
  public init(asWritten query: String, columns: String..., as output: Output.Type = Output.self) {
    self.init(verbatim: query, columns: columns)
  }
}

extension StatementEvent {
  @available(*, deprecated, renamed: "waitDuration")
  public var waiting: Duration { waitDuration }
  @available(*, deprecated, renamed: "prepareDuration")
  public var preparing: Duration { prepareDuration }
  @available(*, deprecated, renamed: "stepDuration")
  public var stepping: Duration { stepDuration }
  @available(*, deprecated, renamed: "decodeDuration")
  public var decoding: Duration { decodeDuration }
}

// Former names, which version 0.4.0 removes.

@available(*, deprecated, renamed: "TableExpression")
public typealias RowSource = TableExpression

@available(*, deprecated, renamed: "ToOne")
public typealias One<T: Selection> = ToOne<T>

@available(*, deprecated, renamed: "ToOptional")
public typealias Maybe<T: Selection> = ToOptional<T>

@available(*, deprecated, renamed: "ToMany")
public typealias Many<T: Selection> = ToMany<T>

extension TableColumns where SelectedResult.Output: TableOrView {
  @available(*, deprecated, renamed: "toOne(_:)")
  public func one<Other: TableColumns, Reference>(
    _ reference: Column<SelectedResult.Output, Reference>
  ) -> Other
  where
    Other.SelectedResult.Output: KeyedTable,
    Reference.Value == Other.SelectedResult.Output.Key
  {
    toOne(reference)
  }

  @available(*, deprecated, renamed: "toOptional(_:)")
  public func maybe<Other: TableColumns, Reference>(
    _ reference: Column<SelectedResult.Output, Reference>
  ) -> OuterColumns<Other>
  where
    Other.SelectedResult.Output: KeyedTable,
    Reference.Nullable.Value == Other.SelectedResult.Output.Key?
  {
    toOptional(reference)
  }

  @available(*, deprecated, renamed: "toOne(on:)")
  public func one<Other: TableColumns, each Reference: ColumnRepresentation>(
    on pairs: repeat (
      Column<SelectedResult.Output, each Reference>,
      KeyPath<Other, Column<Other.SelectedResult.Output, each Reference>>
    )
  ) -> Other where Other.SelectedResult.Output: TableOrView {
    toOne(on: repeat each pairs)
  }

  @available(*, deprecated, renamed: "toOptional(on:)")
  public func maybe<
    Other: TableColumns, each Reference: ColumnRepresentation, each Target: ColumnRepresentation
  >(
    on pairs: repeat (
      Column<SelectedResult.Output, each Reference>,
      KeyPath<Other, Column<Other.SelectedResult.Output, each Target>>
    )
  ) -> OuterColumns<Other>
  where
    Other.SelectedResult.Output: TableOrView,
    repeat (each Reference).Nullable == (each Target).Nullable
  {
    toOptional(on: repeat each pairs)
  }
}

extension TableColumns {
  @available(*, deprecated, renamed: "toMany(_:)")
  public func many<T: TableOrView, Inverse: QueryScope>(
    _ inverse: KeyPath<T.Columns, Inverse>
  ) -> ToMany<T> where Inverse.OuterScope == OuterColumns<Self> {
    toMany(inverse)
  }
}

extension SQLConnection {
  @available(*, deprecated, renamed: "updateChanges(_:from:)")
  @discardableResult
  public func update<T: KeyedTable>(_ new: T, from old: T) throws -> Bool {
    try updateChanges(new, from: old)
  }

  @available(*, deprecated, renamed: "saveByPositiveKey(_:)")
  @discardableResult
  public func insertOrUpdate<T: KeyedTable>(_ value: T) throws -> T where T.Key: FixedWidthInteger {
    try saveByPositiveKey(value)
  }
}

extension SQLDatabase {
  @available(*, deprecated, renamed: "updateChanges(_:from:)")
  @discardableResult
  public func update<T: KeyedTable>(_ new: T, from old: T) async throws -> Bool {
    try await updateChanges(new, from: old)
  }

  @available(*, deprecated, renamed: "saveByPositiveKey(_:)")
  @discardableResult
  public func insertOrUpdate<T: KeyedTable>(_ value: T) async throws -> T
  where T.Key: FixedWidthInteger {
    try await saveByPositiveKey(value)
  }
}
