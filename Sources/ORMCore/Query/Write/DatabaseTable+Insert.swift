/// An `INSERT` as a value.
///
/// ```swift
/// Album.insert(albums)                             // INSERT INTO "album" (…) VALUES (…), (…)
/// Album.insert(albums, or: .ignore)                // INSERT OR IGNORE INTO "album" …
/// Artist.insert(Artist.Draft(name: "Sade"))        // INSERT INTO "artist" ("name") VALUES ($1)
/// Album.insert { $0.title = "Promise" }            // INSERT INTO "album" ("title") VALUES ($1)
/// Album.insertDefaultValues()                      // INSERT INTO "album" DEFAULT VALUES
/// Album.insert { ($0.title, $0.artistID) } select: {
///   Track.group { $0.albumTitle }.select { ($0.albumTitle, $0.artistID) }
/// }
/// // INSERT INTO "album" ("title", "artistID") SELECT … FROM "track" GROUP BY "albumTitle"
/// ```
///
/// Unlike ``SQLConnection/insert(_:)-(T)``, it does not read the inserted rows back, unless
/// `returning` asks for them. See <https://www.sqlite.org/lang_insert.html>.
public struct Insert<T: DatabaseTable>: WriteStatement {
  public typealias Target = T

  /// The insert's own node; the tree around it is built when the SQL is rendered.
  @usableFromInline var insert: InsertNode

  @_documentation(visibility: internal)
  public var node: WriteNode { insert.node(of: T.self) }

  @inlinable
  init(_ insert: consuming InsertNode) { self.insert = insert }

  @inlinable
  init(_ rows: consuming [InsertedRow], or resolution: ConflictResolution?) {
    self.init(InsertNode(.rows(rows), or: resolution))
  }

  init(
    _ names: [String], _ query: some ComposableSelect,
    checking columns: @autoclosure () -> [SetColumn], or resolution: ConflictResolution?
  ) {
    var select = query.node
    if select.givesComputed { select = select.readable(as: columns()) }
    self.init(InsertNode(.select(columns: names, select), or: resolution))
  }

  @_documentation(visibility: internal)
  @inlinable
  public func withInsert<Value>(_ body: (InsertNode) throws -> Value?) rethrows -> Value? {
    try body(insert)
  }
}

extension DatabaseTable {
  /// An insert of a row.
  ///
  /// The database generates a key that is nil, and provides the default of a column that is nil and
  /// has `default: .database`.
  ///
  /// - Parameter resolution: The action if the row violates a constraint.
  @inlinable
  public static func insert(
    _ value: Self, or resolution: ConflictResolution? = nil
  ) -> Insert<Self> {
    Insert([InsertedRow.row(value)], or: resolution)
  }

  /// An insert of any number of rows, all or none of them.
  ///
  /// ```swift
  /// try await db.run(Album.insert(albums, or: .ignore))
  /// ```
  ///
  /// Rows that do not fit into one statement are inserted by several statements, in one
  /// transaction.
  ///
  /// - Parameter resolution: The action if a row violates a constraint.
  public static func insert(
    _ values: [Self], or resolution: ConflictResolution? = nil
  ) -> Insert<Self> {
    Insert(InsertedRow.rows(values), or: resolution)
  }

  /// An insert of a draft.
  // `any TableDraft` instead of a generic parameter: otherwise the type checker (6.3.1) reports
  // that a closure which sets a misspelt column is not a draft.
  public static func insert(
    _ draft: any TableDraft<Self>, or resolution: ConflictResolution? = nil
  ) -> Insert<Self> {
    Insert([InsertedRow(draft)], or: resolution)
  }

  /// An insert of any number of drafts, all or none of them.
  public static func insert<Draft: TableDraft>(
    _ drafts: [Draft], or resolution: ConflictResolution? = nil
  ) -> Insert<Self> where Draft.Target == Self {
    Insert(InsertedRow.rows(drafts), or: resolution)
  }

  /// An insert of a row with values for only some of its columns.
  ///
  /// ```swift
  /// Album.insert { $0.title = "Promise" }    // INSERT INTO "album" ("title") VALUES ($1)
  /// ```
  public static func insert(
    or resolution: ConflictResolution? = nil, _ assign: (inout Assignments<Self>) throws -> Void
  ) rethrows -> Insert<Self> {
    insert(try Assignments(assign), or: resolution)
  }

  /// An insert of a row with values for only some of its columns.
  public static func insert(
    _ row: Assignments<Self>, or resolution: ConflictResolution? = nil
  ) -> Insert<Self> {
    insert([row], or: resolution)
  }

  /// An insert of any number of rows, each with values for only some of its columns.
  // Disfavored so that `[]` is a list of whole rows.
  @_disfavoredOverload
  public static func insert(
    _ rows: [Assignments<Self>], or resolution: ConflictResolution? = nil
  ) -> Insert<Self> {
    Insert(rows.map { InsertedRow($0) }, or: resolution)
  }

  /// Unavailable: only a row or a draft of the table can be inserted.
  @available(*, unavailable, message: "only a row or a draft of this table can be inserted")
  @_disfavoredOverload
  public static func insert(
    _ other: any Sendable, or resolution: ConflictResolution? = nil
  ) -> Insert<Self> {
    insertDefaultValues(or: resolution)
  }

  /// An insert of a row that has the default of each column: `INSERT INTO "album" DEFAULT VALUES`.
  ///
  /// SQLite does not accept an `ON CONFLICT` clause after it.
  public static func insertDefaultValues(or resolution: ConflictResolution? = nil) -> Insert<Self> {
    insert(Assignments(), or: resolution)
  }
}

extension InsertedRow {
  /// The row of one value. Its values are bound here, where the type is known.
  @inlinable
  static func row<T: DatabaseTable>(_ value: T) -> InsertedRow {
    guard value.omittedColumns.isEmpty, value.unloaded.isEmpty else { return partOfRow(value) }
    let columns = WrittenColumns.of(T.self)
    do {
      var values = try value.storedValues
      // At least one column stays, as an insert without columns can't have a conflict clause.
      guard value.needsGeneratedKey, values.count > 1 else {
        return InsertedRow(of: columns.all, .stored(values), isFromTable: true)
      }
      values.removeLast()
      return InsertedRow(of: columns.withoutLast, .stored(values), isFromTable: true)
    } catch {
      return partOfRow(value)
    }
  }

  /// The row of a value of which some columns are omitted or can't be encoded.
  @usableFromInline
  @inline(never)
  static func partOfRow<T: DatabaseTable>(_ value: T) -> InsertedRow { rows([value])[0] }

  fileprivate static func rows<T: DatabaseTable>(_ values: [T]) -> [InsertedRow] {
    let columns = WrittenColumns.of(T.self).all
    // If only some rows have a key, the key of the other rows is NULL, so that one statement is
    // enough.
    let isWithoutKeys = values.allSatisfy { $0.needsGeneratedKey }
    return values.map { value in
      let omitted = value.omittedColumns + value.unloaded
      // At least one column stays, as an insert without columns can't have a conflict clause.
      let withoutKey = isWithoutKeys ? value.columnsLeftToDatabase + value.unloaded : omitted
      return InsertedRow(
        of: T.self, columns, omitting: withoutKey.count < columns.count ? withoutKey : omitted
      ) {
        try value.storedValues
      }
    }
  }

  fileprivate static func rows<Draft: TableDraft>(_ drafts: [Draft]) -> [InsertedRow] {
    let columns = columns(of: Draft.self)
    return drafts.map { InsertedRow($0, columns) }
  }

  fileprivate init<Draft: TableDraft>(_ draft: Draft) {
    self.init(draft, Self.columns(of: Draft.self))
  }

  private init<Draft: TableDraft>(_ draft: Draft, _ columns: [String]) {
    self.init(of: Draft.Target.self, columns, omitting: draft.omittedColumns) {
      try draft.storedValues
    }
  }

  /// The columns of a draft's values: all writable columns but the key's, which come last.
  private static func columns<Draft: TableDraft>(of draft: Draft.Type) -> [String] {
    let schema = Draft.Target.schema
    return schema.writableColumns.filter { !schema.primaryKey.contains(name: $0) }
  }

  package init<T: DatabaseTable>(_ assignments: Assignments<T>) {
    self.init(
      of: assignments.columns, .computed(assignments.values), isFromTable: false)
  }

  /// - Parameters:
  ///   - columns: The columns of the values.
  ///   - positions: The positions, from 1, of the columns that are left to the database.
  private init<T: DatabaseTable>(
    of table: T.Type, _ columns: [String], omitting positions: [Int],
    _ values: () throws -> [SQLValue]
  ) {
    self.init(of: columns, .stored([]), isFromTable: true)
    do {
      let values = try values()
      if positions.isEmpty {
        self.values = .stored(values)
        return
      }
      let omitted = Set(positions)
      self.values = .stored(values.omitting(omitted))
      self.columns = zip(1..., columns).filter { !omitted.contains($0.0) }.map(\.1)
    } catch {
      self.values = .unencodable(.failure(T.self, error))
    }
  }
}
