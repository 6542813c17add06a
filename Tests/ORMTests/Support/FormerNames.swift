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

  static func steps(_ sql: SQL) -> Migrations {
    let point: Step.Point? = .schema
    return Migrations { Step("a", before: point, sql: "\(sql)") }
  }

  static func source<Row: Selection>(_ source: RowSource<Row>) -> TableExpression<Row> { source }
  static let permission: PlanPermission = .everything

  static func write(_ new: Label, from old: Label, in db: Database) async throws {
    try await db.update(new, from: old)
    _ = try await db.transaction { tx in try tx.update(new, from: old) }
  }

  static func save(_ row: SaveByPositiveKeyTests.Numbered, in db: Database) async throws {
    try await db.insertOrUpdate(row)
    _ = try await db.transaction { tx in try tx.insertOrUpdate(row) }
  }
}

@available(*, deprecated)
extension Related.Book.Columns {
  fileprivate var formerShelf: One<Related.Shelf> {
    one(on: (room, \.room), (shelfNumber, \.number))
  }
}

@available(*, deprecated)
extension Related.Album.Columns {
  fileprivate var formerArtist: One<Related.Artist> { one(artistID) }
  fileprivate var formerEditor: Maybe<Related.Artist> { maybe(editorID) }
}

@available(*, deprecated)
extension Related.Artist.Columns {
  fileprivate var formerAlbums: Many<Related.Album> { many(\.formerArtist) }
}
