/// A table that a module of SQLite's keeps: ``FullTextTable``, ``RTreeTable``, or another one that
/// says how.
///
/// ```swift
/// @Selection struct Term { let term: String; let doc: Int; let cnt: Int }
///
/// extension Term: VirtualTable {
///   static let moduleSQL = "fts5vocab(articleText, row)"
/// }
///
/// try await db.create(Term.self)
/// // CREATE VIRTUAL TABLE IF NOT EXISTS "term" USING fts5vocab(articleText, row)
/// ```
///
/// See <https://www.sqlite.org/vtab.html>.
public protocol VirtualTable: TableOrView {
  /// The module with its arguments, which stands behind `USING`.
  ///
  /// - Throws: ``DatabaseError`` where the declaration can't be what it says.
  static var moduleSQL: String { get throws }
}

extension VirtualTable {
  /// `CREATE VIRTUAL TABLE`.
  package static func createVirtualTableSQL(ifNotExists: Bool) throws -> String {
    "CREATE VIRTUAL TABLE \(ifNotExists ? "IF NOT EXISTS " : "")\(tableName.quotedIdentifier)"
      + " USING \(try moduleSQL)"
  }

  /// The error of a declaration that can't be what it says.
  package static func mistake(_ message: String) -> DatabaseError {
    DatabaseError(extendedCode: .misuse, message: "\"\(tableName)\": \(message)")
  }
}

@_documentation(visibility: internal)
extension VirtualTable {
  @inlinable public static var isVirtual: Bool { true }
}
