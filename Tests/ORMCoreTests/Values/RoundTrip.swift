import ORM
import Testing

// The tests of values in this folder are links to those of `ORMTests`, which store values with
// SQLite. Here, they are stored in a ``Row``, without an engine.

/// Writes a value to a row and reads it back.
func roundTrip<Representation: ColumnRepresentation>(
  _ value: Representation.Value, as representation: Representation.Type,
  sourceLocation: SourceLocation = #_sourceLocation
) async throws -> Representation.Value where Representation.Value: Equatable {
  let result = try await read(
    Representation.sqlValue(of: value), as: Representation.self, sourceLocation: sourceLocation)
  #expect(try Representation.asStored(value) == result, sourceLocation: sourceLocation)
  if Representation.roundTripsExactly(value) {
    #expect(value == result, sourceLocation: sourceLocation)
  }
  return result
}

/// Reads a stored value from a row.
func read<Representation: ColumnRepresentation>(
  _ stored: SQLValue, as representation: Representation.Type,
  sourceLocation: SourceLocation = #_sourceLocation
) async throws -> Representation.Value where Representation.Value: Equatable {
  let row = Row(["value": stored])
  let result = Result { try Representation.read(from: row, at: 0) }
  if stored != .null {
    let optional = Result { try Optional<Representation>.read(from: row, at: 0) }
    #expect((try? optional.get()) == (try? result.get()), sourceLocation: sourceLocation)
  }
  return try result.get()
}

/// The reason of the error that reading throws.
func decodingFailure<Representation: ColumnRepresentation>(
  _ stored: SQLValue, as representation: Representation.Type,
  sourceLocation: SourceLocation = #_sourceLocation
) async throws -> RowDecodingError.Reason where Representation.Value: Equatable {
  let error = await #expect(throws: RowDecodingError.self, sourceLocation: sourceLocation) {
    try await read(stored, as: representation, sourceLocation: sourceLocation)
  }
  return try #require(error, sourceLocation: sourceLocation).reason
}

/// The reason of the error that writing throws.
func encodingFailure<Representation: ColumnRepresentation>(
  _ value: Representation.Value, as representation: Representation.Type,
  sourceLocation: SourceLocation = #_sourceLocation
) throws -> ValueEncodingError.Reason {
  let error = #expect(throws: ValueEncodingError.self, sourceLocation: sourceLocation) {
    try Representation.sqlValue(of: value)
  }
  return try #require(error, sourceLocation: sourceLocation).reason
}
