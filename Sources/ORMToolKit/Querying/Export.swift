import ORMCore
import ORMSQLite

/// An export of the rows of a table or a query.
package struct Export: Sendable {
  private let source: String
  private let format: QueryFormat
  private let forms: DeclaredForms

  /// - Parameters:
  ///   - source: The name of a table or a view, or SQL.
  ///   - forms: The forms in which values are shown.
  package init(
    _ source: String, format: QueryFormat,
    forms: DeclaredForms = DeclaredForms(as: nil, findsJSON: true)
  ) {
    self.source = source
    self.format = format
    self.forms = forms
  }

  /// Writes the rows of a consistent snapshot.
  ///
  /// - Throws: ``ToolError`` if there is no such table, or the SQL writes; ``DatabaseError``.
  package func run(
    on file: DatabaseFile, to output: ByteOutput, errors: ByteOutput? = nil,
    _ progress: Progress = Progress()
  ) async throws {
    let note = try await file.running(statements: { statements in
      let handle = statements.handle
      var place = 0
      let sql = Array(try sql(on: handle).utf8)
      guard let statement = try statements.next(sql, at: &place) else {
        throw ToolError.use("the SQL has no statement")
      }
      guard statement.isReadOnly, statement.columnCount > 0 else {
        throw ToolError.use("the statement has no rows to export")
      }
      guard try DynamicStatement(next: sql, at: &place, on: handle) == nil else {
        throw ToolError.use("an export takes a single statement")
      }
      var writer = try format.writer(of: statement, forms, on: handle, to: output)
      progress.begin(of: try estimate(on: handle))
      var count = 0
      while try statement.step() {
        try writer.write(statement)
        count += 1
        progress.report(count)
      }
      try writer.end()
      return statements.note
    })
    try output.flush()
    try errors?.note(note)
  }

  /// An estimate of a table's number of rows, by the range of its rowids.
  private func estimate(on handle: OpaquePointer) throws -> Int? {
    guard let found = try SourceFacts(source, on: handle), found.hasRowIDs else { return nil }
    return try? Questions(handle).number(
      "SELECT max(rowid) - min(rowid) + 1 FROM main.\(found.name.quotedIdentifier)")
  }

  private func sql(on handle: OpaquePointer) throws -> String {
    if let found = try SourceFacts(source, on: handle) {
      return "SELECT * FROM main.\(found.name.quotedIdentifier)"
    }
    // A query has at least two words.
    let isSQL = source.utf8.contains { [0x20, 0x09, 0x0a, 0x0d, 0x28].contains($0) }
    if isSQL { return source }
    let names = try SourceFacts.names(on: handle)
    throw ToolError.use(Suggestion.unknown("table", source, of: names))
  }
}
