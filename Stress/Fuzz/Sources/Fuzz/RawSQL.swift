import CSQLite
import ORM

@Table private struct Track: Identifiable {
  var id: Int?
  var title: String
  var seconds: Double?
  var albumID: Int
}

@Selection private struct Pair {
  var key: Int?
  var value: String?
}

/// Any text as SQL of one's own: fetched, run, embedded, as a script.
///
/// The first byte says how it is used, the others are the text. In it, the bytes 1 to 8 stand for what is
/// written in `\( )`, and 14 for the end of one `raw:` and the beginning of another.
///
/// Every use gives a value or an error of the library's types, within its deadline; no parameter gets the
/// value of another one; and the connection works afterwards.
enum RawSQL: Harness {
  static func run(_ input: Input) async throws {
    var input = input
    let mode = input.byte()
    let text = input.rest()
    let sql = sql(text)
    let db = try Database.inMemory()
    try await db.execute(script: "\(raw: schema)")
    try await db.withHandle { limit($0) }
    _ = await attempt {
      try await db.within(.milliseconds(300)) { try await use(sql, text, mode % 10, on: $0) }
    }
    try await db.withHandle { connection in
      sqlite3_hard_heap_limit64(0)
      sqlite3_soft_heap_limit64(0)
      if sqlite3_get_autocommit(connection) == 0 {
        sqlite3_exec(connection, "ROLLBACK", nil, nil, nil)
      }
    }
    guard try await db.value(Int.self, sql: "SELECT \(6) * \(7)") == 42 else {
      finding("the connection computes another value")
    }
  }

  private static func use(_ sql: SQL, _ text: [UInt8], _ mode: UInt8, on db: Database) async throws
  {
    switch mode {
    case 0:
      for row in try await db.fetch(Row.self, sql: sql) { look(at: row) }
    case 1:
      try await db.transaction { tx in
        try tx.execute(sql)
        try checkParameters(of: try sql.statement(), on: tx)
      }
    case 2: try await db.execute(script: "\(raw: String(decoding: text, as: UTF8.self))")
    case 3: _ = try await db.fetch(Track.self, sql: sql)
    case 4:
      _ = await attempt { try await db.fetch(String?.self, sql: sql) }
      _ = await attempt { try await db.value(Int?.self, sql: sql) }
      _ = await attempt { try await db.first([UInt8]?.self, sql: sql) }
    case 5: _ = try await db.fetch(SQLQuery<Pair>(sql))
    case 6:
      let query = SQLQuery<Pair>(sql)
      let twice: SQL = "SELECT \("first"), * FROM \(query) AS a, \(query) AS b WHERE 1 = \(1)"
      _ = try await db.fetch(Row.self, sql: twice)
    case 7:
      try await db.transaction { tx in
        do {
          try tx.transaction { try tx.forEach(Row.self, sql: sql) { look(at: $0) } }
        } catch {
          checkTyped(error)
        }
        try tx.execute("INSERT INTO track (title, albumID) VALUES (\("last"), 1)")
      }
    case 8: _ = try await db.explain(sql)
    default:
      for try await row in db.stream(Row.self, sql: sql) { look(at: row) }
    }
  }

  private static func look(at row: Row) {
    _ = row.description
    for name in row.columnNames { _ = try? row[name, as: Int?.self] }
  }

  /// A finding where a statement that has run has a numbered parameter other than those that the library has
  /// bound.
  private static func checkParameters(
    of statement: Statement, on connection: isolated Connection
  ) throws {
    try connection.withHandle { handle in
      var prepared: OpaquePointer?
      defer { sqlite3_finalize(prepared) }
      guard sqlite3_prepare_v2(handle, statement.sql, -1, &prepared, nil) == SQLITE_OK else {
        return
      }
      for number in 0..<sqlite3_bind_parameter_count(prepared) {
        guard let name = sqlite3_bind_parameter_name(prepared, number + 1) else { continue }
        let text = String(cString: name)
        let isNumbered = text.utf8.dropFirst().allSatisfy { (48...57).contains($0) }
        if "$?".contains(text.prefix(1)) && isNumbered && text != "$\(number + 1)" {
          finding("the parameter \(number + 1) is \(text) in \(statement)")
        }
      }
    }
  }

  /// The text with values where the bytes 1 to 8 stand, cut in two where 14 does.
  private static func sql(_ text: [UInt8]) -> SQL {
    var sql: SQL = ""
    var start = text.startIndex
    for index in text.indices where (1...8).contains(text[index]) || text[index] == 14 {
      let written = String(decoding: text[start..<index], as: UTF8.self)
      sql = "\(sql)\(raw: written)\(embedded(text[index]))"
      start = index + 1
    }
    return "\(sql)\(raw: String(decoding: text[start...], as: UTF8.self))"
  }

  private static func embedded(_ marker: UInt8) -> SQL {
    switch marker {
    case 1: "\(42)"
    case 2: "\("it's")"
    case 3: "\(nil as Double?)"
    case 4: "\([1, 2, 3])"
    case 5: "\([0, 255] as [UInt8])"
    case 6: "\(Track.self)"
    case 7: "\(Track.where { $0.seconds > 100.5 })"
    case 8: "\(Track.columns.title)"
    default: ""
    }
  }
}
