import ORM
import Testing

/// The code of the guide to schemas.
enum SchemasSamples {
  @Table
  struct Artist: Identifiable {
    var id: Int?
    var name: String
  }

  @Table
  struct Album: Identifiable {
    var id: Int?
    var title: String
    var lastPlayed: Double?
  }

  static func run(_ db: Database) async throws {
    try await db.execute(
      "CREATE TABLE album (id INTEGER PRIMARY KEY, title TEXT, notes TEXT) STRICT")
    let found = try await reading(db)
    let schema = try await comparing(db, found)
    try keeping(schema, found)
    #expect(
      schema.changes(from: found).map(\.description) == [
        "album: the NOT NULL of column title changes from none to NOT NULL",
        "album: column lastPlayed is added",
        "album: column notes is only in the database, and stays", "artist: the table is added",
      ])
    let page = try Document(Guide.page("Schemas")).lines
    for change in schema.changes(from: found) { #expect(page.contains(change.description)) }
  }

  static func reading(_ db: Database) async throws -> Schema {
    let found = try await db.schema()
    // SELECT type, name, tbl_name, sql FROM "main".sqlite_schema
    for table in found.tables {
      print(table.name, table.columns.map(\.name))
    }
    return found
  }

  static func comparing(_ db: Database, _ found: Schema) async throws -> Schema {
    let schema = Schema(of: Artist.self, Album.self)
    for change in schema.changes(from: found) { print(change) }

    do {
      try await db.verify(schema)
    } catch let error as SchemaMismatchError {
      print(error.changes.count, "changes are needed")
    }
    return schema
  }

  static func keeping(_ schema: Schema, _ found: Schema) throws {
    let json = try schema.json()
    let before = try Schema(json: json)
    print(schema.changes(from: before).isEmpty)
    #expect(before == schema)

    for statement in found.statements { print(statement) }

    print(found.swiftSource())
    #expect(found.swiftSource().contains("struct Album: Identifiable, Sendable {"))
  }
}
