import ORM
import Testing

@Table("place")
private struct Spot: Equatable {
  let id: Int
  var minX: Float
  var maxX: Float
  var minY: Float
  var maxY: Float
  var name: String?
}

extension Spot: RTreeTable { typealias Box = Box2D<Float> }

/// A shop, whose box is in the R*Tree.
@Table("shop")
private struct Kiosk: Equatable {
  let id: Int
  var name: String
}

@Table("cell")
private struct Cell: Equatable {
  @Column("cell") var id: Int?
  var west: Int32
  var east: Int32
}

extension Cell: RTreeTable { typealias Box = Box1D<Int32> }

@Table("block")
private struct Block: Equatable {
  let id: Int
  var x0: Float, x1: Float
  var y0: Float, y1: Float
  var z0: Float, z1: Float
  var t0: Float, t1: Float
  var u0: Float, u1: Float
}

extension Block: RTreeTable { typealias Box = Box5D<Float> }

@Table("solid")
private struct Solid: Equatable {
  let id: Int
  var x0: Int32, x1: Int32
  var y0: Int32, y1: Int32
  var z0: Int32, z1: Int32
}

extension Solid: RTreeTable { typealias Box = Box3D<Int32> }

@Table("event")
private struct Event: Equatable {
  let id: Int
  var x0: Int32, x1: Int32
  var y0: Int32, y1: Int32
  var z0: Int32, z1: Int32
  var t0: Int32, t1: Int32
}

extension Event: RTreeTable { typealias Box = Box4D<Int32> }

@Table("exact")
private struct Exact: Equatable {
  let id: Int
  var least: Double
  var greatest: Double
}

extension Exact: RTreeTable { typealias Box = Box1D<Float> }

@Table
private struct TooFew {
  let id: Int
  var minX: Float
  var maxX: Float
  var name: String
}

extension TooFew: RTreeTable { typealias Box = Box2D<Float> }

/// A table whose 64-bit coordinates would be stored in 32 bits.
@Table("wide")
private struct Wide {
  let id: Int
  var west: Int32
  var east: Int
}

extension Wide: RTreeTable { typealias Box = Box1D<Int32> }

/// A table with 16-bit coordinates before a column that has no value for 0.
@Table("narrow")
private struct NarrowCell: Equatable {
  var west: Int16
  var east: UInt16
  var genre: SongGenre
  let id: Int
}

extension NarrowCell: RTreeTable { typealias Box = Box1D<Int32> }

@Table("sum")
private struct Sum {
  let id: Int
  var west: Int32
  var east: Int32
  @Column(generated: .virtual("west + east")) let sum: Int
}

extension Sum: RTreeTable { typealias Box = Box1D<Int32> }

@Suite("R*Trees")
struct RTreeTests {
  private static let park = Spot(id: 1, minX: 0, maxX: 10, minY: 0, maxY: 10, name: "park")
  private static let bench = Spot(id: 2, minX: 4, maxX: 5, minY: 4, maxY: 5, name: nil)
  private static let pond = Spot(id: 3, minX: 8, maxX: 20, minY: 8, maxY: 12, name: "pond")

  private func database() async throws -> Database {
    let db = try Database.inMemory()
    try await db.create(Spot.self, Kiosk.self)
    try await db.insert([Self.park, Self.bench, Self.pond])
    return db
  }

  @Test("an R*Tree is created with a key, pairs of coordinates and auxiliary columns")
  func create() async throws {
    let db = try Database.inMemory()
    try await db.create(
      Spot.self, Cell.self, Solid.self, Event.self, Block.self, ifNotExists: false)
    let texts = try await db.fetch(
      String.self,
      sql: "SELECT sql FROM sqlite_schema WHERE sql LIKE 'CREATE VIRTUAL%' ORDER BY rowid")
    #expect(
      texts == [
        #"CREATE VIRTUAL TABLE "place" USING rtree("id", "minX", "maxX", "minY", "maxY","#
          + #" +"name" TEXT)"#,
        #"CREATE VIRTUAL TABLE "cell" USING rtree_i32("cell", "west", "east")"#,
        #"CREATE VIRTUAL TABLE "solid" USING rtree_i32("id", "x0", "x1", "y0", "y1", "z0", "z1")"#,
        #"CREATE VIRTUAL TABLE "event" USING rtree_i32("id", "x0", "x1", "y0", "y1", "z0", "z1","#
          + #" "t0", "t1")"#,
        #"CREATE VIRTUAL TABLE "block" USING rtree("id", "x0", "x1", "y0", "y1", "z0", "z1","#
          + #" "t0", "t1", "u0", "u1")"#,
      ])
    try await db.create(Spot.self)
    try await db.drop(Spot.self)
    #expect(try await db.schemaSQL(of: "place") == nil)
  }

  @Test("boxes are found that intersect a box, are inside of it, or contain it")
  func boxes() async throws {
    let db = try await database()
    let box = Box2D<Float>(x: 3...9, y: 4...9)
    try await expect(
      Spot.where { $0.intersects(box) }.order { $0.id },
      #"SELECT "id", "minX", "maxX", "minY", "maxY", "name" FROM "place" WHERE "minX" <= $1"#
        + #" AND "maxX" >= $2 AND "minY" <= $3 AND "maxY" >= $4 ORDER BY "id""#,
      [9.0, 3.0, 9.0, 4.0], in: db, rows: [Self.park, Self.bench, Self.pond])
    try await expect(
      Spot.where { $0.isWithin(box) }.select { $0.id },
      #"SELECT "id" FROM "place" WHERE "minX" >= $1 AND "maxX" <= $2 AND "minY" >= $3"#
        + #" AND "maxY" <= $4"#,
      [3.0, 9.0, 4.0, 9.0], in: db, rows: [2])
    try await expect(
      Spot.where { $0.contains(box) }.select { $0.name },
      #"SELECT "name" FROM "place" WHERE "minX" <= $1 AND "maxX" >= $2 AND "minY" <= $3"#
        + #" AND "maxY" >= $4"#,
      [3.0, 9.0, 4.0, 9.0], in: db, rows: ["park"])
    let ponds = Spot.where { $0.contains(Box2D(x: 10, y: 10)) && $0.name == "pond" }
    #expect(try await db.fetch(ponds) == [Self.pond])
    let far = try await db.fetch(
      Spot.where { !$0.intersects(Box2D(x: 0, y: 0)) }.select { $0.id })
    #expect(far == [2, 3])
    let plan = try await db.explain(Spot.where { $0.intersects(box) })
    #expect(plan.details.contains { $0.contains("VIRTUAL TABLE INDEX 2:") })
  }

  @Test("boxes are found in one to five dimensions")
  func dimensions() async throws {
    let db = try Database.inMemory()
    try await db.create(Cell.self, Solid.self, Event.self, Block.self)
    let cell = try await db.insert(Cell(west: .min, east: .max))
    #expect(cell == Cell(id: 1, west: .min, east: .max))
    #expect(try await db.fetch(Cell.where { $0.contains(Box1D(x: .max)) }) == [cell])
    #expect(try await db.fetch(Cell.where { $0.isWithin(Box1D(x: 0...4)) }) == [])
    let solid = try await db.insert(Solid(id: 1, x0: 0, x1: 1, y0: 0, y1: 1, z0: 0, z1: 1))
    #expect(try await db.fetch(Solid.where { $0.contains(Box3D(x: 0, y: 1, z: 1)) }) == [solid])
    #expect(try await db.fetch(Solid.where { $0.contains(Box3D(x: 0, y: 1, z: 2)) }) == [])
    let event = try await db.insert(
      Event(id: 1, x0: 0, x1: 1, y0: 0, y1: 1, z0: 0, z1: 1, t0: 7, t1: 9))
    let time = Box4D<Int32>(x: 0...1, y: 0...1, z: 0...1, t: 8...20)
    #expect(try await db.fetch(Event.where { $0.intersects(time) }) == [event])
    #expect(
      try await db.fetch(Event.where { $0.intersects(Box4D(x: 0, y: 0, z: 0, t: 6)) }) == [])
    let block = try await db.insert(
      Block(id: 1, x0: 0, x1: 1, y0: 0, y1: 1, z0: 0, z1: 1, t0: 0, t1: 1, u0: 0.5, u1: 1))
    let all = Box5D<Float>(x: 0...1, y: 0...1, z: 0...1, t: 0...1, u: 0.5...1)
    #expect(try await db.fetch(Block.where { $0.isWithin(all) }) == [block])
    #expect(
      try await db.fetch(Block.where { $0.intersects(Box5D(x: 0, y: 0, z: 0, t: 0, u: 0.25)) })
        == [])
  }

  @Test("rows of an R*Tree are inserted, updated and deleted as usual, except by save")
  func writes() async throws {
    let db = try await database()
    let draft = Spot.Draft(minX: 1, maxX: 2, minY: 1, maxY: 2, name: "tree")
    let tree = try await db.insert(draft)
    #expect(tree == Spot(id: 4, minX: 1, maxX: 2, minY: 1, maxY: 2, name: "tree"))
    var moved = tree
    (moved.minX, moved.maxX) = (100, 101)
    try await db.update(moved)
    try await db.update(
      Spot(id: 4, minX: 0, maxX: 0, minY: 0, maxY: 0, name: "oak"), columns: \.name)
    #expect(try await db.find(Spot.self, 4)?.name == "oak")
    let there = try await db.fetch(
      Spot.where { $0.intersects(Box2D(x: 100, y: 1)) }.select { $0.id })
    #expect(there == [4])
    #expect(try await db.delete(moved))
    #expect(try await db.delete(moved) == false)
    #expect(try await db.delete(Spot.self, where: { $0.isWithin(Box2D(x: 0...6, y: 0...6)) }) == 1)
    let left = try await db.fetch(Spot.select { $0.id })
    #expect(left == [1, 3])
    let error = await #expect(throws: DatabaseError.self) { try await db.save(Self.park) }
    #expect(error?.message == #"UPSERT not implemented for virtual table "place""#)
    #expect(try await db.value(String.self, sql: "SELECT rtreecheck('place')") == "ok")
  }

  @Test("a box whose minimum exceeds its maximum is refused, and so is a duplicate key")
  func constraints() async throws {
    let db = try await database()
    let reversed = await #expect(throws: DatabaseError.self) {
      try await db.insert(Spot(id: 9, minX: 1, maxX: 0, minY: 0, maxY: 0))
    }
    #expect(reversed?.message == "rtree constraint failed: place.(minX<=maxX)")
    let twice = await #expect(throws: DatabaseError.self) { try await db.insert(Self.park) }
    #expect(twice?.message == "UNIQUE constraint failed: place.id")
    #expect(twice?.code == .constraint)
  }

  @Test("an R*Tree is joined with the table whose rows have the boxes")
  func join() async throws {
    let db = try await database()
    try await db.insert([Kiosk(id: 2, name: "kiosk"), Kiosk(id: 3, name: "boats")])
    try await expect(
      Kiosk.join(Spot.self) { $0.id == $1.id }.where { $1.intersects(Box2D(x: 15...16, y: 9...10)) }
        .select { shop, _ in shop.name },
      #"SELECT "shop"."name" FROM "shop" JOIN "place" ON "shop"."id" = "place"."id""#
        + #" WHERE "place"."minX" <= $1 AND "place"."maxX" >= $2 AND "place"."minY" <= $3"#
        + #" AND "place"."maxY" >= $4"#,
      [16.0, 15.0, 10.0, 9.0], in: db, rows: ["boats"])
  }

  @Test("a Float is stored exactly, and a box of Doubles is enlarged to 32-bit coordinates")
  func rounding() async throws {
    let db = try await database()
    let fitting = Spot(
      id: 8, minX: .leastNonzeroMagnitude, maxX: 0.1, minY: 16_777_216, maxY: 1e38, name: nil)
    try await db.insert(fitting)
    #expect(try await db.find(Spot.self, 8) == fitting)
    #expect(try await db.exists(Spot.where { $0.contains(Box2D(x: 0.1, y: 16_777_216)) }))
    try await db.create(Exact.self)
    try await db.insert(Exact(id: 1, least: 0.1, greatest: 16_777_217))
    let found = try #require(try await db.find(Exact.self, 1))
    #expect((0.099_999_9..<0.1).contains(found.least))
    #expect((16_777_218...16_777_220).contains(found.greatest))
  }

  @Test("An R*Tree whose coordinates do not match its box is refused")
  func mistakes() async throws {
    let db = try Database.inMemory()
    let error = await #expect(throws: DatabaseError.self) { try await db.create(TooFew.self) }
    #expect(error?.message == #""tooFew": a Box2D<Float> needs 4 coordinates of the type Float"#)
    let wide = await #expect(throws: DatabaseError.self) { try await db.create(Wide.self) }
    #expect(wide?.message == #""wide": a Box1D<Int32> needs 2 coordinates of the type Int32"#)
    let sum = await #expect(throws: DatabaseError.self) { try await db.create(Sum.self) }
    #expect(sum?.message == #""sum": "sum" can't be a generated column: an R*Tree has none"#)
  }

  @Test("An R*Tree can have coordinates of fewer than 32 bits")
  func narrow() async throws {
    let db = try Database.inMemory()
    try await db.create(NarrowCell.self)
    let row = NarrowCell(west: .min, east: .max, genre: .jazz, id: 1)
    try await db.insert(row)
    try await expect(
      NarrowCell.where { $0.contains(Box1D(x: 7)) },
      #"SELECT "west", "east", "genre", "id" FROM "narrow" WHERE "west" <= $1 AND "east" >= $2"#,
      [7, 7], in: db, rows: [row])
  }
}
