/// An `UPDATE` as a value.
///
/// ```swift
/// Album.where { $0.artistID == 1 }.update { $0.plays += 1 }
/// // UPDATE "album" SET "plays" = "plays" + $1 WHERE "artistID" = $2
/// Album.order { $0.plays }.limit(3).update { $0.isHidden = true }
/// // UPDATE "album" SET "isHidden" = $1
/// //   WHERE "id" IN (SELECT "id" FROM "album" ORDER BY "plays" LIMIT $2)
/// ```
///
/// See <https://www.sqlite.org/lang_update.html>.
public struct Update<T: DatabaseTable>: WriteStatement {
  public typealias Target = T

  /// The rows and the assignments, which describe most updates completely.
  @usableFromInline let rows: RowsWrite
  /// The whole tree, if the update has more than that.
  private let other: WriteNode?

  @_documentation(visibility: internal)
  public var node: WriteNode {
    other ?? rows.node(of: T.self)
  }

  init(_ update: UpdateNode) {
    rows = RowsWrite(update.target.query, sets: update.assignments)
    other = WriteNode(.update(update), of: T.tableName)
  }

  @usableFromInline
  init(_ rows: consuming RowsWrite) {
    self.rows = rows
    other = nil
  }

  @_documentation(visibility: internal)
  @inlinable
  public func withRows<Value>(_ body: (RowsWrite) throws -> Value?) rethrows -> Value? {
    isPlain ? try body(rows) : nil
  }

  @usableFromInline var isPlain: Bool { other == nil }
}

extension SelectQuery {
  /// The update of the query's rows.
  ///
  /// If the query is for the whole table, the statement throws ``MissingConditionError``; to update
  /// all rows, use ``DatabaseTable/updateAll(or:_:)``.
  ///
  /// - Parameter resolution: The action if a row violates a constraint.
  @inlinable
  public consuming func update<T: DatabaseTable>(
    or resolution: ConflictResolution? = nil, _ set: (inout Updates<T>) throws -> Void
  ) rethrows -> Update<T> where Scope == T.Columns, Result == WholeRow<T> {
    try update(isAll: false, or: resolution, set)
  }

  @inlinable
  consuming func update<T: DatabaseTable>(
    isAll: Bool, or resolution: ConflictResolution?, _ set: (inout Updates<T>) throws -> Void
  ) rethrows -> Update<T> where Scope == T.Columns, Result == WholeRow<T> {
    let node = (consume self).node
    let table = T.tableName
    // If the query is of the whole table, it has no alias.
    let name = node.core.whole == nil ? node.aliasOfPlainRows(of: table) ?? table : table
    var updates = Updates<T>(of: T.Columns(source: TableSource(qualifier: name)))
    try set(&updates)
    return Update(
      RowsWrite(node, isAll: isAll, sets: updates.assignments, or: resolution))
  }
}

extension DatabaseTable {
  /// The update of every row of the table. It has a separate name, so that a forgotten condition
  /// never updates all rows.
  ///
  /// ```swift
  /// try await db.run(Album.updateAll { $0.plays = 0 })     // UPDATE "album" SET "plays" = $1
  /// ```
  @inlinable
  public static func updateAll(
    or resolution: ConflictResolution? = nil, _ set: (inout Updates<Self>) throws -> Void
  ) rethrows -> Update<Self> {
    try all.update(isAll: true, or: resolution, set)
  }

  @available(
    *, unavailable, message: "choose rows with 'where', or update all with 'updateAll'"
  )
  public static func update(
    or resolution: ConflictResolution? = nil, _ set: (inout Updates<Self>) throws -> Void
  ) rethrows -> Update<Self> {
    try updateAll(or: resolution, set)
  }
}

// MARK: - From another table

extension SelectQuery {
  /// The update of the query's rows from the rows of another table: `UPDATE … FROM`.
  ///
  /// ```swift
  /// Album.where { $0.title == "" }.update(from: Artist.self) { album, artist in
  ///   album.title = artist.name
  /// } where: {
  ///   $0.artistID == $1.id
  /// }
  /// // UPDATE "album" SET "title" = "artist"."name" FROM "artist"
  /// //   WHERE "album"."title" = $1 AND "album"."artistID" = "artist"."id"
  /// ```
  ///
  /// If a row meets the condition with several rows of the other table, it is updated from one of
  /// them; which one is undefined. See <https://www.sqlite.org/lang_update.html#upfrom>.
  ///
  /// - Parameters:
  ///   - alias: The alias of the other table. The default is its name, with a number if both tables
  ///     have the same name.
  ///   - resolution: The action if a row violates a constraint.
  ///   - set: Receives the row, and the columns of the other table.
  ///   - condition: Matches the rows of both tables.
  public func update<T: DatabaseTable, Other: DatabaseTable>(
    from other: Other.Type, as alias: String? = nil, or resolution: ConflictResolution? = nil,
    _ set: (inout Updates<T>, Other.Columns) throws -> Void,
    @ConditionBuilder where condition: (T.Columns, Other.Columns) -> SQLExpression<Bool>
  ) rethrows -> Update<T> where Scope == T.Columns, Result == WholeRow<T> {
    try update(source: TableExpression(other), as: alias, or: resolution, set, where: condition)
  }

  /// The update of the query's rows from the rows of another query or a common table expression:
  /// `UPDATE … FROM (SELECT …)`.
  ///
  /// ```swift
  /// let counts = TableExpression(
  ///   Track.group { $0.albumID }.select { Count.select(albumID: $0.albumID, tracks: $0.count()) },
  ///   as: "counts")
  /// Album.all.update(source: counts) { $0.tracks = $1.tracks } where: { $0.id == $1.albumID }
  /// // UPDATE "album" SET "tracks" = "counts"."tracks" FROM (SELECT …) AS "counts"
  /// //   WHERE "album"."id" = "counts"."albumID"
  /// ```
  ///
  /// See ``update(from:as:or:_:where:)``.
  public func update<T: DatabaseTable, Other: Selection>(
    source other: TableExpression<Other>, as alias: String? = nil,
    or resolution: ConflictResolution? = nil,
    _ set: (inout Updates<T>, Other.Columns) throws -> Void,
    @ConditionBuilder where condition: (T.Columns, Other.Columns) -> SQLExpression<Bool>
  ) rethrows -> Update<T> where Scope == T.Columns, Result == WholeRow<T> {
    let target = TargetNode(node, of: T.self)
    let columns = T.Columns(source: TableSource(qualifier: target.name))
    let taken = [SourceNode(table: .table(target.table), qualifier: target.name)]
    let qualifier = taken.unusedQualifier(alias ?? other.name)
    let others = Other.Columns(source: TableSource(qualifier: qualifier))
    let source = SourceNode(table: other.node, qualifier: qualifier)
    var updates = Updates<T>(of: columns)
    updates.derived.add(source, named: qualifier, as: Other.self)
    try set(&updates, others)
    return Update(
      UpdateNode(
        resolution: resolution, assignments: updates.assignments, target: target, source: source,
        condition: condition(columns, others).node))
  }
}
