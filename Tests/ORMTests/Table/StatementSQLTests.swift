import Foundation
import ORM
import Testing

struct StatementSQLTests {
  /// The macro generates these texts as literals, from its own model of the table.
  @Test("The macro's SQL literals are equal to the SQL that the schema renders")
  func literals() {
    expectSameTexts(Song.self)
    expectSameTexts(Hall.self)
    expectSameTexts(Kept.self)
    expectSameTexts(Pair.self)
    expectSameTexts(OnlyKey.self)
    expectSameTexts(OddNames.self)
    expectSameInsert(Listen.self)
    expectSameInsert(Log.self)
    for sql in [
      Log.schema.updateSQL, Log.schema.upsertSQL, Log.schema.deleteSQL, Log.schema.findSQL,
    ] {
      #expect(sql == "")
    }
  }

  private func expectSameInsert<T: DatabaseTable>(_ table: T.Type) {
    #expect(T.selectSQL == T.schema.selectSQL)
    #expect(T.insertSQL == T.schema.insertSQL)
  }

  private func expectSameTexts<T: KeyedTable>(_ table: T.Type) {
    expectSameInsert(table)
    #expect(T.updateSQL == T.schema.updateSQL)
    #expect(T.upsertSQL == T.schema.upsertSQL)
    #expect(T.deleteSQL == T.schema.deleteSQL)
    #expect(T.findSQL == T.schema.findSQL)
    #expect(T.primaryKeyColumns == T.schema.primaryKey)
  }

  @Test("A statement of some columns numbers its parameters from $1")
  func subsets() {
    let schema = Kept.schema
    #expect(schema.writableColumns == ["a", "b", "c", "id"])
    #expect(
      schema.insertSQL(omitting: [2, 4])
        == #"INSERT INTO "kept" ("a", "c") VALUES ($1, $2)"#)
    #expect(schema.insertSQL(omitting: [1, 2, 3, 4]) == #"INSERT INTO "kept" DEFAULT VALUES"#)
    #expect(
      schema.insertSQL(rows: 2)
        == #"INSERT INTO "kept" ("a", "b", "c", "id") VALUES (?, ?, ?, ?), (?, ?, ?, ?)"#)
    #expect(
      schema.updateSQL(columns: ["c", "id"])
        == #"UPDATE "kept" SET "c" = $1, "id" = $2 WHERE "id" = $3"#)
    #expect(schema.updateSQL(columns: []) == "")
    #expect(
      schema.updateSQL(omitting: [2]) == #"UPDATE "kept" SET "a" = $1, "c" = $2 WHERE "id" = $3"#)
    #expect(
      schema.upsertSQL(omitting: [1, 2], unloaded: [2])
        == #"INSERT INTO "kept" ("c", "id") VALUES ($1, $2) "#
        + #"ON CONFLICT ("id") DO UPDATE SET "a" = NULL, "c" = excluded."c""#)
    #expect(
      schema.upsertSQL(omitting: [], unloaded: [1, 2, 3])
        == #"INSERT INTO "kept" ("id") VALUES ($1) ON CONFLICT ("id") DO NOTHING"#)
    #expect(schema.returningClause == #" RETURNING "id", "a", "b", "filled", "length""#)
  }
}

/// A table with every kind of column that some statements omit.
@Table
private struct Kept {
  let id: Int
  var a: String?
  var b: Int?
  @Column(readOnly: true) var filled: Int?
  @Column(generated: .stored("length(a)")) var length: Int?
  @Column(lazy: true) var c: Lazy<Data>
}

@Table("Order Details", naming: .screamingSnakeCase, withoutRowID: true)
private struct Pair {
  var unitPrice: Double
  @Column(primaryKey: true) var productID: Int
  @Column(primaryKey: true) var orderID: Int
}

@Table
private struct OnlyKey {
  let id: String
}

@Table(#"say "hi""#)
private struct OddNames {
  @Column("group", primaryKey: true) var key: Int?
  @Column(#"a "b""#) var order: Int
}

@Table
private struct Log {
  @Column(generated: .virtual("1")) var only: Int = 1
  var text: String
}
