import ORM
import Testing

/// The code of the guide to R*Trees.
enum RTreesSamples {
  @Table
  struct Place: RTreeTable {
    typealias Box = Box2D<Float>

    let id: Int
    var minX: Float
    var maxX: Float
    var minY: Float
    var maxY: Float
    var name: String
  }

  @Table
  struct Shop {
    let id: Int
    var name: String
  }

  static func run(_ db: Database) async throws {
    try await db.create(Place.self)
    // CREATE VIRTUAL TABLE IF NOT EXISTS "place" USING rtree("id", "minX", "maxX", "minY", "maxY",
    //   +"name" TEXT)
    try await db.insert(Place(id: 1, minX: 0, maxX: 10, minY: 0, maxY: 10, name: "park"))
    // INSERT INTO "place" ("minX", "maxX", "minY", "maxY", "name", "id") VALUES ($1, $2, $3, $4, $5, $6)
    try await db.create(Shop.self)
    try await db.insert(Shop(id: 1, name: "kiosk"))

    let box = Box2D<Float>(x: 5...20, y: 5...6)
    let near = try await db.fetch(Place.where { $0.intersects(box) })
    // SELECT … FROM "place" WHERE "minX" <= $1 AND "maxX" >= $2 AND "minY" <= $3 AND "maxY" >= $4
    let inside = try await db.fetch(Place.where { $0.isWithin(box) })
    // SELECT … FROM "place" WHERE "minX" >= $1 AND "maxX" <= $2 AND "minY" >= $3 AND "maxY" <= $4
    let around = try await db.fetch(Place.where { $0.contains(Box2D(x: 3, y: 7)) })
    // SELECT … FROM "place" WHERE "minX" <= $1 AND "maxX" >= $2 AND "minY" <= $3 AND "maxY" >= $4
    #expect(near.count == 1 && inside.isEmpty && around.count == 1)

    let shops = try await db.fetch(
      Shop.join(Place.self) { $0.id == $1.id }
        .where { _, place in place.intersects(box) }
        .select { shop, _ in shop })
    // SELECT "shop"."id", "shop"."name" FROM "shop" JOIN "place" ON "shop"."id" = "place"."id" WHERE …
    #expect(shops.map(\.name) == ["kiosk"])
  }
}
