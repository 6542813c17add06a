@testable import ORMCore

/// The key of a statement, with the arguments that a connection binds to the statement.
struct KeyedArguments {
  let key: StatementKey
  let arguments: [SQLValue]

  /// Nil if `write` finds no key.
  init?(_ write: (inout StatementKeyWriter) -> Bool) {
    var writer = StatementKeyWriter()
    guard write(&writer) else { return nil }
    key = writer.key
    arguments = Array(writer.arguments)
  }

  /// Nil if the query has no key.
  init?(_ query: SelectNode, asking question: QueryQuestion = .rows) {
    self.init { $0.write(query, asking: question) }
  }

  /// Nil if the write has no key.
  init?<T: DatabaseTable>(_ write: WriteNode, of table: T.Type) {
    guard let rows = write.rows else { return nil }
    self.init { $0.write(rows, of: ObjectIdentifier(table)) }
  }
}
