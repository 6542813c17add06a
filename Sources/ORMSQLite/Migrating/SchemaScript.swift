import ORMCore
import ORMSchema

/// Reads the schema that an SQL script creates.
package enum SchemaScript {
  /// Runs the `CREATE`, `ALTER` and `DROP` statements of a script in an in-memory database, and
  /// returns the resulting schema. Statements that insert rows or change settings are skipped.
  ///
  /// - Throws: ``DatabaseError`` with the statement that fails.
  package static func schema(of sql: String) throws -> Schema {
    var configuration = Configuration()
    configuration.allowsUnknownCollations = true
    let sandbox = try SchemaSandbox(configuration, ExtensionRegistry())
    try sandbox.runDefinitions(sql)
    return try sandbox.schema()
  }
}

extension SchemaSandbox {
  fileprivate func runDefinitions(_ sql: String) throws {
    let bytes = Array(sql.utf8)
    var place = 0
    while place < bytes.count {
      let start = place
      guard let statement = try DynamicStatement(next: bytes, at: &place, on: handle) else {
        return
      }
      let sql = String(decoding: bytes[start..<place], as: UTF8.self)
      if ["CREATE", "ALTER", "DROP"].contains(name: sql.firstKeyword) {
        _ = consume statement
        try run(sql)
      }
    }
  }
}
