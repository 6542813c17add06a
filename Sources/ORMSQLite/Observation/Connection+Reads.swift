import ORMCore

/// The single row that a query reads, by its key.
@usableFromInline
struct ReadRow: Sendable {
  var table: String
  var keyColumns: [String]
  var key: [SQLValue]
}

extension Connection {
  /// The columns that statements read.
  ///
  /// - Throws: ``DatabaseError`` if one of them writes.
  func region(of texts: [String]) throws -> ReadRegion {
    let (_, region) = try recordingReads {
      for sql in texts { try prepare(sql).checkObservable() }
    }
    return region
  }

  /// Runs `body`, and returns the columns that it has read.
  ///
  /// - Parameter compilesAgain: Whether statements that were already compiled are recorded, too.
  func recordingReads<Result>(
    compilesAgain: Bool = false, _ body: () throws -> Result
  ) rethrows -> (result: Result, region: ReadRegion) {
    authorizer.installUnlessReplaced(on: handle, again: compilesAgain)
    return try authorizer.recordReads(body)
  }
}

extension PreparedStatement {
  /// - Throws: ``DatabaseError`` if the statement writes, or produces no rows.
  @usableFromInline
  func checkObservable() throws {
    if isReadOnly && columnCount > 0 { return }
    throw DatabaseError(
      extendedCode: .misuse, message: "only a read-only statement can be observed", sql: sql)
  }
}
