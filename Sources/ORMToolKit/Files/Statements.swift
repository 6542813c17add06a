import ORMCore
import ORMSQLite

/// Statements of a person, on a database that may have collations which only its program has.
package struct Statements {
  let handle: OpaquePointer
  private let collations: UnknownCollations?

  init(_ handle: OpaquePointer, _ collations: UnknownCollations?) {
    self.handle = handle
    self.collations = collations
  }

  /// Compiles the next statement of a text.
  ///
  /// - Returns: nil if there is none.
  /// - Throws: ``DatabaseError``, also if the statement searches or writes an index in the order of
  ///   a collation that is not known.
  func next(_ sql: [UInt8], at place: inout Int) throws -> DynamicStatement? {
    guard let collations else { return try DynamicStatement(next: sql, at: &place, on: handle) }
    return try collations.statement(next: sql, at: &place)
  }

  /// Compiles a text that has one statement.
  func only(_ sql: String) throws -> DynamicStatement {
    guard let collations else { return try DynamicStatement(sql, on: handle) }
    var place = 0
    guard let statement = try collations.statement(next: Array(sql.utf8), at: &place) else {
      throw DatabaseError(extendedCode: .misuse, message: "there is no statement", sql: sql)
    }
    return statement
  }

  /// The words about collations that were not known where text was compared; nil if there were
  /// none.
  var note: String? {
    guard let names = collations?.used, !names.isEmpty else { return nil }
    return UnknownCollations.words(names) + ": text was compared by bytes"
  }
}

extension UnknownCollations {
  /// `the collation unicase is not known here`
  static func words(_ names: [String]) -> String {
    names.count == 1
      ? "the collation \(names[0]) is not known here"
      : "the collations \(names.joined(separator: ", ")) are not known here"
  }

  /// The error of a statement that needs a collation, with a hint.
  func explaining(_ error: DatabaseError) -> DatabaseError {
    let start = "no such collation sequence: "
    guard error.hint == nil,
      names.contains(where: { error.message.isSameName(as: start + $0) })
    else { return error }
    var error = error
    error.hint = "only a program that has the collation can write to what it sorts"
    return error
  }
}

extension DatabaseFile {
  /// Runs `body` on the connection that writes, if the file was opened for that, with statements of
  /// a person.
  package func running<Result: Sendable>(
    statements body: @Sendable (Statements) throws -> Result
  ) async throws -> Result {
    try await database.writing { connection in
      let collations = connection.unknownCollations
      // A write whose statements are not examined must not use the placeholders.
      defer { if !isReadOnly { collations?.remove() } }
      return try connection.withHandle { try body(Statements($0, collations)) }
    }
  }

  /// The collations of the schema that are not known here, and what is in the order of one.
  package func unknownCollations() async throws -> (
    names: [String], orders: [UnknownCollations.Order]
  ) {
    try await database.reading { connection in
      (connection.unknownCollations?.names ?? [], connection.unknownCollations?.orders ?? [])
    }
  }
}
