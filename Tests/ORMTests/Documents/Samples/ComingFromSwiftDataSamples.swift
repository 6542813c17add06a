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
  struct Stop: Identifiable {
    let id: Int
    var city: String
    @Column(index: true, references: Trip.self, onDelete: .cascade) var tripID: Int
  }

  static func run(_ db: Database) async throws {
    try await db.create(Trip.self, Stop.self)
    let day = Date(timeIntervalSince1970: 0)
    let (from, to) = (day, day.addingTimeInterval(10))

    var trip = try await db.insert(
      Trip.Draft(name: "Oslo", start: day, weather: Weather(degrees: 3), photo: .loaded(Data([1]))))
    // INSERT INTO "trip" …
    try await db.insert([
      Stop.Draft(city: "Bergen", tripID: trip.id), Stop.Draft(city: "Voss", tripID: trip.id),
    ])

    trip.name = "Norway"
    try await db.update(trip)
    // UPDATE "trip" SET …

    let query = Trip.where { $0.start >= from && $0.start < to }.order { $0.name }
    let trips = try await db.fetch(query.limit(20))
    let count = try await db.count(Trip.where { $0.name.hasPrefix("N") })
    let stops = try await db.fetch(Stop.self, where: { $0.tripID == trip.id })
    let names = try await db.fetch(query.select { ($0.name, $0.start) })
    #expect(trips.map(\.name) == ["Norway"] && count == 1 && stops.count == 2 && names.count == 1)

    let lists = try await db.fetch(query.select { ($0, $0.stops.order { $0.city }) })
    for (trip, stops) in lists { print(trip.name, stops.map(\.city)) }
    let loaded = try await db.load(trips) { $0.stops }
    let busy = try await db.fetch(Trip.where { $0.stops.exists { $0.city == "Voss" } })
    let norwegian = try await db.fetch(Stop.where { $0.trip.name == "Norway" })
    #expect(lists.map { $0.1.map(\.city) } == [["Bergen", "Voss"]])
    #expect(loaded.map(\.1.count) == [2] && busy.map(\.id) == [trip.id] && norwegian.count == 2)

    let more = [Stop.Draft(city: "Odda", tripID: trip.id)]
    let change = try await db.sync(stops, adding: more, as: \.stops, of: trip)
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
      try tx.delete(Stop.self, where: { $0.city == "Voss" })
      try tx.execute("UPDATE stop SET city = upper(city)")
    }
    for try await stop in db.stream(Stop.all) { print(stop.city) }
    try await db.delete(trip)
    // DELETE FROM "trip" WHERE "id" = $1
    #expect(try await db.count(Stop.self) == 0)
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
private typealias Stop = ComingFromSwiftDataSamples.Stop

extension Trip.Columns {
  typealias Stop = ComingFromSwiftDataSamples.Stop
}

extension Stop.Columns {
  typealias Trip = ComingFromSwiftDataSamples.Trip
}

extension Stop.Columns {
  var trip: One<Trip> { one(tripID) }
}

extension Trip.Columns {
  var stops: Many<Stop> { many(\.trip) }
}
