import ORMCore
import ORMSchema

/// The schema that a script of SQL makes.
package enum SchemaScript {
  /// Runs the statements of a script that create, change or drop something, in a database in
  /// memory, and reads what is there then. Rows that it inserts and what it sets are left out.
  ///
  /// - Throws: ``DatabaseError`` with the statement that can't be run.
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
