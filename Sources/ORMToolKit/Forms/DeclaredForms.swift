import ORMCore
import ORMSQLite
import ORMSchema

/// A column of a table with the form of its values.
package struct FormedColumn: Sendable, Hashable {
  let form: ColumnForm
  let column: StoringColumn
}

/// The forms of columns: those that a given schema declares, and the JSON columns that the database
/// itself declares.
package struct DeclaredForms: Sendable {
  private let declared: Schema?
  private let findsJSON: Bool

  /// No forms.
  package static let none = DeclaredForms(as: nil, findsJSON: false)

  /// - Parameters:
  ///   - schema: The schema with the representations; nil for none.
  ///   - findsJSON: Whether the database's own schema is searched for JSON columns.
  package init(as schema: Schema?, findsJSON: Bool) {
    declared = schema
    self.findsJSON = findsJSON
  }

  /// Whether a schema is declared.
  package var hasSchema: Bool { declared != nil }

  /// Whether any column can have a form.
  var isEmpty: Bool { declared == nil && !findsJSON }

  /// The same without JSON columns, for formats without objects.
  func withoutJSON() -> Self { DeclaredForms(as: declared, findsJSON: false) }

  /// Returns the forms of a table's columns.
  ///
  /// - Parameter table: The table of the database.
  func forms(of table: Schema.Table) -> [SQLName: FormedColumn] {
    let declaration = declared?.table(table.name)
    var forms: [SQLName: FormedColumn] = [:]
    for column in table.columns {
      var form = declaration?.column(column.name)?.representation.flatMap { ColumnForm($0) }
      if form == nil, findsJSON, table.declaresJSON(column) { form = .json }
      guard let form else { continue }
      let storing = StoringColumn(type: column.type, isStrict: table.isStrict)
      forms[SQLName(column.name)] = FormedColumn(form: form, column: storing)
    }
    return forms
  }

  /// Returns the forms of the columns of a result, by the table columns that they come from.
  func forms(of statement: borrowing DynamicStatement, on handle: OpaquePointer) throws
    -> [FormedColumn?]
  {
    let none = [FormedColumn?](repeating: nil, count: statement.columnCount)
    if isEmpty { return none }
    let origins = (0..<statement.columnCount).map { statement.origin(of: $0) }
    let names = Set(
      origins.compactMap { $0 }.filter { $0.database.isSameName(as: "main") }
        .map { SQLName($0.table) })
    if names.isEmpty { return none }
    let schema = try SourceFacts.schema(of: names.map(\.text), on: handle)
    var tables: [SQLName: [SQLName: FormedColumn]] = [:]
    for table in schema.tables { tables[SQLName(table.name)] = forms(of: table) }
    return origins.map { origin in
      guard let origin, origin.database.isSameName(as: "main") else { return nil }
      return tables[SQLName(origin.table)]?[SQLName(origin.column)]
    }
  }
}

extension Schema.Table {
  /// Whether the table declares that a column contains JSON: by its type, by `CHECK
  /// (json_valid(…))`, or by a recorded representation.
  fileprivate func declaresJSON(_ column: Schema.Column) -> Bool {
    if let representation = column.representation { return ColumnForm(representation) == .json }
    if column.type.isSameName(as: "JSON") { return true }
    return checks.contains { $0.sql.checksJSON(in: column.name) }
  }
}

extension String {
  /// Whether an expression calls `json_valid` with a column.
  fileprivate func checksJSON(in column: String) -> Bool {
    let tokens = SQLTokens(self).filter { !$0.isBlank }
    for (place, token) in tokens.enumerated().dropLast(2)
    where token.isKeyword("JSON_VALID") && tokens[place + 1].isSymbol("(")
      && tokens[place + 2].unquoted.isSameName(as: column)
    {
      return true
    }
    return false
  }
}
