import Foundation
import ORM
import Testing

/// A table of many rows with few different values, and NULL among them.
@Table("item")
struct PagedItem: Hashable {
  #Index<PagedItem>(\.shelf, \.name)

  var id: Int?
  var shelf: Int
  var name: String
  var weight: Double?
  @Column(collate: .noCase) var label: String?
  var price: Decimal
  var data: [UInt8]
}

/// A key of two columns, in a table without a rowid.
@Table("line", withoutRowID: true)
struct PagedLine: Hashable {
  @Column(primaryKey: true) var order: Int
  @Column(primaryKey: true) var product: String
  var amount: Int?
}

/// No key.
@Table("entry")
struct PagedEntry: Hashable {
  var text: String
}

extension PagedItem {
  /// - Parameter id: nil for the database to give one.
  static func random(
    id: Int? = nil, using generator: inout some RandomNumberGenerator
  ) -> PagedItem {
    let names = ["a", "B", "b", "A", "é", "", "x\0y", "🎷"]
    return PagedItem(
      id: id, shelf: Int.random(in: -2...2, using: &generator),
      name: names.randomElement(using: &generator) ?? "",
      weight: [nil, -0.1, 0, 0.1, 1e300, .infinity].randomElement(using: &generator) ?? nil,
      label: [nil, "a", "A", "b"].randomElement(using: &generator) ?? nil,
      price: Decimal(Int.random(in: 8...12, using: &generator)),
      data: (0..<Int.random(in: 0...2, using: &generator)).map { UInt8($0) })
  }
}
