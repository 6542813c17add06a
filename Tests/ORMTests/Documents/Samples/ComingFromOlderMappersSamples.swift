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
    var contact = try await db.insertOrUpdate(Contact(id: 0, fullname: "Sade"))
    contact = try contact.updated(from: Row(["amount": 2.5]))
    try await db.insertOrUpdate(contact)
    // UPDATE "Contact" SET "fullname" = $1, "amount" = $2, "visits" = $3 WHERE "contactId" = $4
    print(try Row(contact).dictionary)
    #expect(try await db.refresh(contact).amount == 2.5 && contact.id == 3)
    Database.share(db, as: "contacts.sqlite")
    let same = try Database.shared(named: "contacts.sqlite")
    #expect(same === db)
    Database.share(nil, as: "contacts.sqlite")
  }
}
