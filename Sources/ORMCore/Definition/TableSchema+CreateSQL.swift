extension TableSchema {
  /// Returns the `CREATE TABLE` statement, followed by a `CREATE INDEX` statement for each index.
  public func createStatements(ifNotExists: Bool = false) -> [String] {
    createStatements(ifNotExists: ifNotExists, dialect: .sqlite)
  }

  /// Returns the same statements, with the type names of an engine.
  package func createStatements(ifNotExists: Bool, dialect: SQLDialect) -> [String] {
    [createSQL(ifNotExists: ifNotExists, dialect: dialect)]
      + indexes.map { $0.createSQL(on: name, ifNotExists: ifNotExists) }
  }

  /// Returns `CREATE TABLE`, without indexes.
  ///
  /// ```swift
  /// Artist.schema.createSQL()
  /// // CREATE TABLE "artist" ("id" INTEGER PRIMARY KEY, "name" TEXT NOT NULL) STRICT
  /// ```
  ///
  /// See <https://www.sqlite.org/lang_createtable.html>.
  public func createSQL(ifNotExists: Bool = false) -> String {
    createSQL(ifNotExists: ifNotExists, dialect: .sqlite)
  }

  private func createSQL(ifNotExists: Bool, dialect: SQLDialect) -> String {
    let keyIsWritten = constraints.contains(where: \.isKeyConstraint)
    let definitions =
      columns.map { definition(of: $0, dialect, keyIsWritten: keyIsWritten) }
      + (keyIsWritten ? [] : keyConstraint) + foreignKeys.map(\.sql)
      + constraints
    var sql = ifNotExists ? "CREATE TABLE IF NOT EXISTS " : "CREATE TABLE "
    sql += "\(name.quotedIdentifier) (\(definitions.joined(separator: ", ")))"
    let options = (isStrict ? ["STRICT"] : []) + (isWithoutRowID ? ["WITHOUT ROWID"] : [])
    if dialect.hasTableOptions && !options.isEmpty { sql += " \(options.joined(separator: ", "))" }
    return sql
  }

  /// Returns `DROP TABLE`, which drops the indexes too.
  public func dropSQL(ifExists: Bool = false) -> String {
    "DROP TABLE \(ifExists ? "IF EXISTS " : "")\(name.quotedIdentifier)"
  }

  /// - Parameter keyIsWritten: Whether a table constraint declares the key: its columns are then
  ///   nullable unless they are `NOT NULL`.
  private func definition(
    of column: ColumnSchema, _ dialect: SQLDialect, keyIsWritten: Bool
  ) -> String {
    var sql = "\(column.name.quotedIdentifier) \(dialect.typeName(column.type))"
    let isInKey = primaryKey.contains(name: column.name)
    let isKey = isWholeKey(column) && !keyIsWritten
    // Only this key is the rowid, which SQLite generates if a row has none. All other keys may be
    // NULL for historical reasons; see
    // https://www.sqlite.org/lang_createtable.html#the_primary_key.
    let isRowID = isKey && column.type.isInteger && !isWithoutRowID
    if isRowID {
      sql += autoincrement ? dialect.generatedKeyWithoutReuse : dialect.generatedKey
    } else if isKey {
      sql += autoincrement ? " PRIMARY KEY AUTOINCREMENT" : " PRIMARY KEY"
    }
    if !isRowID && (isInKey ? !keyIsWritten : !column.isNullable) {
      sql += " NOT NULL"
    }
    if column.isUnique { sql += " UNIQUE" }
    if let value = column.defaultSQL {
      let value = column.type == .bool ? value.truthValue(in: dialect) : value
      sql += " DEFAULT \(value.isLiteral ? value : "(\(value))")"
    }
    if let collation = column.collation.map(Collation.init(rawValue:)),
      // Characters: SQLite's names, which the library writes
      let name = dialect.collations[collation.rawValue, default: collation.name]
    {
      sql += " COLLATE \(name)"
    }
    if let check = column.check { sql += " CHECK (\(check))" }
    if let generated = column.generated { sql += generated.sql(in: dialect) }
    return sql
  }

  private var keyConstraint: [String] {
    primaryKey.count < 2 ? [] : ["PRIMARY KEY (\(primaryKey.identifierList))"]
  }
}

extension String {
  /// The literal of a truth value that SQLite writes as a number.
  fileprivate func truthValue(in dialect: SQLDialect) -> String {
    switch self {  // Characters: digits
    case "0": dialect.falseLiteral
    case "1": dialect.trueLiteral
    default: self
    }
  }

  /// Whether the constraint is a primary key.
  fileprivate var isKeyConstraint: Bool {
    let words: [SQLToken] = SQLTokens(self).filter { !$0.isBlank }.prefix(3).map(\.self)
    if words.first?.isKeyword("PRIMARY") == true { return true }
    return words.count == 3 && words[0].isKeyword("CONSTRAINT") && words[2].isKeyword("PRIMARY")
  }
}

extension IndexSchema {
  /// Returns `CREATE INDEX` on a table; see <https://www.sqlite.org/lang_createindex.html>.
  public func createSQL(on table: String, ifNotExists: Bool = false) -> String {
    var sql = isUnique ? "CREATE UNIQUE INDEX " : "CREATE INDEX "
    if ifNotExists { sql += "IF NOT EXISTS " }
    let list = terms.isEmpty ? columns.identifierList : terms.joined(separator: ", ")
    sql += "\(name.quotedIdentifier) ON \(table.quotedIdentifier) (\(list))"
    if let condition { sql += " WHERE \(condition)" }
    return sql
  }
}

extension GeneratedColumn {
  fileprivate func sql(in dialect: SQLDialect) -> String {
    let isStored = isStored || !dialect.hasVirtualColumns
    return " GENERATED ALWAYS AS (\(expression)) \(isStored ? "STORED" : "VIRTUAL")"
  }
}

extension ForeignKey {
  fileprivate var sql: String {
    var sql = "FOREIGN KEY (\(columns.identifierList))"
    sql += " REFERENCES \(parentTable.quotedIdentifier) (\(parentColumns.identifierList))"
    if onDelete != .noAction { sql += " ON DELETE \(onDelete.rawValue)" }
    if onUpdate != .noAction { sql += " ON UPDATE \(onUpdate.rawValue)" }
    return sql
  }
}
