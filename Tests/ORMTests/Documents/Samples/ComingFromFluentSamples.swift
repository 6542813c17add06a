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
    } catch let error as DatabaseError where error.kind == .unique {
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
    let stars = try await db.fetch(Star.order { $0.name }.select { ($0, $0.planets) })
    for (star, planets) in stars { print(star.name, planets.map(\.name)) }
    // SELECT "id", "name", "id" FROM "stars" ORDER BY "name"
    // SELECT … FROM "planets"…
    let pairs = try await db.fetch(Planet.select { ($0, $0.star) })
    // SELECT … FROM "planets" JOIN "stars" ON "stars"."id" = "planets"."star_id"
    let solar = try await db.fetch(Planet.where { $0.star.name == "Sun" })
    #expect(stars.map(\.1.count) == [1] && pairs.map(\.1.name) == ["Sun"] && solar.count == 1)

    let warm = try await db.insert(Tag(id: 1, name: "warm"))
    try await db.link(planet, to: [warm], by: \.tags)
    let warmPlanets = try await db.fetch(Planet.where { $0.tags.contains(warm) })
    // SELECT … FROM "planets" WHERE EXISTS (SELECT 1 FROM "planet_tag" JOIN "tags" …)
    #expect(warmPlanets.count == 1)
    try await db.unlink(planet, from: [warm], by: \.tags)
    #expect(try await db.count(PlanetTag.self) == 0)
    let joined = try await db.fetch(Planet.join(Star.self) { $0.starID == $1.id })
    #expect(joined.count == 1)
    try await db.transaction { tx in
      try tx.execute("UPDATE planets SET number_of_moons = 1")
    }
  }

  static func open() throws -> [Database] {
    [try Database("db.sqlite"), try Database.inMemory()]
  }
}

// With these, the extensions read as in the guide. Other tests have tables of the same names.
private typealias Star = ComingFromFluentSamples.Star
private typealias Planet = ComingFromFluentSamples.Planet
private typealias PlanetTag = ComingFromFluentSamples.PlanetTag

extension Star.Columns {
  typealias Planet = ComingFromFluentSamples.Planet
}

extension Planet.Columns {
  typealias Star = ComingFromFluentSamples.Star
  typealias Tag = ComingFromFluentSamples.Tag
  typealias PlanetTag = ComingFromFluentSamples.PlanetTag
}

extension PlanetTag.Columns {
  typealias Planet = ComingFromFluentSamples.Planet
  typealias Tag = ComingFromFluentSamples.Tag
}

extension Planet.Columns {
  var star: ToOne<Star> { toOne(starID) }
  var planetTags: ToMany<PlanetTag> { toMany(\.planet) }
  var tags: ToMany<Tag> { planetTags.to { $0.tag } }
}

extension Star.Columns {
  var planets: ToMany<Planet> { toMany(\.star) }
}

extension PlanetTag.Columns {
  var planet: ToOne<Planet> { toOne(planetID) }
  var tag: ToOne<Tag> { toOne(tagID) }
}
