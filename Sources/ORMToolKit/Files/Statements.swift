import ORMCore
import ORMSQLite

/// Compiles a user's statements, on a database that may use collations that only its program has.
package struct Statements {
  let handle: OpaquePointer
  private let collations: UnknownCollations?

  init(_ handle: OpaquePointer, _ collations: UnknownCollations?) {
    self.handle = handle
    self.collations = collations
  }

  /// Compiles the next statement of a text.
  ///
  /// - Returns: nil if there is no further statement.
  /// - Throws: ``DatabaseError``, including if the statement searches or writes an index with an
  ///   unknown collation.
  func next(_ sql: [UInt8], at place: inout Int) throws -> DynamicStatement? {
    guard let collations else { return try DynamicStatement(next: sql, at: &place, on: handle) }
    return try collations.statement(next: sql, at: &place)
  }

  /// Compiles a text that has one statement.
  func only(_ sql: String) throws -> DynamicStatement {
    guard let collations else { return try DynamicStatement(sql, on: handle) }
    var place = 0
    guard let statement = try collations.statement(next: Array(sql.utf8), at: &place) else {
      throw DatabaseError(extendedCode: .misuse, message: "the SQL has no statement", sql: sql)
    }
    return statement
  }

  /// The note about unknown collations by which text was compared; nil if there were none.
  var note: String? {
    guard let names = collations?.used, !names.isEmpty else { return nil }
    return UnknownCollations.words(names) + ": text was compared by bytes"
  }
}

extension UnknownCollations {
  /// `orm does not have the collation unicase`
  static func words(_ names: [String]) -> String {
    names.count == 1
      ? "orm does not have the collation \(names[0])"
      : "orm does not have the collations \(names.joined(separator: ", "))"
  }

  /// The error of a statement that needs a collation, with a hint.
  func explaining(_ error: DatabaseError) -> DatabaseError {
    let start = "no such collation sequence: "
    guard error.hint == nil,
      names.contains(where: { error.message.isSameName(as: start + $0) })
    else { return error }
    var error = error
    error.hint = "only a program that defines the collation can write to indexes that use it"
    return error
  }
}

extension DatabaseFile {
  /// Runs `body` with statements of a user on the writer connection, if the file was opened for
  /// writing.
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

  /// The unknown collations of the schema, and the tables and indexes that are sorted by them.
  package func unknownCollations() async throws -> (
    names: [String], orders: [UnknownCollations.Order]
  ) {
    try await database.reading { connection in
      (connection.unknownCollations?.names ?? [], connection.unknownCollations?.orders ?? [])
    }
  }
}
