import Foundation
import ORM
import Testing

extension CookbookSamples {
  @Table
  struct Note: Identifiable {
    let id: Int
    var text: String
    @Column(default: .database("CURRENT_TIMESTAMP"), as: DateTimeText.self) var created: Date?
    @Column(default: .database("CURRENT_TIMESTAMP"), as: DateTimeText.self) var updated: Date?
    var deleted: Date?

    static let triggers = [
      Trigger("note_updated", after: .update(Note.self, of: \.text)) { _, new in
        "UPDATE note SET updated = CURRENT_TIMESTAMP WHERE id = \(new.id)"
      }
    ]
  }

  @Selection
  struct LivingNote: DatabaseView {
    let id: Int
    let text: String

    static var definition: some SelectStatement<LivingNote> {
      Note.where { $0.deleted == nil }.select { LivingNote.select(id: $0.id, text: $0.text) }
    }

    static let triggers = [
      Trigger("livingNote_delete", insteadOf: .delete(LivingNote.self)) { old in
        "UPDATE note SET deleted = unixepoch() WHERE id = \(old.id)"
      }
    ]
  }

  @Table
  struct OrderLine {
    @Column(primaryKey: true) var orderID: Int
    @Column(primaryKey: true) var position: Int
    var product: String
    @Column(check: "count > 0") var count: Int
    @Column(check: "price >= 0") var price: Int
    @Column(generated: .stored("count * price")) var total: Int?
  }

  @Table
  struct Shelf {
    var id: Int?
    var name: String
    var room: String?
  }

  @Table
  struct Loan: Identifiable {
    let id: Int
    var bookID: Int
    var returned: Date?

    #Index<Loan>(\.bookID, unique: true, where: "returned IS NULL")
  }

  static let schema: [Recipe] = [
    Recipe("Record when a row was created and updated") { db in
      try await db.create(Note.self)
      var note = try await db.insert(Note.Draft(text: "milk"))
      // INSERT INTO "note" ("text", "deleted") VALUES ($1, $2)
      // SELECT … FROM "note" WHERE rowid = $1
      note.text = "milk and bread"
      try await db.update(note)

      #expect(note.created != nil && note.updated != nil)
    },
    Recipe("Soft-delete rows") { db in
      try await db.create(Note.self, LivingNote.self)
      let note = try await db.insert(Note.Draft(text: "milk"))
      try await db.execute("DELETE FROM livingNote WHERE id = \(note.id)")
      // DELETE FROM livingNote WHERE id = $1
      let living = try await db.fetch(LivingNote.order { $0.text })
      // SELECT "id", "text" FROM "livingNote" ORDER BY "text"
      let all = try await db.count(Note.self)

      #expect(living.isEmpty && all == 1)
    },
    Recipe("Use a composite key") { db in
      try await db.create(OrderLine.self)
      try await db.insert(OrderLine(orderID: 1, position: 1, product: "nut", count: 3, price: 5))
      let line = try await db.find(OrderLine.self, (1, 1))
      // SELECT … FROM "orderLine" WHERE "orderID" = $1 AND "position" = $2

      #expect(line?.product == "nut")
    },
    Recipe("Use a generated column") { db in
      try await db.create(OrderLine.self)
      let line = try await db.insert(
        OrderLine(orderID: 1, position: 1, product: "nut", count: 3, price: 5))
      print(line.total ?? 0)
      // INSERT INTO "orderLine" ("product", "count", "price", "orderID", "position")
      //   VALUES ($1, $2, $3, $4, $5)
      // SELECT … FROM "orderLine" WHERE rowid = $1

      #expect(line.total == 15)
    },
    Recipe("Reject invalid values") { db in
      try await db.create(OrderLine.self)
      do {
        try await db.insert(OrderLine(orderID: 1, position: 1, product: "nut", count: 0, price: 5))
      } catch let error as DatabaseError where error.violation?.kind == .check {
        print(error.message)
      }

      // INSERT INTO "orderLine" …
      #expect(try await db.count(OrderLine.self) == 0)
    },
    Recipe("Make values unique among some of the rows") { db in
      try await db.create(Loan.self)
      // CREATE UNIQUE INDEX … ON "loan" ("bookID") WHERE returned IS NULL
      try await db.insert([
        Loan(id: 1, bookID: 7, returned: .now), Loan(id: 2, bookID: 7, returned: nil),
      ])
      await #expect(throws: DatabaseError.self) {
        try await db.insert(Loan(id: 3, bookID: 7, returned: nil))
      }

      #expect(try await db.count(Loan.self) == 2)
    },
    Recipe("Add a column to an existing table") { db in
      try await db.execute(
        "CREATE TABLE shelf (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT")
      try await db.execute("INSERT INTO shelf VALUES (1, 'poetry')")
      try await db.migrate(to: Schema(of: Shelf.self))
      // ALTER TABLE main."shelf" ADD COLUMN "room" TEXT
      let shelf = try #require(try await db.fetch(Shelf.self).first)
      #expect(shelf.name == "poetry" && shelf.room == nil)
    },
  ]
}
