import ORMCore
import ORMSQLite

/// Writes a database as SQL that recreates it with its rows.
///
/// `sqlite3` and `orm import --all` can run it. Each value is restored with the same bits, and each
/// row with its rowid.
package struct Dump: Sendable {
  package init() {}

  /// Writes a consistent snapshot of the database.
  ///
  /// - Throws: ``DatabaseError``; `CancellationError`.
  package func run(
    on file: DatabaseFile, to output: ByteOutput, _ progress: Progress = Progress()
  ) async throws {
    try await file.running { handle in
      // SQLite can't read a table without rowids if it lacks the collation of the key.
      let collations = PlaceholderCollations(on: handle)
      defer { collations.end() }
      try Questions(handle).inOneState {
        var writer = try DumpWriter(handle, output)
        try writer.write(progress)
      }
    }
    try output.flush()
  }
}

extension Questions {
  /// Runs `body` in a read transaction.
  func inOneState(_ body: () throws -> Void) throws {
    _ = try rows("BEGIN")
    do {
      try body()
      _ = try rows("COMMIT")
    } catch {
      if DynamicStatement.isInTransaction(on: handle) { _ = try? rows("ROLLBACK") }
      throw error
    }
  }
}

/// An object of a database's schema.
struct DumpedObject {
  enum Kind { case table, virtualTable, index, view, trigger }

  let name: String
  let kind: Kind
  let sql: String

  /// The objects in the order of their creation, without SQLite's own.
  static func all(_ db: Questions) throws -> [Self] {
    try SourceFacts.entries(on: db.handle).compactMap { entry in
      guard let sql = entry.sql, !entry.name.loweredInASCII.starts(withBytes: "sqlite_") else {
        return nil
      }
      let kind: Kind? =
        switch entry.type.loweredInASCII.utf8.first {
        case UInt8(ascii: "t") where entry.type.isSameName(as: "trigger"): .trigger
        case UInt8(ascii: "t"): entry.isVirtualTable ? .virtualTable : .table
        case UInt8(ascii: "i"): .index
        case UInt8(ascii: "v"): .view
        default: nil
        }
      return kind.map { Self(name: entry.name, kind: $0, sql: sql) }
    }
  }

  /// The statement with a semicolon.
  var statement: String {
    // A comment in the last line would include the semicolon.
    let last = sql.utf8.split(separator: 0x0a, omittingEmptySubsequences: false).last
    return sql + (last.map { String(Substring($0)).contains(bytes: "--") } ?? false ? "\n;" : ";")
  }
}

/// Writes the statements of a dump.
struct DumpWriter {
  private let db: Questions
  private let output: ByteOutput
  private let objects: [DumpedObject]
  private let isUTF8: Bool
  private let numbers: RealLiterals
  private var rowCount = 0

  init(_ handle: OpaquePointer, _ output: ByteOutput) throws {
    db = Questions(handle)
    self.output = output
    objects = try DumpedObject.all(db)
    isUTF8 = try db.text("PRAGMA main.encoding")?.isSameName(as: "UTF-8") ?? true
    numbers = try RealLiterals(handle)
  }

  /// Writes the schema and all rows.
  mutating func write(_ progress: Progress) throws {
    let virtual = objects.filter { $0.kind == .virtualTable }
    try output.line("-- A dump of orm export --all: sqlite3 and orm import --all read it.")
    if !virtual.isEmpty {
      try output.line("-- It writes virtual tables into the schema, for which sqlite3 may need")
      try output.line("-- .dbconfig defensive off")
    }
    try writeEncoding()
    try output.line("PRAGMA foreign_keys = OFF;")
    // A row may violate a check that was added later, or ignored.
    try output.line("PRAGMA ignore_check_constraints = ON;")
    try output.line("BEGIN;")
    for object in objects where object.kind == .table {
      try write(object)
      try writeRows(of: object.name, sql: object.sql, progress)
    }
    try writeCounters()
    try writeStatistics(progress)
    for kind in [DumpedObject.Kind.index, .view, .trigger] {
      for object in objects where object.kind == kind { try write(object) }
    }
    if !virtual.isEmpty { try writeVirtual(virtual) }
    try writeNumbers()
    try output.line("COMMIT;")
    try output.line("PRAGMA ignore_check_constraints = OFF;")
  }

  /// Writes the statements of the schema, without rows and without shadow tables.
  mutating func writeSchema(without hidden: Set<SQLName>) throws {
    try writeEncoding()
    for object in objects where !hidden.contains(SQLName(object.name)) {
      if object.kind == .table || object.kind == .virtualTable { try write(object) }
    }
    try writeCounters()
    for kind in [DumpedObject.Kind.index, .view, .trigger] {
      for object in objects where object.kind == kind { try write(object) }
    }
    try writeNumbers()
  }

  // MARK: - The schema

  private func write(_ object: DumpedObject) throws {
    try output.line(output.isTerminal ? SafeText.script(object.statement) : object.statement)
  }

  private func writeEncoding() throws {
    guard !isUTF8, let encoding = try db.text("PRAGMA main.encoding") else { return }
    try output.line("PRAGMA encoding = '\(encoding)';")
  }

  private func writeNumbers() throws {
    for name in ["user_version", "application_id"] {
      let number = try db.number("PRAGMA main.\(name)") ?? 0
      if number != 0 { try output.line("PRAGMA \(name) = \(number);") }
    }
  }

  /// Writes virtual tables directly into the schema: CREATE VIRTUAL TABLE would create the shadow
  /// tables again, empty.
  private func writeVirtual(_ tables: [DumpedObject]) throws {
    try output.line("PRAGMA writable_schema = ON;")
    for table in tables {
      var line: [UInt8] = []
      let name = literal(table.name)
      line += "INSERT INTO sqlite_schema (type, name, tbl_name, rootpage, sql)\n".utf8
      line += "VALUES ('table', \(name), \(name), 0, \(literal(table.sql)));".utf8
      try output.write(line + [0x0a])
    }
    try output.line("PRAGMA writable_schema = OFF;")
  }

  private func literal(_ text: String) -> String {
    var (text, bytes): (String, [UInt8]) = (text, [])
    text.withUTF8 { append(text: UnsafeRawBufferPointer($0), stored: nil, to: &bytes) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Writes the counters of AUTOINCREMENT.
  private func writeCounters() throws {
    guard try SourceFacts("sqlite_sequence", on: db.handle) != nil else { return }
    let counts = objects.contains { object in
      object.kind == .table && object.sql.raisedInASCII.contains(bytes: "AUTOINCREMENT")
    }
    if !counts {
      // SQLite keeps `sqlite_sequence` when the last AUTOINCREMENT table is dropped.
      let name = freeName("orm_counter").quotedIdentifier
      try output.line("CREATE TABLE \(name) (id INTEGER PRIMARY KEY AUTOINCREMENT);")
      try output.line("DROP TABLE \(name);")
    }
    try output.line("DELETE FROM sqlite_sequence;")
    for row in try db.rows("SELECT name, seq FROM main.sqlite_sequence ORDER BY rowid") {
      let values = row.map { $0.text.map(literal) ?? $0.literal }.joined(separator: ", ")
      try output.line("INSERT INTO sqlite_sequence (name, seq) VALUES (\(values));")
    }
  }

  private func freeName(_ name: String) -> String {
    var free = name
    while objects.contains(where: { $0.name.isSameName(as: free) }) { free += "_" }
    return free
  }

  private mutating func writeStatistics(_ progress: Progress) throws {
    guard try SourceFacts("sqlite_stat1", on: db.handle) != nil else { return }
    try output.line("ANALYZE sqlite_schema;")
    try output.line("DELETE FROM sqlite_stat1;")
    try writeRows(of: "sqlite_stat1", sql: nil, progress)
  }

  // MARK: - Rows

  /// The maximum size of one statement.
  private static let batch = (rows: 250, bytes: 1 << 16)

  /// - Parameter sql: The statement that creates the table; nil for a table of SQLite.
  private mutating func writeRows(
    of table: String, sql: String?, _ progress: Progress
  ) throws {
    let source = try DumpedTable(table, sql: sql, db)
    let list = source.names.map(\.quotedIdentifier).joined(separator: ", ")
    let statement = try DynamicStatement(source.selectSQL, on: db.handle)
    let start = Array(
      "INSERT INTO \(quoted(table)) (\(output.isTerminal ? SafeText.line(list) : list)) VALUES\n"
        .utf8)
    var (text, rows): ([UInt8], Int) = ([], 0)
    while try statement.step() {
      text += rows == 0 ? start : [0x2c, 0x0a]
      text.append(0x28)
      for column in 0..<source.names.count {
        if column > 0 { text += [0x2c, 0x20] }
        append(statement, column, to: &text)
      }
      text.append(0x29)
      rows += 1
      rowCount += 1
      progress.report(rowCount)
      if rows == Self.batch.rows || text.count > Self.batch.bytes {
        text += ";\n".utf8
        try output.write(text)
        text.removeAll(keepingCapacity: true)
        rows = 0
      }
    }
    if rows > 0 { try output.write(text + ";\n".utf8) }
  }

  private func quoted(_ name: String) -> String {
    output.isTerminal ? SafeText.line(name.quotedIdentifier) : name.quotedIdentifier
  }

  private func append(
    _ row: borrowing DynamicStatement, _ column: Int, to text: inout [UInt8]
  ) {
    switch row.storageClass(column) {
    case .null: text += "NULL".utf8
    case .integer: text += "\(row.integer(column))".utf8
    case .real: text += numbers.literal(row.real(column)).utf8
    case .blob: row.withBytes(column) { Self.append(hex: $0, to: &text) }
    case .text:
      // The stored bytes have to be read before SQLite converts them.
      let stored: [UInt8]? = isUTF8 ? nil : row.withStoredBytes(column) { Array($0) }
      row.withBytes(column) { append(text: $0, stored: stored, to: &text) }
    }
  }

  /// Appends a text as a literal, or by its bytes if a reader might change it: a text with a NUL or
  /// a carriage return, with control characters, or with invalid Unicode.
  ///
  /// - Parameter stored: The bytes in the encoding of the database; nil if that is UTF-8.
  private func append(
    text: UnsafeRawBufferPointer, stored: [UInt8]?, to bytes: inout [UInt8]
  ) {
    guard Self.isPlain(text, isConverted: stored != nil) else {
      bytes += "CAST(".utf8
      if let stored {
        stored.withUnsafeBytes { Self.append(hex: $0, to: &bytes) }
      } else {
        Self.append(hex: text, to: &bytes)
      }
      bytes += " AS TEXT)".utf8
      return
    }
    bytes.append(0x27)
    for byte in text {
      if byte == 0x27 { bytes.append(byte) }
      bytes.append(byte)
    }
    bytes.append(0x27)
  }

  private static func isPlain(_ text: UnsafeRawBufferPointer, isConverted: Bool) -> Bool {
    if text.allSatisfy({ (0x20..<0x7f).contains($0) || $0 == 0x0a || $0 == 0x09 }) { return true }
    guard UTF8Text.isValid(text) else { return false }
    return String(decoding: text, as: UTF8.self).unicodeScalars.allSatisfy { scalar in
      switch scalar {
      case "\n", "\t": true
      // SQLite converts unpaired surrogates to this character.
      case "\u{fffd}": !isConverted
      default: !SafeText.isUnsafe(scalar)
      }
    }
  }

  private static func append(hex bytes: UnsafeRawBufferPointer, to text: inout [UInt8]) {
    text += "x'".utf8
    EncodedBytes.appendHex(bytes, to: &text)
    text.append(0x27)
  }
}
