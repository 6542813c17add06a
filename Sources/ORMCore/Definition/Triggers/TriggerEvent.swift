/// The writes for which a ``Trigger`` runs.
///
/// `Scope` is the parameter of the trigger's closures.
public struct TriggerEvent<Source: TableOrView, Scope>: Sendable {
  let sql: String
  let firingSQL: String
  private let makeScope: @Sendable () -> Scope

  var scope: Scope { makeScope() }

  private init(sql: String, firingSQL: String, _ scope: @escaping @Sendable () -> Scope) {
    self.sql = sql
    self.firingSQL = firingSQL
    makeScope = scope
  }

  private static var name: String { Source.tableName.quotedIdentifier }
}

extension TriggerEvent where Scope == Source.Columns {
  /// Returns the event of each inserted row: `INSERT`. The closures receive the new row.
  public static func insert(_ source: Source.Type) -> Self {
    TriggerEvent(sql: "INSERT", firingSQL: "INSERT INTO \(name) DEFAULT VALUES") { .new }
  }

  /// Returns the event of each deleted row: `DELETE`. The closures receive the old row.
  public static func delete(_ source: Source.Type) -> Self {
    TriggerEvent(sql: "DELETE", firingSQL: "DELETE FROM \(name)") { .old }
  }
}

extension TriggerEvent where Scope == (Source.Columns, Source.Columns) {
  /// Returns the event of each updated row: `UPDATE`. The closures receive the old row and the new
  /// row.
  public static func update(_ source: Source.Type) -> Self {
    update([])
  }

  /// Returns the event of each row in which an update sets one of these columns:
  /// `UPDATE OF "title"`.
  ///
  /// ```swift
  /// Trigger("song_moved", after: .update(Song.self, of: \.albumID)) { old, new in … }
  /// ```
  public static func update<each Representation>(
    _ source: Source.Type,
    of columns: repeat KeyPath<Source.Columns, Column<Source, each Representation>>
  ) -> Self {
    var names: [String] = []
    for column in repeat each columns { names.append(Source.columns[keyPath: column].ownName) }
    return update(names)
  }

  private static func update(_ columns: [String]) -> Self {
    let list = columns.isEmpty ? "" : " OF \(columns.identifierList)"
    let column = (columns.first ?? Source.firstWritableColumn).quotedIdentifier
    return TriggerEvent(
      sql: "UPDATE\(list)", firingSQL: "UPDATE \(name) SET \(column) = \(column)"
    ) { (.old, .new) }
  }
}

extension TableColumns {
  /// The columns of the row before the write.
  fileprivate static var old: Self { Self(source: TableSource(qualifier: "old")) }
  /// The columns of the row after the write.
  fileprivate static var new: Self { Self(source: TableSource(qualifier: "new")) }
}

extension TableOrView {
  fileprivate static var firstWritableColumn: String {
    (self as? any DatabaseTable.Type)?.schema.writableColumns.first ?? selectedColumns.first
      ?? "rowid"
  }
}
