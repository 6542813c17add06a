import ORMCore
import ORMSchema

/// A database with the tables, indexes, views and triggers of a schema, and no rows, as bytes.
///
/// For each statement that creates something, SQLite reads the whole schema again. Here all rows of
/// the schema are written first, and SQLite reads them once. See
/// <https://www.sqlite.org/fileformat2.html>.
struct SchemaImage {
  /// The rows of `sqlite_schema`, each with the root page of its table or index, or 0.
  private var rows: [(entry: Schema.Entry, page: Int)] = []
  private var pages: [PageKind] = []

  private enum PageKind: UInt8 {
    case index = 0x0A
    case table = 0x0D
  }

  /// SQLite's smallest page size, in bytes.
  private static let pageSize = 512

  /// - Parameter skipped: The tables to leave out, with their indexes.
  /// - Returns: Nil if the SQL of a table can't be parsed.
  init?(_ entries: [Schema.Entry], skipping skipped: Set<SQLName>) {
    for entry in entries where !skipped.contains(SQLName(entry.table)) {
      switch SQLName(entry.type) {
      case SQLName("table"):
        let read = Schema(reading: [entry])
        let isOfSQLite = entry.name.isSameName(as: "sqlite_sequence")
        guard let isWithoutRowID = isOfSQLite ? false : read.tables.first?.isWithoutRowID else {
          return nil
        }
        add(entry, isWithoutRowID ? .index : .table)
      case SQLName("index"): add(entry, .index)
      default: rows.append((entry, 0))
      }
    }
  }

  private mutating func add(_ entry: Schema.Entry, _ kind: PageKind) {
    pages.append(kind)
    rows.append((entry, pages.count + 1))
  }

  /// Replaces the empty database of a connection.
  ///
  /// - Throws: ``DatabaseError`` if SQLite can't read the schema.
  func load(into connection: RawConnection) throws {
    try DatabaseContent.replace(of: connection.handle, with: bytes)
    try connection.execute("PRAGMA writable_schema = ON; BEGIN")
    let statement = try DynamicStatement(
      "INSERT INTO sqlite_schema (type, name, tbl_name, rootpage, sql) VALUES (?, ?, ?, ?, ?)",
      on: connection.handle)
    for (entry, page) in rows {
      try statement.bind(.text(entry.type), at: 1)
      try statement.bind(.text(entry.name), at: 2)
      try statement.bind(.text(entry.table), at: 3)
      try statement.bind(.integer(Int64(page)), at: 4)
      try statement.bind(entry.sql.map(SQLValue.text) ?? .null, at: 5)
      try statement.run()
    }
    try connection.execute("COMMIT; PRAGMA writable_schema = RESET")
    try connection.execute("SELECT count(*) FROM sqlite_schema")
  }

  private var bytes: [UInt8] {
    var bytes = Array("SQLite format 3".utf8) + [0]
    func big(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    bytes += big(Self.pageSize, 2) + [1, 1, 0, 64, 32, 32]
    bytes += big(1, 4) + big(pages.count + 1, 4) + big(0, 8)
    // The schema cookie, the schema format and the text encoding, UTF-8.
    bytes += big(1, 4) + big(4, 4) + big(0, 8) + big(1, 4) + Array(repeating: 0, count: 28)
    bytes += big(1, 4) + big(SQLiteLibrary.versionNumber, 4)
    bytes.reserveCapacity(Self.pageSize * (pages.count + 1))
    for (place, kind) in ([.table] + pages).enumerated() {
      // An empty page.
      bytes += [kind.rawValue, 0, 0, 0, 0] + big(Self.pageSize, 2) + [0]
      bytes += repeatElement(0, count: Self.pageSize * (place + 1) - bytes.count)
    }
    return bytes
  }
}
