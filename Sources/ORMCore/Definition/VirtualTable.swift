/// A virtual table, which a module of SQLite implements: ``FullTextTable``, ``RTreeTable``, or a
/// table that names its module.
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
  /// The module with its arguments, which follows `USING`.
  ///
  /// - Throws: ``DatabaseError`` if the declaration is not valid.
  static var moduleSQL: String { get throws }
}

extension VirtualTable {
  /// Returns `CREATE VIRTUAL TABLE`.
  package static func createVirtualTableSQL(ifNotExists: Bool) throws -> String {
    "CREATE VIRTUAL TABLE \(ifNotExists ? "IF NOT EXISTS " : "")\(tableName.quotedIdentifier)"
      + " USING \(try moduleSQL)"
  }

  /// Returns the error for a declaration that is not valid.
  package static func mistake(_ message: String) -> DatabaseError {
    DatabaseError(extendedCode: .misuse, message: "\"\(tableName)\": \(message)")
  }
}

@_documentation(visibility: internal)
extension VirtualTable {
  @inlinable public static var isVirtual: Bool { true }
}
