/// A view: a query with a name in the database, which can be fetched like a table.
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
/// The view's default name is the type's name with its first letters in lower case; to use another
/// name, declare `static let tableName`. Values in the definition are written into it as literals,
/// because a view can't have parameters. The definition can also be raw SQL: an ``SQLQuery``. See
/// <https://www.sqlite.org/lang_createview.html>.
public protocol DatabaseView: TableOrView {
  /// The type of ``definition``.
  associatedtype Definition: SelectStatement where Definition.Output == Self

  /// The query of the view.
  static var definition: Definition { get }
}

@_documentation(visibility: internal)
extension DatabaseView {
  @inlinable public static var isView: Bool { true }
  public static var viewQuery: SelectNode? { (definition as? any ComposableSelect)?.node }
}

extension DatabaseView {
  /// Returns `CREATE VIEW`, with the names of the columns.
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

/// A definition of a view that may be SQL text, which is written unchanged.
package protocol ViewText {
  /// Returns the SQL after the view's name; nil if the definition is an ordinary query.
  func viewSQL() throws -> String?
}
