import Foundation
import ORM
import Testing

/// The code of the guide for those who come from SwiftData.
enum ComingFromSwiftDataSamples {
  struct Weather: Codable, Equatable {
    var degrees: Int
  }

  @Table
  struct Trip: Identifiable {
    let id: Int
    @Column(unique: true) var name: String
    var start: Date
    @Column(as: JSON.self) var weather: Weather?
    @Column(lazy: true) var photo: Lazy<Data>
    @Ignored var isSelected = false

    #Index<Trip>(\.start, \.name)
  }

  @Table
  struct Stay: Identifiable {
    let id: Int
    var city: String
    @Column(index: true, references: Trip.self, onDelete: .cascade) var tripID: Int
  }

  static func run(_ db: Database) async throws {
    try await db.create(Trip.self, Stay.self)
    let day = Date(timeIntervalSince1970: 0)
    let (from, to) = (day, day.addingTimeInterval(10))

    var trip = try await db.insert(
      Trip.Draft(name: "Oslo", start: day, weather: Weather(degrees: 3), photo: .loaded(Data([1]))))
    // INSERT INTO "trip" …
    try await db.insert([
      Stay.Draft(city: "Bergen", tripID: trip.id), Stay.Draft(city: "Voss", tripID: trip.id),
    ])

    trip.name = "Norway"
    try await db.update(trip)
    // UPDATE "trip" SET …

    let query = Trip.where { $0.start >= from && $0.start < to }.order { $0.name }
    let trips = try await db.fetch(query.limit(20))
    let count = try await db.count(Trip.where { $0.name.hasPrefix("N") })
    let stays = try await db.fetch(Stay.self, where: { $0.tripID == trip.id })
    let names = try await db.fetch(query.select { ($0.name, $0.start) })
    #expect(trips.map(\.name) == ["Norway"] && count == 1 && stays.count == 2 && names.count == 1)

    let lists = try await db.fetch(query.select { ($0, $0.stays.order { $0.city }) })
    for (trip, stays) in lists { print(trip.name, stays.map(\.city)) }
    let loaded = try await db.load(trips) { $0.stays }
    let busy = try await db.fetch(Trip.where { $0.stays.exists { $0.city == "Voss" } })
    let norwegian = try await db.fetch(Stay.where { $0.trip.name == "Norway" })
    #expect(lists.map { $0.1.map(\.city) } == [["Bergen", "Voss"]])
    #expect(loaded.map(\.1.count) == [2] && busy.map(\.id) == [trip.id] && norwegian.count == 2)

    let more = [Stay.Draft(city: "Odda", tripID: trip.id)]
    let change = try await db.sync(stays, adding: more, as: \.stays, of: trip)
    #expect(change.inserted == 1 && change.deleted == 0)

    for try await trips in db.observe(Trip.order { $0.start }) {
      print(trips.map(\.name))
      break
    }
    let photo = try await db.load(\.photo, of: trip)
    #expect(photo == Data([1]))

    let upsert = Trip.insert(Trip.Draft(name: "Norway", start: to, photo: .loaded(Data())))
      .onConflict { $0.name }
      .doUpdate { $0.start = $1.start }
    try await db.run(upsert)
    // INSERT INTO "trip" … ON CONFLICT ("name") DO UPDATE SET "start" = "excluded"."start"
    #expect(try await db.count(Trip.self) == 1)

    try await db.transaction { tx in
      try tx.delete(Stay.self, where: { $0.city == "Voss" })
      try tx.execute("UPDATE stay SET city = upper(city)")
    }
    for try await stay in db.stream(Stay.all) { print(stay.city) }
    try await db.delete(trip)
    // DELETE FROM "trip" WHERE "id" = $1
    #expect(try await db.count(Stay.self) == 0)
  }

  static func open() throws -> [Database] {
    [
      try Database.open(named: "trips.sqlite", program: "org.example.trips"),
      try Database.inMemory(),
    ]
  }
}

// With these, the extensions read as in the guide. Other tests have tables of the same names.
private typealias Trip = ComingFromSwiftDataSamples.Trip
private typealias Stay = ComingFromSwiftDataSamples.Stay

extension Trip.Columns {
  typealias Stay = ComingFromSwiftDataSamples.Stay
}

extension Stay.Columns {
  typealias Trip = ComingFromSwiftDataSamples.Trip
}

extension Stay.Columns {
  var trip: ToOne<Trip> { toOne(tripID) }
}

extension Trip.Columns {
  var stays: ToMany<Stay> { toMany(\.trip) }
}
