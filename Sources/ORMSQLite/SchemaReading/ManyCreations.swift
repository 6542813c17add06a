import ORMCore

/// Creates many objects of one database in linear time.
///
/// After each `CREATE`, SQLite looks for the new row in the whole schema table, so the time grows
/// with the square of the number of objects. It finds the objects themselves in memory. Therefore
/// the rows of the schema table are taken out of it from time to time, and written back unchanged
/// by ``end()``. If that can't be done, the statements only take longer.
///
/// See <https://www.sqlite.org/schematab.html>.
package final class ManyCreations {
  private let connection: RawConnection
  private let hooks: ConnectionHooks?
  private var rows: [SchemaRow] = []
  private var count = 0
  private var isPossible = true

  /// The number of objects after which rows are taken out.
  static let batch = 128

  /// - Parameter handle: The connection. Without a transaction, another connection could see the
  ///   database without its rows.
  package convenience init(on handle: OpaquePointer) { self.init(on: handle, nil) }

  /// - Parameter hooks: The connection's hooks, which do not report rows of the schema table.
  init(on handle: OpaquePointer, _ hooks: ConnectionHooks?) {
    connection = RawConnection(handle)
    self.hooks = hooks
  }

  /// Runs a statement in a closure. Before a statement that does not create a table, an index, a
  /// view or a trigger, and after an error, all rows are written back.
  ///
  /// - Throws: The error of `body`; ``DatabaseError`` if the rows can't be written.
  package func run(_ sql: String, _ body: () throws -> Void) throws {
    guard sql.createsPlainObject else {
      try end()
      return try body()
    }
    do {
      try body()
    } catch {
      try end()
      throw error
    }
    count += 1
    if count.isMultiple(of: Self.batch), isPossible { isPossible = try takeRows() }
  }

  /// Writes all rows back. Call it before a statement that reads the schema table.
  package func end() throws {
    if rows.isEmpty { return }
    _ = try takeRows()
    try writing {
      let statement = try DynamicStatement(
        """
        INSERT INTO main.sqlite_schema (rowid, type, name, tbl_name, rootpage, sql)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6)
        """, on: connection.handle)
      for row in rows {
        try statement.bind(.integer(row.id), at: 1)
        for (place, value) in row.values.enumerated() { try statement.bind(value, at: place + 2) }
        try statement.run()
      }
    }
    rows = []
  }

  /// Takes all rows out of the schema table.
  ///
  /// - Returns: False if SQLite does not allow it, or if a text of another program would not be
  ///   written back unchanged. No row is taken then.
  private func takeRows() throws -> Bool {
    // In an empty table, the ids of new rows begin at 1 again.
    let offset = rows.last?.id ?? 0
    var taken: [SchemaRow] = []
    do {
      let statement = try DynamicStatement(
        "SELECT rowid, type, name, tbl_name, rootpage, sql FROM main.sqlite_schema ORDER BY rowid",
        on: connection.handle)
      while try statement.step() {
        let values = (1..<6).map { statement.value($0) }
        if rows.isEmpty, !values.allSatisfy(\.isKeptByUTF8) { return false }
        taken.append(SchemaRow(id: offset + statement.integer(0), values: values))
      }
    }
    do {
      try writing { try connection.execute("DELETE FROM main.sqlite_schema") }
    } catch is DatabaseError where rows.isEmpty {
      // The connection's authorizer, or SQLite itself, does not allow it.
      return false
    }
    rows += taken
    return true
  }

  private func writing(_ body: () throws -> Void) throws {
    hooks?.suspendRows()
    defer { hooks?.resumeRows(isInTransaction: true) }
    try connection.writingSchema(body)
  }
}

/// A row of the schema table.
private struct SchemaRow {
  let id: Int64
  let values: [SQLValue]
}

extension SQLValue {
  /// Whether the value was read as it is stored. A text that is not Unicode is read with
  /// replacement characters.
  fileprivate var isKeptByUTF8: Bool {
    guard case .text(let text) = self else { return true }
    return !text.unicodeScalars.contains("\u{FFFD}")
  }
}

extension String {
  /// Whether a statement creates a table, an index, a view or a trigger. The module of a virtual
  /// table may read the schema table.
  fileprivate var createsPlainObject: Bool {
    let words = Array(SQLTokens(self).lazy.filter { !$0.isBlank }.prefix(2))
    return words.count == 2 && words[0].isKeyword("CREATE")
      && ["TABLE", "INDEX", "UNIQUE", "VIEW", "TRIGGER"].contains { words[1].isKeyword($0) }
  }
}
