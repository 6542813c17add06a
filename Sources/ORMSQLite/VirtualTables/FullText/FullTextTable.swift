import ORMCore

/// A table with full-text search: a virtual table of FTS5.
///
/// ```swift
/// @Table struct Note {
///   @Column("rowid") let id: Int
///   var title: String
///   var body: String
/// }
///
/// extension Note: FullTextTable {
///   static let fullText = FullTextOptions(tokenizer: .porter())
/// }
///
/// try await db.create(Note.self)
/// // CREATE VIRTUAL TABLE IF NOT EXISTS "note" USING fts5("title", "body", tokenize = 'porter')
/// let notes = try await db.fetch(Note.where { $0.match(.allTokens(in: input)) }.order { $0.rank })
/// // SELECT "title", … FROM "note" WHERE "note" MATCH $1 ORDER BY "rank"
/// ```
///
/// The table stores its texts itself. To search the texts of another table, use a
/// ``FullTextIndex``. A property whose column is `rowid` is the row's number, not a text. Rows are
/// inserted, updated and deleted by the usual methods, except `save`, because SQLite does not
/// support upserts into virtual tables.
///
/// See <https://www.sqlite.org/fts5.html>.
public protocol FullTextTable: VirtualTable {
  /// The options: how the texts are split into words, and what the index stores. The default is
  /// `FullTextOptions()`.
  static var fullText: FullTextOptions { get }
}

extension FullTextTable {
  public static var fullText: FullTextOptions { FullTextOptions() }

  public static var moduleSQL: String {
    get throws { try fullText.moduleSQL(of: self) }
  }

  /// The columns that contain text, in their order.
  static var fullTextColumns: [String] {
    // A fetch does not read lazy columns.
    let columns = schemaColumns?.map(\.name) ?? selectedColumns
    return columns.filter { !$0.isSameName(as: "rowid") }
  }

  /// The columns of a struct with `@Table`.
  fileprivate static var schemaColumns: [ColumnSchema]? {
    (Self.self as? any DatabaseTable.Type)?.schema.columns
  }
}

extension FullTextOptions {
  /// `fts5(…)`.
  ///
  /// - Throws: ``DatabaseError`` if ``unindexed`` contains a name that is not a column, or if a
  ///   column is generated.
  func moduleSQL<T: FullTextTable>(of table: T.Type) throws -> String {
    let columns = T.fullTextColumns
    if let unknown = unindexed.first(where: { !columns.contains(name: $0) }) {
      throw T.mistake("the option unindexed names \"\(unknown)\", which is not a column")
    }
    if let generated = T.schemaColumns?.first(where: { $0.generated != nil }) {
      throw T.mistake("\"\(generated.name)\" can't be a generated column: an FTS5 table has none")
    }
    var arguments = columns.map {
      $0.quotedIdentifier + (unindexed.contains(name: $0) ? " UNINDEXED" : "")
    }
    func add(_ option: String, _ value: String) {
      arguments.append("\(option) = \(SQLValue.text(value).literal)")
    }
    if let tokenizer { add("tokenize", tokenizer.specification) }
    if !prefixes.isEmpty { add("prefix", prefixes.map(String.init).joined(separator: " ")) }
    switch content {
    case .own: break
    case .none: add("content", "")
    case .external(let table, let rowID):
      add("content", table)
      add("content_rowid", rowID)
    }
    if !keepsSizes { arguments.append("columnsize = 0") }
    if detail != .full { arguments.append("detail = \(detail.rawValue)") }
    return "fts5(\(arguments.joined(separator: ", ")))"
  }
}
