import ORMCore
import ORMSQLite
import ORMSchema

/// Structs for the tables and views of a database, as a Swift file.
package struct GeneratedStructs: Sendable {
  /// The naming of properties.
  package typealias Naming = SwiftSourceOptions.Naming

  /// The source of the file.
  package let source: String
  /// The number of tables with a struct.
  package let tables: Int
  package let views: Int
  /// The objects that could not be read, and have no struct.
  package let leftOut: [String]
  /// The tables and views whose rows were not read, because that takes too long.
  package let slow: [String]

  /// The default time limit for reading the rows of a table or a view: 2 seconds.
  package static let limit = Duration.seconds(2)

  /// - Parameters:
  ///   - file: The database.
  ///   - isFull: Whether to read all rows, however long that takes. The default is false.
  ///   - namespace: The name of an enum to put the structs into; nil for none.
  ///   - limit: The time limit for reading the rows of a table or a view, unless `isFull`.
  /// - Throws: ``ToolError`` if the namespace is not a Swift type name; ``DatabaseError``.
  package static func read(
    _ file: DatabaseFile, naming: Naming = .swift, isFull: Bool = false,
    namespace: String? = nil, limit: Duration = Self.limit
  ) async throws -> Self {
    if let namespace, !namespace.isSwiftTypeName {
      throw ToolError.use("--namespace \(namespace) is not the name of a Swift type")
    }
    let schema = try await file.database.schema()
    return try await file.reading { db in
      let survey = ValueSurvey(db: db, limit: isFull ? nil : limit)
      return try Self(schema, survey, naming, namespace, name: file.name)
    }
  }

  private init(
    _ schema: Schema, _ survey: ValueSurvey, _ naming: Naming,
    _ namespace: String?, name: String
  ) throws {
    var options = SwiftSourceOptions()
    options.naming = naming
    options.namespace = namespace
    options.isFull = true
    var slow: [String] = []
    let declared = schema.tables.filter(\.canBeStruct)
    for table in declared {
      var (values, areAll) = try survey.values(of: table)
      if !areAll { slow.append(table.name) }
      for column in table.primaryKey?.columns.compactMap(\.column) ?? []
      where table.column(column)?.notNull == nil && table.rowIDColumn == nil {
        values[SQLName(column)]?.hasNull = try survey.hasNull(column, of: table.name)
      }
      options.values[SQLName(table.name)] = values
    }
    options.heading = [
      "Structs for \(name), written by orm generate, which has read all rows"
        + (slow.isEmpty
          ? "." : ", except those of \(slow.joined(separator: ", ")), which would take long:"),
      "Use this file as a start for your own declarations, and refine its types and names.",
    ]
    if !slow.isEmpty {
      options.heading.insert(
        "the types of their columns can hold any value, and --full finds narrower types.", at: 1)
    }
    var leftOut: [String] = schema.unreadable.map(\.name)
    leftOut += schema.tables.filter { !$0.canBeStruct }.map(\.name)
    let views = schema.views.map { (name: $0.name, view: Optional($0)) }
    for (name, view) in views + schema.virtualTables.map({ ($0.name, nil) }) {
      do {
        let found = try survey.selectedColumns(of: name, view)
        options.selected[SQLName(name)] = found.columns
        if found.isSlow { slow.append(name) }
      } catch is DatabaseError {
        leftOut.append(name)
      }
    }
    source = schema.swiftSource(options)
    tables = declared.count
    self.views = options.selected.count
    self.leftOut = leftOut
    self.slow = slow
  }

  /// The report of what was written, in words.
  package func words(for path: String) -> String {
    let structs = "\(tables) \(tables == 1 ? "table" : "tables")"
    let others = views == 0 ? "" : ", \(views) \(views == 1 ? "view" : "views")"
    let missing = leftOut.isEmpty ? "" : "; not read: \(leftOut.joined(separator: ", "))"
    let late =
      slow.isEmpty
      ? ""
      : "; rows not read, because that takes too long: \(slow.joined(separator: ", "))"
    return SafeText.line("\(path): \(structs)\(others)\(missing)\(late)")
  }

  /// The report of what was written, for programs.
  package func json(for path: String) -> JSONValue {
    .object([
      ("file", .text(path)), ("tables", .integer(tables)), ("views", .integer(views)),
      ("leftOut", .texts(leftOut)), ("slow", .texts(slow)),
    ])
  }
}

extension ValueSurvey {
  /// The columns of a view or a virtual table, with a survey of its rows.
  ///
  /// - Throws: ``DatabaseError`` if it can't be read, such as a view of a dropped table.
  fileprivate func selectedColumns(
    of name: String, _ view: Schema.View?
  ) throws -> (columns: [SwiftSourceOptions.SelectedColumn], isSlow: Bool) {
    // `SELECT *` leaves out the hidden columns of virtual tables.
    let columns = try db.rows("PRAGMA main.table_xinfo(\(name.quotedIdentifier))").compactMap {
      row -> (name: String, type: String)? in
      guard row.count > 6, row[6].number != 1, let name = row[1].text else { return nil }
      return (name, row[2].text ?? "")
    }
    let values = try valuesInTime(of: name, columns: columns.map(\.name))
    let areCertain =
      view.map { self.areCertain(in: $0, count: columns.count) }
      ?? Array(repeating: false, count: columns.count)
    let selected = zip(columns, areCertain).map { column, isCertain in
      SwiftSourceOptions.SelectedColumn(
        column.name, type: column.type, values: values?[SQLName(column.name)] ?? StoredValues(),
        isCertain: isCertain)
    }
    return (selected, values == nil)
  }
}

extension DatabaseFile {
  /// The last part of the path.
  fileprivate var name: String {
    path.utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) } ?? path
  }
}

extension String {
  /// Whether the text can be the name of a type: ASCII letters, digits and underscores.
  fileprivate var isSwiftTypeName: Bool {
    guard let first = utf8.first, !first.isDigit else { return false }
    return utf8.allSatisfy {
      $0.isDigit || $0 == UInt8(ascii: "_") || (0x41...0x5A).contains($0)
        || (0x61...0x7A).contains($0)
    }
  }
}
