import Foundation
import ORM
import ORMXML
import Testing

/// The code of the guide to schemas as XML.
enum XMLSchemasSamples {
  static func run(_ db: Database) async throws {
    let page = try Document(Guide.page("XMLSchemas")).lines
    let folder = try TemporaryFolder()
    let url = URL(filePath: folder.file("schema.xml"))
    let start = try #require(page.firstIndex(of: "```xml"))
    let example = page[(start + 1)...].prefix { $0 != "```" }.joined(separator: "\n")
    try Data(example.utf8).write(to: url)

    try await db.execute(
      "CREATE TABLE things (object_id INTEGER PRIMARY KEY, name VARCHAR DEFAULT 'None')")
    try await db.execute("INSERT INTO things (name) VALUES ('Lamp')")
    try await db.execute("CREATE TABLE drafts (a)")
    let schema = try reading(url)
    let found = try await migrating(db, schema)
    #expect(found.tables.map(\.name) == ["objects"])
    #expect(try await db.fetch(String.self, sql: "SELECT title FROM objects") == ["Lamp"])
    try writing(found)
    structs(schema)
    for line in schema.swiftSource().split(separator: "\n").prefix(13).dropFirst(2) {
      #expect(page.contains(String(line)))
    }

    let broken =
      "<database>\n<table name='t'>\n<column name='a' type='int' uniqe='1'/></table></database>"
    try refusing(broken)
    let error = try #require(throws: XMLSchemaError.self) { _ = try Schema(xml: broken) }
    #expect(page.contains("\(error.reason) \(error.line) \(error)"))
  }

  static func reading(_ url: URL) throws -> Schema {
    let schema = try Schema(xml: try Data(contentsOf: url))
    for table in schema.tables { print(table.name, table.columns.map(\.name)) }
    return schema
  }

  static func migrating(_ db: Database, _ schema: Schema) async throws -> Schema {
    try await db.migrate(to: schema, allowing: [.droppingTable("drafts")])
    let found = try await db.schema()
    // SELECT type, name, tbl_name, sql FROM "main".sqlite_schema
    print(schema.changes(from: found).isEmpty)
    #expect(schema.changes(from: found).isEmpty)
    return found
  }

  static func structs(_ schema: Schema) {
    print(schema.swiftSource())
  }

  static func refusing(_ text: String) throws {
    do {
      _ = try Schema(xml: text)
    } catch {
      print(error.reason, error.line, error)
    }
  }

  static func writing(_ found: Schema) throws {
    let xml = try found.xml()
    let same = try Schema(xml: xml)
    print(same == found)
    #expect(same == found)
  }
}
