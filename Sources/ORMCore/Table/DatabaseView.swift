/// A view: a query with a name in the database, fetched from as a table is.
///
/// ```swift
/// @Selection struct ArtistTotal { let artist: String; let albums: Int }
///
/// extension ArtistTotal: DatabaseView {
///   static var definition: some SelectStatement<ArtistTotal> {
///     Artist.leftJoin(Album.self) { $0.id == $1.artistID }
///       .group { artist, _ in artist.id }
///       .select { ArtistTotal.select(artist: $0.name, albums: $1.id.count()) }
///   }
/// }
///
/// try await db.create(Artist.self, Album.self, ArtistTotal.self)
/// // CREATE VIEW IF NOT EXISTS "artistTotal" ("artist", "albums")
/// //   AS SELECT … GROUP BY "artist"."id"
/// let busy = try await db.fetch(ArtistTotal.self, where: { $0.albums > 3 })
/// // SELECT "artist", "albums" FROM "artistTotal" WHERE "albums" > $1
/// ```
///
/// Its name is the type's with its first letters lowered, unless it says `static let tableName`.
/// Values in the definition are written into it, since a view has no parameters. Where SQL says it
/// better, the definition is an ``SQLQuery``. See <https://www.sqlite.org/lang_createview.html>.
public protocol DatabaseView: TableOrView {
  /// What ``definition`` is.
  associatedtype Definition: SelectStatement where Definition.Output == Self

  /// The query that the view is a name for.
  static var definition: Definition { get }
}

@_documentation(visibility: internal)
extension DatabaseView {
  @inlinable public static var isView: Bool { true }
  public static var viewQuery: SelectNode? { (definition as? any ComposableSelect)?.node }
}

extension DatabaseView {
  /// `CREATE VIEW`, with the columns' names.
  ///
  /// - Throws: ``ValueEncodingError``
  package static func createViewSQL(ifNotExists: Bool) throws -> String {
    let condition = ifNotExists ? "IF NOT EXISTS " : ""
    let start = "CREATE VIEW \(condition)\(tableName.quotedIdentifier)"
    let definition = definition
    if let sql = try (definition as? any ViewText)?.viewSQL() { return start + sql }
    return start
      + " (\(selectedColumns.identifierList)) AS \(try definition.flatStatement().literalSQL)"
  }
}

/// A view's definition that may be a text, which is written as it is.
package protocol ViewText {
  /// What is behind the view's name; nil if it is a query as any.
  func viewSQL() throws -> String?
}
