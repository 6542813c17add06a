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
