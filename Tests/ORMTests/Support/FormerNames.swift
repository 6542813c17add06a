import ORM

/// Uses each deprecated name, so that none goes before its version.
@available(*, deprecated)
private enum FormerNames {
  static func types(_ value: Any) -> [Bool] {
    [
      value is DataLossRefused, value is SchemaIsNewer, value is SchemaMismatch,
      value is AllowedLoss, value is SQLFile, value is any NamedSource.Type,
    ]
  }

  static func rows<Scope, Result>(_ rows: ManyRows<Scope, Result>) -> ToManyQuery<Scope, Result> {
    rows
  }

  static let reasons: [RelationError.Reason] = [
    .outOfReach, .inOwnJoin, .insideItself, .listOutOfPlace, .wideKey,
  ]
  static let pages: [PageError] = [.sizeBelowOne, .cursorOfOtherOrder, .rowsOfSeveral]
  static let code = ResultCode.notLent

  static func configure(_ configuration: inout Configuration) {
    configuration.trustsSchema = configuration.trustedSchema
    configuration.makesFolders = configuration.createsDirectories
    configuration.memoryMapSize = configuration.mmapSize
    configuration.overwritesDeleted = configuration.secureDelete
    configuration.limits.instructions = configuration.limits.vdbeOps
  }

  static func durations(_ event: StatementEvent) -> [Duration] {
    [event.waiting, event.preparing, event.stepping, event.decoding]
  }

  static func query<T: TableOrView>(_ type: T.Type) -> SQLQuery<T> {
    SQLQuery(asWritten: "SELECT 1")
  }
}
