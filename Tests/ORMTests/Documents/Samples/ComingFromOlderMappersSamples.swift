import ORM
import Testing

/// The code of the guide for those who come from mappers of Objective-C.
enum ComingFromOlderMappersSamples {
  @Table("Contact", strict: false)
  struct Contact {
    @Column("contactId", primaryKey: true) var id: Int?
    var fullname: String?
    var amount: Double?
    @Column(nullAsDefault: true) var visits: Int = 0
    @Column(queryOnly: true) var rank = 0
  }

  static func run(_ db: Database) async throws {
    try await db.create(Contact.self)
    try await db.insert([Contact(fullname: "a", amount: 5), Contact(fullname: "b", amount: 2)])
    let contacts = try await db.fetch(
      Contact.self, sql: "SELECT *, rank() OVER (ORDER BY amount) AS rank FROM Contact")
    // SELECT *, rank() OVER (ORDER BY amount) AS rank FROM Contact
    #expect(contacts.map(\.rank).sorted() == [1, 2])
    var contact = try await db.saveByPositiveKey(Contact(id: 0, fullname: "Sade"))
    contact = try contact.updated(from: Row(["amount": 2.5]))
    try await db.saveByPositiveKey(contact)
    // UPDATE "Contact" SET "fullname" = $1, "amount" = $2, "visits" = $3 WHERE "contactId" = $4
    print(try Row(contact).dictionary)
    #expect(try await db.refresh(contact).amount == 2.5 && contact.id == 3)
    Database.share(db, as: "contacts.sqlite")
    let same = try Database.shared(named: "contacts.sqlite")
    #expect(same === db)
    Database.share(nil, as: "contacts.sqlite")
    try await whatWasToCome(db)
  }

  private static func whatWasToCome(_ db: Database) async throws {
    let first = try await db.find(Contact.self, 1)
    let sorted = Contact.order { $0.fullname }
    let names = try await db.fetch(sorted.select { ($0.fullname, $0.amount) })
    // SELECT "fullname", "amount" FROM "Contact" ORDER BY "fullname"
    let steps = MigrationList {
      MigrationStep("2026-11 trim names", sql: "UPDATE Contact SET fullname = trim(fullname)")
    }
    try await db.migrate(to: Schema(of: Contact.self), steps: steps)
    print(try await db.schema().swiftSource())
    #expect(first?.fullname == "a" && names.map(\.0) == ["Sade", "a", "b"])
  }
}
