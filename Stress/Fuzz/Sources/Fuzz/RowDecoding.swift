import CSQLite
import Foundation
import ORM

/// Any stored value read as any type that columns have.
///
/// What is read is a value or ``RowDecodingError``, and the same for a row without a type; a value that is
/// written back is read as the same again.
enum RowDecoding: Harness {
  static func run(_ input: Input) async throws {
    var input = input
    let mode = input.byte()
    let db = try Database.inMemory()
    // Text of another encoding is converted by SQLite on its way.
    if mode & 2 != 0 { try await db.execute("PRAGMA encoding = 'UTF-16le'") }
    if mode & 1 != 0 {
      try await readStruct(&input, from: db)
    } else {
      try await readValues(&input, mode, from: db)
    }
  }

  // MARK: - A struct with a column of each kind

  private static func readStruct(_ input: inout Input, from db: Database) async throws {
    try await db.create(Everything.self)
    let sample = try await db.insert(Everything.sample())
    guard try await db.fetch(Everything.self) == [sample] else { finding("the sample differs") }
    // Types would convert what is stored.
    let columns = Everything.schema.columns.map(\.name).filter { $0 != "id" }
    let names = columns.map { "\"\($0)\"" }.joined(separator: ", ")
    try await db.execute(
      script: """
        CREATE TABLE untyped (id INTEGER PRIMARY KEY, \(raw: names));
        INSERT INTO untyped SELECT id, \(raw: names) FROM everything;
        DROP TABLE everything;
        ALTER TABLE untyped RENAME TO everything;
        """)
    var changed: Set<String> = []
    repeat {
      let column = input.element(of: columns)
      let cell = Cell(&input)
      changed.insert(column)
      try await db.withHandle {
        Fuzz.run("UPDATE everything SET \"\(column)\" = ?", [cell], on: $0)
      }
    } while !input.isEmpty && changed.count < 8

    do {
      let read = try await db.fetch(Everything.self)
      let byName = try await db.fetch(
        Everything.self, sql: "SELECT \(raw: names), id FROM everything")
      guard let value = read.first, byName == read else {
        finding("by their names, the columns have other values: \(read) \(byName)")
      }
      try await writeBack(value, to: db)
    } catch let error as RowDecodingError {
      // One value in the columns of a struct that may be nil asks for the others.
      let isOfWork = error.column.hasPrefix("work_") && changed.contains { $0.hasPrefix("work_") }
      if error.table != "everything" || !(changed.contains(error.column) || isOfWork) {
        finding("an error of another column: \(error)")
      }
    }
  }

  private static func writeBack(_ value: Everything, to db: Database) async throws {
    do {
      try await db.update(value)
      guard let again = try await db.fetch(Everything.self).first else {
        finding("the row is gone")
      }
      try await db.update(again)
      guard try await db.fetch(Everything.self) == [again] else {
        finding("written back, it is another: \(again)")
      }
      var other = value
      other.id = 2
      let inserted = try await db.insert(other)
      guard try await db.find(Everything.self, 2) == inserted else {
        finding("inserted, it is another: \(inserted)")
      }
      other = again
      other.id = 2
      if other != inserted { finding("updated, it is another than inserted: \(again) \(inserted)") }
    } catch is ValueEncodingError {
      // A date that can be read and is too large to be written, for one.
    }
  }

  // MARK: - A value as each type

  private static func readValues(
    _ input: inout Input, _ mode: UInt8, from db: Database
  ) async throws {
    let only = mode & 4 != 0 ? input.element(of: readers) : nil
    let cell = Cell(&input)
    try await db.execute(script: "CREATE TABLE cell (v); CREATE TABLE copy (v)")
    try await db.transaction { tx in
      try tx.withHandle { Fuzz.run("INSERT INTO cell VALUES (?)", [cell], on: $0) }
      if let only {
        try only(tx)
      } else {
        for reader in readers { try reader(tx) }
      }
    }
  }

  private static let readers: [@Sendable (isolated Connection) throws -> Void] = [
    { try read(Int8.self, $0) }, { try read(Int16.self, $0) }, { try read(Int32.self, $0) },
    { try read(Int64.self, $0) }, { try read(Int.self, $0) }, { try read(UInt8.self, $0) },
    { try read(UInt16.self, $0) }, { try read(UInt32.self, $0) }, { try read(UInt64.self, $0) },
    { try read(UInt.self, $0) }, { try read(Bool.self, $0) }, { try read(Double.self, $0) },
    { try read(Float.self, $0) }, { try read(String.self, $0) }, { try read(Data.self, $0) },
    { try read([UInt8].self, $0) }, { try read(UUID.self, $0) }, { try read(UUIDText.self, $0) },
    { try read(Decimal.self, $0) }, { try read(Cents.self, $0) }, { try read(URL.self, $0) },
    { try read(Date.self, $0) }, { try read(UnixSeconds.self, $0) },
    { try read(UnixMilliseconds.self, $0) }, { try read(JulianDay.self, $0) },
    { try read(ISO8601.self, $0) }, { try read(DateTimeText.self, $0) },
    { try read(ISO8601Seconds.self, $0) }, { try read(DateTimeMillisecondsText.self, $0) },
    { try read(DateText.self, $0) }, { try read(Mood.self, $0) }, { try read(Level.self, $0) },
    { try read(Flags.self, $0) }, { try read(Email.self, $0) }, { try read(Token.self, $0) },
    { try read(JSON.Of<Settings>.self, $0) }, { try read(JSON.Of<[String]>.self, $0) },
    { try read(JSON.Of<[Double?]>.self, $0) },
  ]

  private static func read<Representation: ColumnRepresentation>(
    _ type: Representation.Type, _ tx: isolated Connection
  ) throws where Representation.Value: Hashable {
    try readOne(type, tx)
    try readOne(Representation?.self, tx)
  }

  private static func readOne<Representation: ColumnRepresentation>(
    _ type: Representation.Type, _ tx: isolated Connection
  ) throws where Representation.Value: Hashable {
    let result = outcome { try tx.value(type, sql: "SELECT v FROM cell") }
    if let row = try? tx.first(Row.self, sql: "SELECT v FROM cell") {
      let untyped = outcome { try row["v", as: type] }
      if result != untyped {
        finding("as \(type), the value is \(result), and of a row without a type \(untyped)")
      }
    }
    guard case .success(let value) = result else { return }
    do {
      try tx.execute("DELETE FROM copy")
      try tx.execute("INSERT INTO copy VALUES (\(value, as: type))")
    } catch is ValueEncodingError {
      return
    }
    let again = outcome { try tx.value(type, sql: "SELECT v FROM copy") }
    let stored = try type.asStored(value)
    if again != .success(stored) {
      finding("written back as \(type), \(value) is \(again) and should be \(stored)")
    }
    let raw = try tx.first(Row.self, sql: "SELECT v FROM copy")?.values
    if try raw != [type.sqlValue(of: value)] {
      finding(
        "as \(type), \(value) is stored as \(raw ?? []), and said to be \(try type.sqlValue(of: value))"
      )
    }
  }

  private static func outcome<Value>(_ body: () throws -> Value) -> Result<Value, RowDecodingError>
  {
    do {
      return .success(try body())
    } catch let error as RowDecodingError {
      return .failure(error)
    } catch {
      finding("an error of the type \(Swift.type(of: error)): \(error)")
    }
  }

  static var seeds: [[UInt8]] {
    var seeds: [[UInt8]] = [[0, 0], [0, 1, 255, 254, 253, 252, 251, 250, 1, 0], [0, 2, 128]]
    // Each of the values that a cell knows by a number, as a value and in a struct.
    for kind in UInt8(6)...8 {
      for number in UInt8(0)..<40 {
        seeds.append([number % 3 == 0 ? 2 : 0, kind, number])
        seeds.append([1, number, kind, number &* 7, number &+ 20, kind, number])
      }
    }
    for text in ["2024-02-30", "1e5", "a\0b", "[1]", "http://a/b c"] {
      seeds.append([0, 4, UInt8(text.utf8.count)] + Array(text.utf8))
    }
    for reader in readers.indices { seeds.append([4, UInt8(reader), 2, 1]) }
    return seeds + [[0, 4, 2, 0xff, 0x41], [2, 4, 2, 0xff, 0x41], [0, 5, 16] + Array(0..<16)]
  }
}
