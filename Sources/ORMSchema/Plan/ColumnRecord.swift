import ORMCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A row of the table in which a database records its columns' representations and meanings, which
/// SQLite itself does not store.
///
/// A record is valid as long as its table is the one that it was made for. If the text of the table
/// has changed since, other than by `ADD COLUMN`, and its root page or its row in the schema as
/// well, another program has recreated the table, and may have converted the values. The root page
/// alone does not tell this: SQLite gives the page of a dropped table to the next one, and the row
/// as well if the table was the last one in the schema.
///
/// The rows of a table that `create` has created mark it, after the checksum of its text: see
/// ``CreationMark``.
package struct ColumnRecord: Sendable {
  /// The statement that creates the table.
  package static let createSQL = """
    CREATE TABLE main."orm_columns" ("table" TEXT NOT NULL COLLATE NOCASE, \
    "column" TEXT NOT NULL COLLATE NOCASE, "type" TEXT NOT NULL, "representation" TEXT NOT NULL, \
    "cases" TEXT, "place" INTEGER NOT NULL, "text" TEXT NOT NULL, \
    PRIMARY KEY ("table", "column")) STRICT, WITHOUT ROWID
    """

  /// The statement that inserts a row.
  package static let insertSQL = """
    INSERT OR REPLACE INTO main."orm_columns" \
    ("table", "column", "type", "representation", "cases", "place", "text") \
    VALUES ($1, $2, $3, $4, $5, $6, $7)
    """

  /// The statement that ties the rows of a table to its new place and text. A mark with this text
  /// stays.
  package static let moveSQL = """
    UPDATE main."orm_columns" SET "place" = $1, \
    "text" = CASE WHEN instr("text" || ' ', $2 || ' ') = 1 THEN "text" ELSE $2 END \
    WHERE "table" = $3
    """

  /// The place and the text of the table that a record is made for.
  package struct Identity: Sendable {
    /// The SQL of a table's place: its row in the schema, and its root page in the lower 32 bits.
    package static let placeSQL = "(rowid << 32 | rootpage)"

    let place: Int64
    package let text: String

    /// The values that a record stores for the table.
    package var values: [SQLValue] { values(created: nil) }

    func values(created mark: CreationMark?) -> [SQLValue] {
      [.integer(place), .text(Schema.checksum(of: text) + (mark?.suffix ?? ""))]
    }

    /// Returns the identities of tables, from rows of a name, a place and a text.
    package static func of(_ rows: [[SQLValue]]) -> [SQLName: Identity] {
      var identities: [SQLName: Identity] = [:]
      for row in rows {
        guard row.count == 3, case .text(let name) = row[0], case .integer(let place) = row[1],
          case .text(let sql) = row[2]
        else { continue }
        identities[SQLName(name)] = Identity(place: place, text: sql)
      }
      return identities
    }
  }

  package let table: String
  package let column: String
  /// The declared type that the column had. If the column has another type now, the record is out
  /// of date.
  package let type: String
  package let representation: RepresentationSchema
  /// The recorded text of the table, and the current one.
  private let texts: (recorded: String, found: String)

  /// Creates a record from its row: table, column, type, representation, cases, whether the place
  /// is the same, the checksum of the table's text, and the text. Returns nil if the record is out
  /// of date, or was not written by this package.
  package init?(_ row: [SQLValue]) {
    guard row.count == 8, case .text(let table) = row[0], case .text(let column) = row[1],
      case .text(let type) = row[2], case .text(let name) = row[3], case .text(let text) = row[6],
      case .text(let sql) = row[7],
      row[5] == .integer(1) || CreationMark.isRecorded(sql, in: text)
        || sql.textsBeforeAddColumn.contains(where: { CreationMark.isRecorded($0, in: text) })
    else { return nil }
    (self.table, self.column, self.type) = (table, column, type)
    texts = (text, sql)
    representation = RepresentationSchema(name, recordText: row[4].textValue)
  }

  private init(
    _ table: String, _ column: String, _ type: String, _ representation: RepresentationSchema
  ) {
    (self.table, self.column, self.type) = (table, column, type)
    self.representation = representation
    texts = ("", "")
  }

  /// The mark of `create`; nil if the table's text has changed since, or `create` did not create
  /// the table.
  var creationMark: CreationMark? { CreationMark(of: texts.found, recorded: texts.recorded) }

  /// The values for ``insertSQL``.
  private func values(ending identity: [SQLValue]) -> [SQLValue] {
    [
      .text(table), .text(column), .text(type), .text(representation.name),
      representation.recordText.map(SQLValue.text) ?? .null,
    ] + identity
  }

  /// Returns the rows for the columns of tables that have a known representation.
  ///
  /// - Parameter created: The marks of tables that `create` has created.
  package static func rows(
    of tables: [Schema.Table], _ identities: [SQLName: Identity], created: [SQLName: CreationMark]
  ) -> [[SQLValue]] {
    tables.flatMap { table in
      rows(
        of: table.columns.compactMap { column in
          column.representation.map { ColumnRecord(table.name, column.name, column.type, $0) }
        }, in: table.name, identities, created)
    }
  }

  /// Returns the rows for the columns of tables that structs declare.
  package static func rows(
    of tables: [TableSchema], _ identities: [SQLName: Identity], created: [SQLName: CreationMark]
  ) -> [[SQLValue]] {
    tables.flatMap { table in
      rows(
        of: table.columns.compactMap { column in
          column.representation.map {
            ColumnRecord(table.name, column.name, column.type.description, $0)
          }
        }, in: table.name, identities, created)
    }
  }

  private static func rows(
    of records: [ColumnRecord], in table: String, _ identities: [SQLName: Identity],
    _ created: [SQLName: CreationMark]
  ) -> [[SQLValue]] {
    let name = SQLName(table)
    guard let identity = identities[name]?.values(created: created[name]) else { return [] }
    return records.map { $0.values(ending: identity) }
  }
}

extension String {
  /// The texts that this `CREATE TABLE` may have had before `ADD COLUMN`, which inserts a column
  /// after the last one; see <https://www.sqlite.org/lang_altertable.html>.
  fileprivate var textsBeforeAddColumn: [String] {
    var ends: [Index] = []
    var (depth, isFirst) = (0, false)
    for token in SQLTokens(self) where !token.isBlank {
      if isFirst, token.beginsConstraint { break }
      isFirst = false
      if token.isSymbol("(") {
        depth += 1
      } else if token.isSymbol(")") {
        depth -= 1
        if depth > 0 { continue }
        ends.append(token.text.startIndex)
        break
      } else if depth == 1, token.isSymbol(",") {
        ends.append(token.text.startIndex)
        isFirst = true
      }
    }
    guard let last = ends.last else { return [] }
    return ends.dropLast().reversed().map { String(self[..<$0] + self[last...]) }
  }
}

extension SQLToken {
  /// Whether the token begins a table constraint, not a column.
  fileprivate var beginsConstraint: Bool {
    isKeyword("CONSTRAINT") || isKeyword("PRIMARY") || isKeyword("UNIQUE") || isKeyword("CHECK")
      || isKeyword("FOREIGN")
  }
}

extension SQLValue {
  /// The text; nil if the value is of another kind.
  package var textValue: String? { if case .text(let text) = self { text } else { nil } }
}

extension RepresentationSchema {
  /// The cases and the meaning in a record. A column with a meaning has both in one JSON object, so
  /// that the table of records has the same columns in all versions of the library.
  private struct Details: Codable {
    var cases: [Case]?
    var meaning: String?
  }

  fileprivate init(_ name: String, recordText: String?) {
    self.init(name, casesText: recordText)
    guard cases == nil, let recordText,
      let details = try? JSONDecoder().decode(Details.self, from: Data(recordText.utf8))
    else { return }
    (cases, meaning) = (details.cases, details.meaning)
  }

  /// The text for the column `cases` of a record: the cases, or the cases and the meaning.
  fileprivate var recordText: String? {
    meaning == nil ? casesText : Self.json(Details(cases: cases, meaning: meaning))
  }

  private static func json(_ value: some Encodable) -> String? {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Creates a representation with cases from their text, or without cases if the text can't be
  /// read.
  package init(_ name: String, casesText: String?) {
    self.init(
      name,
      cases: casesText.flatMap { try? JSONDecoder().decode([Case].self, from: Data($0.utf8)) })
  }

  /// The cases as JSON; nil if there are none.
  package var casesText: String? {
    cases.flatMap { Self.json($0) }
  }
}

extension Schema {
  /// Adds the recorded representations to the columns.
  package mutating func add(_ records: [ColumnRecord]) {
    if records.isEmpty { return }
    var places: [SQLName: Int] = [:]
    for (place, table) in tables.enumerated() { places[SQLName(table.name)] = place }
    for record in records {
      guard let place = places[SQLName(record.table)],
        let column = tables[place].columns.firstIndex(where: {
          $0.name.isSameName(as: record.column)
        }), tables[place].hasSameMeaning(of: record.type, at: column)
      else { continue }
      tables[place].columns[column].representation = record.representation
    }
  }

  /// Adds the representations of another schema's columns to the columns with the same names.
  package mutating func addRepresentations(of other: Schema) {
    for place in tables.indices {
      guard let table = other.table(tables[place].name) else { continue }
      tables[place].addRepresentations { table.column($0)?.representation }
    }
  }

  /// Adds the representations that the columns have under their names before a migration.
  package mutating func addRepresentations(of found: Schema, _ renames: RenamePlan) {
    var names: [SQLName: RenamePlan.Table] = [:]
    for table in renames.tables { names[SQLName(table.wanted)] = table }
    for place in tables.indices {
      let name = SQLName(tables[place].name)
      guard let table = found.table(names[name]?.found ?? tables[place].name) else { continue }
      tables[place].addRepresentations { column in
        table.column(names[name]?.columns[SQLName(column)] ?? column)?.representation
      }
    }
  }
}

extension Schema.Table {
  /// Whether a type has the same effect on a column's values as the column's own type: other
  /// programs write `DOUBLE` for `REAL`.
  func hasSameMeaning(of type: String, at place: Int) -> Bool {
    var other = columns[place]
    if other.type.isSameName(as: type) { return true }
    other.type = type
    let meaning = TableMeaning(self)
    return meaning.type(of: other) == meaning.type(of: columns[place])
  }

  fileprivate mutating func addRepresentations(_ of: (String) -> RepresentationSchema?) {
    for place in columns.indices { columns[place].representation = of(columns[place].name) }
  }
}
