import CTuned
import Foundation
import ORM

@Table
struct Tag {
  let id: Int
  var name: String
}

@Table
struct Sheet {
  struct Size: Codable { var width, height: Double }

  let id: Int
  @Column(as: JSON.self) var tags: [String]
  @Column(as: JSON.self) var size: Size?
}

@Table
struct Tagging {
  @Column(primaryKey: true, references: Album.self) let albumID: Int
  @Column(primaryKey: true, references: Tag.self) let tagID: Int
}

extension Album.Columns {
  var taggings: ToMany<Tagging> { toMany(\.album) }
  var tags: ToMany<Tag> { taggings.to { $0.tag } }
}

extension Tagging.Columns {
  var album: ToOne<Album> { toOne(albumID) }
  var tag: ToOne<Tag> { toOne(tagID) }
}

@Table
struct Memo: FullTextTable {
  @Column("rowid") var id: Int?
  var text: String
}

@Table("place")
struct PlacedBox: RTreeTable {
  typealias Box = Box2D<Float>

  let id: Int
  var minX: Float
  var maxX: Float
  var minY: Float
  var maxY: Float
}

extension Purchase {
  /// The row that `n` and `0` of C's parameters make.
  static func new(_ id: Int, call: Int) -> Purchase {
    Purchase(
      id: id, customerID: call % 7, product: "a text of 20 letters", amount: Double(call),
      quantity: call % 7, at: Date(timeIntervalSince1970: Double(call)), note: nil)
  }
}

extension Verb {
  static let columns = """
    "id", "customerID", "product", "amount", "quantity", "at", "note"
    """
  static let select = #"SELECT \#(columns) FROM "purchase""#
  static let insertSheet = #"INSERT INTO "sheet" ("tags", "size") VALUES (?, ?)"#
  static let insert = #"INSERT INTO "purchase" (\#(columns)) VALUES (?, ?, ?, ?, ?, ?, ?)"#
  /// The parameters of a new row.
  static let newRow = "nstdsd0"
  static let update = """
    UPDATE "purchase" SET "customerID" = ?, "product" = ?, "amount" = ?, "quantity" = ?, \
    "at" = ?, "note" = ? WHERE "id" = ?
    """
  static let upsert =
    insert + """
       ON CONFLICT ("id") DO UPDATE SET "customerID" = excluded."customerID", "product" = \
      excluded."product", "amount" = excluded."amount", "quantity" = excluded."quantity", \
      "at" = excluded."at", "note" = excluded."note"
      """
}
