import Testing

import ORM
@testable import ORMCore
@testable import ORMSQLite

/// Stores a value in a STRICT table of its own and reads it back.
///
/// The same is done without SQLite, by a ``Row``, and has to come to the same; and the value that
/// an insert returns has to be what was read.
func roundTrip<Representation: ColumnRepresentation>(
  _ value: Representation.Value, as representation: Representation.Type,
  sourceLocation: SourceLocation = #_sourceLocation
) async throws -> Representation.Value where Representation.Value: Equatable {
  let database = try Database.inMemory()
  let stored = try await database.transaction { connection in
    try connection.execute(
      script: "CREATE TABLE single (value \(raw: "\(Representation.columnType)")) STRICT")
    let insert = try connection.statement("INSERT INTO single VALUES ($1)")
    try insert.bind { try Representation.write(value, to: &$0, at: 1) }
    try insert.run()
    return try connection.statement("SELECT value FROM single").scalar(Representation.self)
  }
  let result = try #require(stored, sourceLocation: sourceLocation)
  let row = Row(value: try Representation.sqlValue(of: value))
  #expect(try Representation.read(from: row, at: 0) == result, sourceLocation: sourceLocation)
  #expect(try Representation.asStored(value) == result, sourceLocation: sourceLocation)
  if Representation.roundTripsExactly(value) {
    #expect(value == result, sourceLocation: sourceLocation)
  }
  return result
}

/// Reads a stored value, from SQLite and from a ``Row``, which have to agree; and as an
/// optional, which has to agree but for NULL.
func read<Representation: ColumnRepresentation>(
  _ stored: SQLValue, as representation: Representation.Type,
  sourceLocation: SourceLocation = #_sourceLocation
) async throws -> Representation.Value where Representation.Value: Equatable {
  let row = Row(value: stored)
  let double = Result { try Representation.read(from: row, at: 0) }
  let optional = Result { try Optional<Representation>.read(from: row, at: 0) }
  do {
    let result = try await select(stored, as: Representation.self)
    #expect(try double.get() == result, sourceLocation: sourceLocation)
    #expect(try optional.get() == result, sourceLocation: sourceLocation)
    return result
  } catch let error as RowDecodingError {
    #expect(throws: error, sourceLocation: sourceLocation) { try double.get() }
    if stored == .null {
      #expect(try optional.get() == nil, sourceLocation: sourceLocation)
    } else {
      #expect(throws: error, sourceLocation: sourceLocation) { try optional.get() }
    }
    throw error
  }
}

/// Reads what SQLite makes of a parameter.
private func select<Representation: ColumnRepresentation>(
  _ stored: SQLValue, as representation: Representation.Type
) async throws -> Representation.Value {
  let database = try Database.inMemory()
  let value = try await database.read { connection in
    let select = try connection.statement("SELECT $1 AS value")
    try select.bind([stored])
    return try select.scalar(Representation.self)
  }
  return try #require(value)
}

/// Why reading throws.
func decodingFailure<Representation: ColumnRepresentation>(
  _ stored: SQLValue, as representation: Representation.Type,
  sourceLocation: SourceLocation = #_sourceLocation
) async throws -> RowDecodingError.Reason where Representation.Value: Equatable {
  let error = await #expect(throws: RowDecodingError.self, sourceLocation: sourceLocation) {
    try await read(stored, as: representation, sourceLocation: sourceLocation)
  }
  return try #require(error, sourceLocation: sourceLocation).reason
}

/// Why writing throws.
func encodingFailure<Representation: ColumnRepresentation>(
  _ value: Representation.Value, as representation: Representation.Type,
  sourceLocation: SourceLocation = #_sourceLocation
) throws -> ValueEncodingError.Reason {
  let error = #expect(throws: ValueEncodingError.self, sourceLocation: sourceLocation) {
    try Representation.sqlValue(of: value)
  }
  return try #require(error, sourceLocation: sourceLocation).reason
}

extension Row {
  /// A row of one column, which is not SQLite's: what reads from it does so by the protocol alone.
  init(value: SQLValue) { self.init(columnNames: ["value"], values: [value]) }
}
