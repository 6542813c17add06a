import ORM
import Testing

@Table("memo")
private struct Memo: FullTextTable {
  var text: String
}

@Selection
private struct MemoLength: DatabaseView {
  let length: Int

  static var definition: some SelectStatement<MemoLength> {
    Memo.where { $0.text != "it's" }.select { MemoLength.select(length: $0.text.length()) }
  }

  static let triggers = [
    Trigger("memoLength_delete", insteadOf: .delete(MemoLength.self)) { _ in "DELETE FROM memo" }
  ]
}

@Suite("createSQL of views and virtual tables")
struct CreateSQLOfModulesTests {
  @Test("createSQL contains the SQL of the view, the virtual table and their triggers")
  func text() throws {
    #expect(try Memo.createSQL == #"CREATE VIRTUAL TABLE "memo" USING fts5("text");"#)
    #expect(
      try MemoLength.createSQL == """
        CREATE VIEW "memoLength" ("length") AS SELECT length("memo"."text") AS "length" FROM "memo" \
        WHERE "memo"."text" <> 'it''s';
        CREATE TRIGGER "memoLength_delete" INSTEAD OF DELETE ON "memoLength" BEGIN DELETE FROM memo; END;
        """)
    #expect(try ArticleText.createSQL.split(separator: "\n").count == 4)
  }

  @Test("createSQL is a script that creates the objects")
  func script() async throws {
    let db = try Database.inMemory()
    try await db.create(SearchedArticle.self)
    try await db.execute(
      script: "\(raw: Memo.createSQL + MemoLength.createSQL + ArticleText.createSQL)")
    try await db.insert(SearchedArticle(id: 1, title: "Swift", body: ""))
    #expect(try await db.count(SearchedArticle.search(ArticleText.self, "swift")) == 1)
    try await db.insert(Memo(text: "four"))
    #expect(try await db.fetch(MemoLength.self).map(\.length) == [4])
    try await db.execute("DELETE FROM memoLength")
    #expect(try await db.count(Memo.self) == 0)
  }
}
