import Foundation
import ORM
import Testing

@Suite("Structs of columns in a table")
struct EmbeddedTests {
  let db: Database
  let home = Address(
    streetName: "Main", city: "Ely", place: Coordinates(latitude: 1, longitude: 2),
    since: Date(timeIntervalSinceReferenceDate: 0.123_456_789))

  init() async throws {
    db = try Database.inMemory()
    try await db.create(Customer.self, Writer.self)
  }

  @Test("the columns stand in the table, each behind its prefix")
  func names() {
    let names = Customer.schema.columns.map(\.name)
    #expect(
      names == [
        "id", "home_street_name", "home_CITY", "home_at_latitude", "home_at_longitude",
        "home_since", "work_street_name", "work_CITY", "work_at_latitude", "work_at_longitude",
        "work_since", "name",
      ])
    #expect(Customer.schema.columns.filter(\.isNullable).map(\.name).count == 6)
  }

  @Test("a value comes back as it was written, and nil where there was none")
  func roundTrip() async throws {
    let one = try await db.insert(Customer.Draft(home: home, work: nil, name: "Ada"))
    let two = try await db.insert(Customer.Draft(home: home, work: home, name: "Bea"))
    #expect(one.work == nil)
    #expect(two.work == two.home)
    #expect(try await db.fetch(Customer.self) == [one, two])
  }

  @Test("what a write returns is what a fetch gives, where all columns of a value are NULL")
  func allNull() async throws {
    let writer = try await db.insert(Writer(names: Names(first: nil, last: nil), born: 1815))
    #expect(writer.names == nil)
    #expect(try await db.fetch(Writer.self) == [writer])
    let other = try await db.insert(Writer(names: Names(first: nil, last: "King"), born: nil))
    #expect(other.names == Names(first: nil, last: "King"))
  }

  @Test("an update writes every column of it")
  func update() async throws {
    var customer = try await db.insert(Customer.Draft(home: home, work: nil, name: "Ada"))
    customer.home.place.longitude = 9
    customer.work = home
    try await db.update(customer)
    #expect(try await db.find(Customer.self, customer.id)?.home.place.longitude == 9)
    #expect(try await db.find(Customer.self, customer.id)?.work?.city == "Ely")
  }

  @Test("a predicate reaches the columns through the property")
  func predicate() async throws {
    let ada = try await db.insert(Customer.Draft(home: home, work: nil, name: "Ada"))
    let found = try await db.fetch(
      Customer.self, where: { $0.home.city == "Ely" && $0.home.place.latitude == 1.0 })
    #expect(found == [ada])
    #expect(Customer.columns.home.place.latitude.name == "home_at_latitude")
  }

  @Test("indexes are on the columns that the properties stand for")
  func indexes() {
    let indexes = Customer.schema.indexes.map(\.columns)
    #expect(indexes == [["home_CITY"], ["work_CITY"], ["name", "home_CITY"]])
  }
}

extension EmbeddedTests {
  @Embeddable
  struct Coordinates: Equatable {
    var latitude = 0.0
    var longitude = 0.0
  }

  @Embeddable(naming: .snakeCase)
  struct Address: Equatable {
    var streetName: String
    @Column("CITY", index: true) var city: String?
    @Embedded(prefix: "at_") var place: Coordinates
    var since: Date
  }

  @Table
  struct Customer: Identifiable, Equatable {
    let id: Int
    @Embedded(prefix: "home_") var home: Address
    @Embedded(prefix: "work_") var work: Address?
    var name: String
    #Index<Customer>(\.name, \.home.city, unique: true)
  }

  /// A struct all of whose columns may be NULL.
  @Embeddable
  struct Names: Equatable {
    var first: String?
    var last: String?
  }

  @Table
  struct Writer: Equatable {
    @Embedded var names: Names?
    var born: Int?
  }
}
