import Foundation
import ORM
import Testing

@Table
private struct Shelf: Sendable, Equatable {
  let id: Int
  @Column(unique: true) var title: String
  @Column(check: #"length("place") > 0"#) var place: String? = nil
}

@Table
private struct Book: Sendable {
  let id: Int
  @Column(references: Shelf.self) var shelfID: Int
}

@Suite("Kinds of database errors")
struct ErrorKindTests {
  let db: Database

  init() async throws {
    db = try Database.inMemory()
    try await db.create(Shelf.self, Book.self)
    try await db.insert(Shelf(id: 1, title: "a"))
  }

  func kind(_ body: (Database) async throws -> Void) async throws -> DatabaseError.Kind {
    let error = await #expect(throws: DatabaseError.self) { try await body(db) }
    return try #require(error).kind
  }

  @Test("A violated constraint has the kind of the constraint")
  func constraints() async throws {
    #expect(try await kind { try await $0.insert(Shelf(id: 2, title: "a")) } == .unique)
    #expect(try await kind { try await $0.insert(Shelf(id: 1, title: "b")) } == .unique)
    #expect(try await kind { try await $0.insert(Shelf(id: 2, title: "b", place: "")) } == .check)
    #expect(try await kind { try await $0.insert(Book(id: 1, shelfID: 9)) } == .foreignKey)
    #expect(
      try await kind { try await $0.execute("UPDATE shelf SET title = NULL") } == .notNull)
    #expect(
      try await kind { try await $0.execute("UPDATE shelf SET title = x'00'") } == .constraint)
  }

  @Test("A failure without a constraint has the kind of its code")
  func otherFailures() async throws {
    #expect(try await kind { try await $0.execute("DELETE FROM nowhere") } == .statement)
    #expect(
      try await kind { try await $0.read { try $0.insert(Shelf(id: 2, title: "b")) } } == .readOnly)
    let closed = try Database.inMemory()
    try await closed.close()
    #expect(try await kind { _ in try await closed.create(Shelf.self) } == .closed)
    for (code, kind) in [
      (ResultCode.busy, DatabaseError.Kind.locked), (.locked, .locked), (.full, .full),
      (.interrupted, .interrupted), (.corrupt, .corrupt), (.notADatabase, .corrupt),
      (.cannotOpen, .cannotOpen), (.tooBig, .tooBig), (.outOfMemory, .outOfMemory),
      (.inputOutput, .inputOutput), (.permission, .permission), (.authorization, .permission),
      (.schemaChanged, .schemaChanged), (.misuse, .misuse), (.deadlock, .misuse),
      (ResultCode(rawValue: 5 | 2 << 8), .serializationFailure),
      (ResultCode(rawValue: 77), .other),
    ] {
      #expect(DatabaseError(extendedCode: code, message: "").kind == kind, "\(code.name)")
    }
  }

  @Test("An error of another engine has its own code, and the nearest code of SQLite")
  func otherEngine() {
    let error = DatabaseError(
      kind: .unique, code: "23505", message: "duplicate key", sql: "INSERT")
    #expect(error.kind == .unique)
    #expect("\(error.kind)" == "unique")
    #expect(error.codeName == "23505")
    #expect(error.code == .constraint)
    #expect("\(error)" == "duplicate key [23505] in: INSERT")
    #expect(
      DatabaseError(kind: .connectionLost, code: "08006", message: "").kind == .connectionLost)
  }

  @Test("An error whose code of SQLite is set has the kind of that code")
  func changedCode() {
    var error = DatabaseError(kind: .unique, code: "23505", message: "")
    error.extendedCode = .busy
    #expect(error.kind == .locked)
    #expect(error.codeName == "SQLITE_BUSY")
  }
}
