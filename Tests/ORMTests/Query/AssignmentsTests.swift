import Foundation
import ORM
import Testing

@Embeddable
struct Place: Hashable {
  var street: String?
  var city: String
}

@Table
struct Hall: Hashable {
  let id: Int
  var name: String
  var seats: Int = 100
  var opened: Date?
  @Column(as: JSON.self) var tags: [String] = []
  @Embedded(prefix: "at_") var place: Place
  @Column(generated: .virtual("seats * 2")) var feet: Int = 0
}

struct AssignmentsTests {
  private let returning =
    #" RETURNING "id", "name", "seats", "opened", "tags", "at_street", "at_city", "feet""#

  @Test("An insert lists its columns in the order in which they were set")
  func order() async throws {
    let assignments = Assignments<Hall> {
      $0.name = "Blue Note"
      $0.tags = ["jazz"]
      $0.opened = nil
      $0.place.city = "New York"
    }
    #expect(
      try assignments.insertStatement()
        == Statement(
          sql: #"INSERT INTO "hall" ("name", "tags", "opened", "at_city") VALUES ($1, $2, $3, $4)"#
            + returning,
          arguments: ["Blue Note", #"["jazz"]"#, nil, "New York"]))
    let database = try Database.inMemory()
    try await database.create(Hall.self)
    let venue = try await database.insert(Hall.self) {
      $0.name = "Blue Note"
      $0.place.city = "New York"
    }
    #expect(
      venue
        == Hall(
          id: 1, name: "Blue Note", seats: 100, opened: nil, tags: [],
          place: Place(street: nil, city: "New York"), feet: 200))
  }

  @Test("A column that an insert sets twice has its last value")
  func twice() throws {
    let assignments = Assignments<Hall> {
      $0.name = "A"
      $0.seats = 1
      $0.name = "B"
    }
    #expect(
      try assignments.insertStatement()
        == Statement(
          sql: #"INSERT INTO "hall" ("name", "seats") VALUES ($1, $2)"# + returning,
          arguments: ["B", 1]))
  }

  @Test("An insert can set columns, including those of an embedded struct, to expressions")
  func expressions() async throws {
    let database = try Database.inMemory()
    try await database.create(Hall.self)
    let hall = try await database.insert(Hall.self) {
      $0.name = SQLFunction.char("A")
      $0.place.city = SQLFunction.char("E", "l", "y")
      $0.place.street = SQLFunction.char("B")
    }
    #expect(hall.name == "A" && hall.place == Place(street: "B", city: "Ely"))
  }

  @Test("An insert that sets no column is rendered as DEFAULT VALUES")
  func nothing() throws {
    #expect(
      try Assignments<Hall>().insertStatement()
        == Statement(sql: #"INSERT INTO "hall" DEFAULT VALUES"# + returning))
  }

  @Test("An insert throws, with the column's name, if a value can't be stored")
  func unencodable() {
    let assignments = Assignments<Song> {
      $0.title = "x"
      $0.rating = .nan
    }
    #expect(
      throws: ValueEncodingError(
        table: "song", column: "rating", type: "Double", reason: .notANumber)
    ) { try assignments.insertStatement() }
  }
}
