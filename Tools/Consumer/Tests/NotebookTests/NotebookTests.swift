import Notebook
import ORM
import ORMTesting
import Testing

// What a user's tests do first.
@Suite("Notes", .database(Note.self) { try await $0.insert(Note.Draft(title: "call")) })
struct NoteTests {
  @Test("each argument has a database of its own", arguments: ["write", "read"])
  func isItsOwn(title: String) async throws {
    let db = try Database.current
    try await db.insert(Note.Draft(title: title))
    let titles = Note.order { $0.id }.select { $0.title }
    try await expectQuery(
      titles, sql: #"SELECT "title" FROM "notes" ORDER BY "id""#, rows: ["call", title])
  }
}
