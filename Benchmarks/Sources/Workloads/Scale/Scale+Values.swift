import Foundation
import ORM

/// A text and a BLOB of any size.
@Table
struct Document {
  let id: Int
  var text: String
  var bytes: Data
}

extension Scale {
  /// Inserts and fetches texts and BLOBs of 1 byte, 10 bytes, and so on.
  static func values(largest: Int) async throws -> [Series] {
    var insert = Series(name: "insert a text and a BLOB", unit: "ns")
    var fetch = Series(name: "fetch a text and a BLOB", unit: "ns")
    var size = 1
    while size <= largest {
      let db = try ORM.Database.inMemory()
      try await db.create(Document.self)
      let count = max(3, min(1000, 10_000_000 / size))
      let text = String(repeating: "a", count: size)
      let bytes = Data(repeating: 7, count: size)
      let documents = (1...count).map { Document(id: $0, text: text, bytes: bytes) }
      let inserting = try await nanoseconds(of: count, rounds: 1) { try await db.insert(documents) }
      insert.points.append(Point(size: size, value: inserting))
      let fetching = try await nanoseconds(of: count) {
        consume(try await db.fetch(Document.self))
      }
      fetch.points.append(Point(size: size, value: fetching))
      size *= 10
    }
    return [insert, fetch]
  }

  /// Inserts and fetches structs of 1 to 200 columns.
  static func widths() async throws -> [Series] {
    let count = 1000
    return [
      try await width(1, (1...count).map { Wide1(id: $0) }),
      try await width(10, (1...count).map { Wide10(id: $0) }),
      try await width(50, (1...count).map { Wide50(id: $0) }),
      try await width(200, (1...count).map { Wide200(id: $0) }),
    ].reduce(
      into: [
        Series(name: "insert, a column of a row", unit: "ns"),
        Series(name: "fetch, a column of a row", unit: "ns"),
      ]
    ) { series, points in
      series[0].points.append(points.insert)
      series[1].points.append(points.fetch)
    }
  }

  private static func width<Row: KeyedTable & Sendable>(
    _ columns: Int, _ rows: [Row]
  ) async throws -> (insert: Point, fetch: Point) {
    let db = try ORM.Database.inMemory()
    try await db.create(Row.self)
    let inserting = try await nanoseconds(of: rows.count * columns, rounds: 1) {
      try await db.insert(rows)
    }
    let fetching = try await nanoseconds(of: rows.count * columns) {
      consume(try await db.fetch(Row.self))
    }
    return (Point(size: columns, value: inserting), Point(size: columns, value: fetching))
  }
}
