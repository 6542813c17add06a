import Foundation
import ORM
import Testing

@Suite("Embedded structs")
struct EmbeddedTests {
  let db: Database
  let home = Address(
    streetName: "Main", city: "Ely", place: Coordinates(latitude: 1, longitude: 2),
    since: Date(timeIntervalSinceReferenceDate: 0.123_456_789))

  init() async throws {
    db = try Database.inMemory()
    try await db.create(Customer.self, Writer.self)
  }

  @Test("The columns of an embedded struct are named with its prefix")
  func names() {
    let names = Customer.schema.columns.map(\.name)
    #expect(
      names == [
        "id", "home_street_name", "home_CITY", "home_at_latitude", "home_at_longitude",
        "home_since", "work_street_name", "work_CITY", "work_at_latitude", "work_at_longitude",
        "work_since", "name",
      ])
    let nullable = Customer.schema.columns.filter(\.isNullable)
    #expect(nullable.count == 6)
  }

  @Test("An embedded struct is fetched as it was written, and nil as nil")
  func roundTrip() async throws {
    let one = try await db.insert(Customer.Draft(home: home, work: nil, name: "Ada"))
    let two = try await db.insert(Customer.Draft(home: home, work: home, name: "Bea"))
    #expect(one.work == nil)
    #expect(two.work == two.home)
    #expect(try await db.fetch(Customer.self) == [one, two])
  }

  @Test("A write returns a nil struct if all of its columns are NULL, as a fetch does")
  func allNull() async throws {
    let writer = try await db.insert(Writer(names: Names(first: nil, last: nil), born: 1815))
    #expect(writer.names == nil)
    #expect(try await db.fetch(Writer.self) == [writer])
    let other = try await db.insert(Writer(names: Names(first: nil, last: "King"), born: nil))
    #expect(other.names == Names(first: nil, last: "King"))
  }

  @Test("An update writes the columns of embedded structs")
  func update() async throws {
    var customer = try await db.insert(Customer.Draft(home: home, work: nil, name: "Ada"))
    customer.home.place.longitude = 9
    customer.work = home
    try await db.update(customer)
    #expect(try await db.find(Customer.self, customer.id)?.home.place.longitude == 9)
    #expect(try await db.find(Customer.self, customer.id)?.work?.city == "Ely")
  }

  @Test("A condition can use the columns of an embedded struct")
  func predicate() async throws {
    let ada = try await db.insert(Customer.Draft(home: home, work: nil, name: "Ada"))
    let found = try await db.fetch(
      Customer.self, where: { $0.home.city == "Ely" && $0.home.place.latitude == 1.0 })
    #expect(found == [ada])
    #expect(Customer.columns.home.place.latitude.name == "home_at_latitude")
  }

  @Test("A column of an optional embedded struct can be compared with nil and with a value")
  func optionalColumns() async throws {
    let none = try await db.insert(Customer.Draft(home: home, work: nil, name: "Ada"))
    let some = try await db.insert(Customer.Draft(home: home, work: home, name: "Bea"))
    try await expect(Customer.where { $0.work.since == nil }, #""work_since" IS NULL"#, [none])
    try await expect(Customer.where { $0.work.city == nil }, #""work_CITY" IS NULL"#, [none])
    try await expect(Customer.where { $0.work.city == "Ely" }, #""work_CITY" IS $1"#, [some])
    try await expect(
      Customer.where { $0.work.streetName != "Main" }, #""work_street_name" IS NOT $1"#, [none])
    try await expect(
      Customer.where { $0.work.place.latitude > 0 && $0.home.place.latitude < 2 },
      #""work_at_latitude" > $1 AND "home_at_latitude" < $2"#, [some])
    try await expect(
      Customer.order { $0.work.place.longitude }, nil, [none, some])
    try await db.update(none, columns: \.work.city, \.home.city)
  }

  @Test("A condition can compare an optional embedded struct with nil")
  func optionalGroup() async throws {
    let none = try await db.insert(Writer(names: nil, born: 1815))
    let some = try await db.insert(Writer(names: Names(first: nil, last: "King"), born: nil))
    try await expect(
      Writer.where { $0.names == nil }, #""first" IS NULL AND "last" IS NULL"#, [none])
    try await expect(
      Writer.where { $0.names != nil }, #""first" IS NOT NULL OR "last" IS NOT NULL"#, [some])
    try await expect(
      Writer.where { !($0.names == nil) && $0.born == nil },
      #"NOT ("first" IS NULL AND "last" IS NULL) AND "born" IS NULL"#, [some])
    try await expect(
      Writer.where { $0.names != nil && $0.born == nil },
      #"("first" IS NOT NULL OR "last" IS NOT NULL) AND "born" IS NULL"#, [some])
    let customer = try await db.insert(Customer.Draft(home: home, work: nil, name: "Ada"))
    try await expect(
      Customer.where { $0.work.place == nil },
      #""work_at_latitude" IS NULL AND "work_at_longitude" IS NULL"#, [customer])
  }

  @Test("The columns of an embedded struct are optional on the right side of a left join")
  func outerColumns() async throws {
    let query = Writer.leftJoin(Customer.self) { $0.born == $1.id }
      .where { _, customer in customer.home.city == nil && customer.work == nil }
      .select { writer, customer in (writer.born, customer.home.place.latitude) }
    let sql = try query.statement().sql
    let conditions =
      #""customer"."home_CITY" IS NULL AND "customer"."work_street_name" IS NULL"#
      + #" AND "customer"."work_CITY" IS NULL AND "customer"."work_at_latitude" IS NULL"#
      + #" AND "customer"."work_at_longitude" IS NULL AND "customer"."work_since" IS NULL"#
    #expect(sql.hasSuffix(" WHERE \(conditions)"))
    try await db.insert(Writer(names: nil, born: 1815))
    let rows = try await db.fetch(query)
    let row = try #require(rows.first)
    #expect(rows.count == 1)
    #expect(row == (1815, nil))
  }

  @Test("An insert can set columns of an optional embedded struct")
  func optionalAssignment() async throws {
    let writer = try await db.insert(Writer.self) {
      $0.names.last = "King"
      $0.born = 1815
    }
    #expect(writer == Writer(names: Names(first: nil, last: "King"), born: 1815))
  }

  /// Expects this condition after `WHERE` in a query's SQL, and these rows as its result.
  private func expect<T: DatabaseTable & Equatable>(
    _ query: Select<T>, _ condition: String?, _ rows: [T],
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    if let condition {
      let sql = try query.statement().sql
      #expect(sql == "\(T.selectSQL) WHERE \(condition)", sourceLocation: sourceLocation)
    }
    #expect(try await db.fetch(query) == rows, sourceLocation: sourceLocation)
  }

  @Test("An index on properties of embedded structs has their columns")
  func indexes() {
    let indexes = Customer.schema.indexes.map(\.columns)
    let expected: [[String]] = [
      ["home_CITY"], ["work_CITY"], ["name", "home_CITY"], ["work_CITY", "work_at_latitude"],
    ]
    #expect(indexes == expected)
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
    #Index<Customer>(\.work?.city, \.work?.place.latitude)
  }

  /// A struct whose columns are all nullable.
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
