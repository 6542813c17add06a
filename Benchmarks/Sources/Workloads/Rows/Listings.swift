import CBaseline
import Foundation
import ORM

/// What is stored as JSON.
struct Content: Codable, Sendable {
  var name: String
  var price: Double
  var count: Int
  var isNew: Bool
  var city: String
}

@Table("document")
struct Listing {
  let id: Int
  @Column(as: JSON.self) var content: Content
}

extension Listing: Checksummed {
  var checksum: Int64 {
    let texts = content.name.utf8.count + content.city.utf8.count
    return Int64(id + content.count + (content.isNew ? 1 : 0) + Int(content.price) + texts)
  }
}

extension Listing: HandRow {
  init(_ row: OpaquePointer) {
    // A text that can't be decoded gives a checksum that differs from C's.
    let content = try? JSONDecoder().decode(Content.self, from: Data(row.text(1).utf8))
    self.init(
      id: row.integer(0),
      content: content ?? Content(name: "", price: 0, count: 0, isNew: false, city: ""))
  }
}
