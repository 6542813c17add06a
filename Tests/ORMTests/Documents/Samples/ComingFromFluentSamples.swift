import Foundation
import ORM
import Testing

/// The code of the guide for those who come from Fluent.
enum ComingFromFluentSamples {
  enum Kind: String, ColumnValue { case rocky, gas }

  @Embeddable
  struct Orbit {
    var days: Int
    var isEccentric = false
  }

  @Table("stars", naming: .snakeCase)
  struct Star {
    let id: UUID
    var name: String
  }

  @Table("planets", naming: .snakeCase)
  struct Planet {
    let id: UUID
    var name: String
    var kind: Kind
    @Column("number_of_moons") var moons: Int?
    @Embedded(prefix: "orbit_") var orbit: Orbit
    @Column(index: true, references: Star.self, onDelete: .cascade) var starID: UUID
    @Column(default: .database("CURRENT_TIMESTAMP"), as: DateTimeText.self) var createdAt: Date?
  }

  @Table("tags", naming: .snakeCase)
  struct Tag {
    let id: Int
    @Column(unique: true) var name: String
  }

  @Table("planet_tag", naming: .snakeCase, withoutRowID: true)
  struct PlanetTag {
    @Column(primaryKey: true, references: Planet.self, onDelete: .cascade) var planetID: UUID
    @Column(primaryKey: true, references: Tag.self, onDelete: .cascade) var tagID: Int
  }

  static func run(_ db: Database) async throws {
    try await db.create(Star.self, Planet.self, Tag.self, PlanetTag.self)
    let star = try await db.insert(Star(id: UUID(), name: "Sun"))
    let orbit = Orbit(days: 365)
    var planet = Planet(
      id: UUID(), name: "Earth", kind: .rocky, moons: 1, orbit: orbit, starID: star.id)
    planet = try await db.insert(planet)
    // INSERT INTO "planets" …
    let same = try await db.find(Planet.self, planet.id)
    #expect(same?.name == "Earth")
    planet.moons = 2
    try await db.update(planet)
    try await db.save(planet)
    try await queries(db, star)
    try await related(db, planet)
    do {
      try await db.insert(Tag(id: 2, name: "warm"))
    } catch let error as DatabaseError where error.violation?.kind == .unique {
      print(error.violation?.columns ?? [])
    }
    try await db.run(Planet.where { $0.kind == .gas }.update { $0.moons = nil })
    // UPDATE "planets" SET "number_of_moons" = $1 WHERE "kind" = $2
    try await db.delete(Planet.self, where: { $0.name == "Pluto" })
    try await db.delete(planet)
  }

  private static func queries(_ db: Database, _ star: Star) async throws {
    let earth = try await db.first(Planet.self, where: { $0.name == "Earth" })
    let rocky = try await db.fetch(Planet.where { $0.kind == .rocky }.order { $0.name })
    let either = try await db.fetch(
      Planet.where { $0.name == "Earth" || $0.orbit.days < 100 })
    let names = try await db.fetch(Planet.select { $0.name }.distinct())
    let count = try await db.count(Planet.self)
    let moons = try await db.first(Planet.select { $0.moons.sum() })
    let some = try await db.fetch(Planet.self, where: { $0.name.in(["Earth", "Mars"]) })
    let page = try await db.fetch(Planet.order { $0.name }.page(size: 20))
    let raw = try await db.fetch(
      Planet.self, sql: "SELECT * FROM planets WHERE star_id = \(star.id)")
    for try await planet in db.stream(Planet.all) { print(planet.name) }
    #expect(earth != nil && rocky.count == 1 && either.count == 1 && names == ["Earth"])
    #expect(count == 1 && moons == 2 && some.count == 1 && page.rows.count == 1 && raw.count == 1)
  }

  private static func related(_ db: Database, _ planet: Planet) async throws {
    let pairs = try await db.fetch(Planet.join(Star.self) { $0.starID == $1.id })
    // SELECT … FROM "planets" JOIN "stars" ON "planets"."star_id" = "stars"."id"
    #expect(pairs.count == 1)

    let (stars, planets) = try await db.read { db in
      let stars = try db.fetch(Star.order { $0.name })
      let planets = try db.fetch(Planet.where { $0.starID.in(stars.map(\.id)) })
      return (stars, Dictionary(grouping: planets, by: \.starID))
    }
    for star in stars { print(star.name, planets[star.id, default: []].map(\.name)) }

    let warm = try await db.insert(Tag(id: 1, name: "warm"))
    try await db.insert(PlanetTag(planetID: planet.id, tagID: warm.id))
    let tagged = Planet.join(PlanetTag.self) { $0.id == $1.planetID }
      .where { _, pivot in pivot.tagID == warm.id }
      .select { planet, _ in planet }
    let warmPlanets = try await db.fetch(tagged)
    // SELECT … FROM "planets" JOIN "planet_tag" ON "planets"."id" = "planet_tag"."planet_id"
    //   WHERE "planet_tag"."tag_id" = $1
    #expect(warmPlanets.count == 1)
    try await db.delete(PlanetTag.self, key: (planet.id, warm.id))
    try await db.transaction { tx in
      try tx.execute("UPDATE planets SET number_of_moons = 1")
    }
  }

  static func open() throws -> [Database] {
    [try Database("db.sqlite"), try Database.inMemory()]
  }
}
