import ORM
import Testing

@Table
struct Artist: Identifiable {
  let id: Int
  var name: String
}

/// What `work` runs, behind the statement that creates the table.
let insert = #"INSERT INTO "artist" ("name", "id") VALUES ($1, $2)"#
let find = #"SELECT "id", "name" FROM "artist" WHERE "id" = $1"#

/// A database with such hooks.
func database(_ hooks: StatementHook...) throws -> Database {
  var configuration = Configuration()
  configuration.statementHooks = hooks
  return try Database.inMemory(configuration: configuration)
}

/// Runs an insert, a find, and an insert that fails.
func work(_ hook: StatementHook) async throws {
  let db = try database(hook)
  try await db.create(Artist.self)
  try await db.insert(Artist(id: 1, name: "Sade"))
  #expect(try await db.find(Artist.self, 1)?.name == "Sade")
  await #expect(throws: DatabaseError.self) { try await db.insert(Artist(id: 1, name: "Sade")) }
}

/// Runs a statement that cancels its task, and would take a minute otherwise.
func cancelledWork(_ hook: StatementHook) async throws {
  let db = try database(hook)
  try db.add(
    DatabaseFunction("cancelling") { (number: Int) in
      withUnsafeCurrentTask { $0?.cancel() }
      return number
    })
  let task = Task {
    try await db.execute(
      """
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000000)
      SELECT sum(cancelling(i)) FROM n
      """)
  }
  await #expect(throws: CancellationError.self) { try await task.value }
}
