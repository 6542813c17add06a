import ORMCore

/// The mark of a table that `create` has created. Until the table's text changes, all of its
/// constraints are this package's, and a migration may drop those that the struct no longer has.
///
/// The mark follows the checksum of the table's text in `orm_columns`: ` created`, and the checksum
/// of each index and trigger that `create` has created with the table. An index that another
/// program adds does not change the table's text, so it has no checksum there, and stays.
package struct CreationMark: Sendable {
  private static let word = " created"

  /// The checksums of the texts of indexes and triggers.
  private let objects: [Substring]

  /// Creates the mark of a table with these statements of indexes and triggers.
  package init(statements: [String]) {
    objects = statements.map { Schema.checksum(of: $0)[...] }
  }

  /// Reads the mark from a recorded text; nil if it has no mark, or if it is the record of another
  /// text.
  init?(of sql: String, recorded: String) {
    let parts = Self.parts(recorded)
    // Characters: a word and checksums, all in ASCII
    guard parts.count > 1, Self.word.utf8.dropFirst().elementsEqual(parts[1].utf8),
      Self.isRecorded(sql, in: recorded)
    else { return nil }
    objects = Array(parts.dropFirst(2))
  }

  /// Whether a text is the recorded text.
  static func isRecorded(_ sql: String, in recorded: String) -> Bool {
    parts(recorded).first?.utf8.elementsEqual(Schema.checksum(of: sql).utf8) ?? false
  }

  var suffix: String { objects.reduce(Self.word) { "\($0) \($1)" } }

  /// Whether `create` has created an index or a trigger with this text.
  func contains(_ sql: String) -> Bool {
    let checksum = Schema.checksum(of: sql)
    return objects.contains { $0.utf8.elementsEqual(checksum.utf8) }
  }

  private static func parts(_ recorded: String) -> [Substring] {
    recorded.utf8.split(separator: UInt8(ascii: " ")).map(Substring.init)
  }
}

extension [ColumnRecord] {
  /// The marks of the tables that `create` has created and whose text has not changed since.
  package var creationMarks: [SQLName: CreationMark] {
    var marks: [SQLName: CreationMark] = [:]
    for record in self where marks[SQLName(record.table)] == nil {
      marks[SQLName(record.table)] = record.creationMark
    }
    return marks
  }
}

extension Schema {
  /// Returns a record that also has the tables of this schema that `create` has created, with their
  /// indexes and triggers.
  ///
  /// - Parameters:
  ///   - record: The schema that the last migration recorded.
  ///   - entries: The rows of the database's schema table.
  package func record(
    _ record: Schema?, adding created: [SQLName: CreationMark], entries: [Entry]
  ) -> Schema? {
    let own = tables.filter { created[SQLName($0.name)] != nil }
    if own.isEmpty { return record }
    func names(of type: String) -> Set<SQLName> {
      let created = entries.filter { entry in
        guard let sql = entry.sql, let mark = created[SQLName(entry.table)] else { return false }
        return entry.type.isSameName(as: type) && mark.contains(sql)
      }
      return Set(created.map { SQLName($0.name) })
    }
    let (indexNames, triggerNames) = (names(of: "index"), names(of: "trigger"))
    var result = record ?? Schema(tables: [])
    result.tables.removeAll { created[SQLName($0.name)] != nil }
    result.tables += own
    result.indexes += indexes.filter { indexNames.contains(SQLName($0.name)) }
    result.triggers += triggers.filter { triggerNames.contains(SQLName($0.name)) }
    return result
  }
}
