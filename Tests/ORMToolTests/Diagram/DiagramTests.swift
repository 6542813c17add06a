import ORMCore
import ORMSchema
import Testing

@testable import ORMToolKit

@Suite("The layout of diagrams")
struct DiagramTests {
  @Test("No two tables overlap", arguments: 0..<100)
  func boxes(seed: Int) throws {
    let boxes = try Diagram(of: .random(seed)).boxes
    for (index, box) in boxes.enumerated() {
      #expect(box.x >= 0 && box.y >= 0 && box.width > 0 && box.height > 0)
      let near = boxes[..<index].first { $0.grown(by: 8).overlaps(box.grown(by: 8)) }
      #expect(near == nil)
    }
  }

  @Test("No line crosses a table", arguments: 0..<100)
  func lines(seed: Int) throws {
    let schema = Schema.random(seed)
    let diagram = try Diagram(of: schema)
    #expect(diagram.lines.count == schema.tables.reduce(0) { $0 + $1.references.count })
    for line in diagram.lines {
      #expect(line.count >= 2)
      let points = line.samples(each: 2)
      let met = diagram.boxes.first { box in points.contains { box.contains($0) } }
      #expect(met == nil)
    }
  }

  @Test(
    "Lines are horizontal or vertical, and vertical parts keep a distance from tables",
    arguments: 0..<100)
  func corners(seed: Int) throws {
    let diagram = try Diagram(of: .random(seed))
    for line in diagram.lines {
      for (from, to) in zip(line, line.dropFirst()) {
        #expect(from.x == to.x || from.y == to.y)
        guard from.x == to.x else { continue }
        let near = diagram.boxes.first { box in
          let ends = [from.y, to.y].sorted()
          return from.x > box.x - 18 && from.x < box.x + box.width + 18
            && ends[0] < box.y + box.height && ends[1] > box.y
        }
        #expect(near == nil)
      }
    }
  }

  @Test("A line begins at the child's column and ends at the parent's")
  func ends() throws {
    let schema = Schema.of("artist: id, name", "album: id, title, artistID -> artist")
    let diagram = try Diagram(of: schema)
    let (album, artist) = (diagram.boxes[0], diagram.boxes[1])
    #expect(artist.x + artist.width < album.x)
    let line = try #require(diagram.lines.first)
    #expect(line.first == DiagramPoint(x: album.x, y: album.y + 30 + 2.5 * 22))
    #expect(line.last == DiagramPoint(x: artist.x + artist.width, y: artist.y + 30 + 0.5 * 22))
  }

  @Test("The ends of a line show how many rows there can be")
  func cardinality() throws {
    var schema = Schema.of("artist: id", "album: id, artistID -> artist")
    let many = try Diagram(of: schema).svg
    #expect(many.occurrences(of: "<circle") == 2)  // any number of albums, an artist or none
    schema.tables[0].columns[1].notNull = Schema.NotNull()
    #expect(try Diagram(of: schema).svg.occurrences(of: "<circle") == 1)
    #expect(try Diagram(of: schema).svg.occurrences(of: "v10\"") == 2)
    schema.indexes = [
      Schema.Index("one", on: "album", [Schema.IndexedColumn("artistID")], isUnique: true)
    ]
    #expect(try Diagram(of: schema).svg.occurrences(of: "v10\"") == 3)  // no foot, but a bar
  }

  @Test("Circular references and references to the own table are drawn")
  func circles() throws {
    let schema = Schema.of(
      "a: id, b -> b", "b: id, c -> c", "c: id, a -> a", "d: id, parent -> d", "e: id -> e")
    let diagram = try Diagram(of: schema)
    #expect(diagram.lines.count == 5)
    #expect(diagram.lines.allSatisfy { $0.count >= 2 })
  }

  @Test("References to missing tables are left out")
  func dangling() throws {
    let diagram = try Diagram(of: .of("album: id, artistID -> artist"))
    #expect(diagram.lines.isEmpty)
    #expect(diagram.svg.contains(">FK<"))
  }

  @Test("Names are compared as SQLite compares them")
  func names() throws {
    let schema = Schema.of("ARTIST: Id", "album: id, artistid -> Artist")
    #expect(try Diagram(of: schema).lines.count == 1)
  }

  @Test("A diagram can be limited to keys and references")
  func keys() throws {
    let schema = Schema.of("artist: id, name, born", "album: id, title, artistID -> artist")
    let svg = try Diagram(of: schema, columns: .keys).svg
    #expect(svg.contains(">artistID<") && !svg.contains(">title<") && svg.contains(">2 more<"))
  }

  @Test("Every name is escaped for XML")
  func hostileNames() throws {
    let name = "a<b>&\"c\u{1B}[31m\u{0}\n\u{202E}\u{FFFE}" + String(repeating: "long ", count: 99)
    let schema = Schema(tables: [
      Schema.Table(name, columns: [Schema.Column(name, type: name)])
    ])
    let svg = try Diagram(of: schema).svg
    #expect(!svg.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || $0 == "\u{202E}" })
    #expect(svg.contains("a&lt;b&gt;&amp;&quot;c␛[31m␀␊"))
    let invisible = "\u{61C}\u{AD}\u{34F}\u{180E}\u{3164}\u{FFF9}\u{E0041}"
    let bare = try Diagram(of: Schema.of("t\(invisible): id")).svg
    #expect(!bare.unicodeScalars.contains { $0.isInvisible && $0 != "\n" })
    #expect(try Diagram(of: schema).boxes[0].width <= 340)
  }

  @Test("A schema always has the same diagram")
  func stable() throws {
    for seed in 0..<20 {
      #expect(try Diagram(of: .random(seed)).svg == Diagram(of: .random(seed)).svg)
    }
  }

  @Test("A diagram is not wider than requested", arguments: 0..<100)
  func width(seed: Int) throws {
    let schema = Schema.random(seed, references: 1)
    let boxes = try Diagram(of: schema, width: 2400).boxes
    #expect(boxes.allSatisfy { $0.x + $0.width <= 2400 })
  }

  @Test("A schema without tables has an empty diagram, and one of too many tables is refused")
  func limits() throws {
    #expect(try Diagram(of: Schema(tables: [])).boxes.isEmpty)
    let tables = (0...Diagram.tableLimit).map { (number: Int) -> Schema.Table in
      Schema.Table("t\(number)", columns: [Schema.Column("id", type: "INTEGER")])
    }
    let error = #expect(throws: ToolError.self) { try Diagram(of: Schema(tables: tables)) }
    #expect(
      error?.kind == .use && error?.description.hasPrefix("the schema has 1001 tables") == true)
    #expect(try Diagram(of: Schema(tables: tables.dropLast())).boxes.count == 1000)
  }
}

// MARK: - Schemas

/// A random number generator with a fixed seed.
private struct Dice {
  var state: UInt64

  mutating func next(_ limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(limit))
  }
}

extension Schema {
  /// A schema with references to random tables: self-references, cycles, several from one column.
  fileprivate static func random(_ seed: Int, references: Int = 4) -> Schema {
    var dice = Dice(state: UInt64(seed + 1) &* 0x9E37_79B9_7F4A_7C15)
    let count = 1 + dice.next(seed.isMultiple(of: 10) ? 60 : 18)
    let names = (0..<count).map { "table\($0)" + String(repeating: "x", count: dice.next(30)) }
    let columns = names.map { _ in (0..<(1 + dice.next(14))).map { "c\($0)" } }
    return Schema(
      tables: names.enumerated().map { place, name in
        let references = (0..<dice.next(references)).map { _ in
          let parent = dice.next(count)
          let key = dice.next(3) == 0 ? dice.next(columns[parent].count) : 0
          return Schema.Reference(
            [columns[place][dice.next(columns[place].count)]], to: names[parent],
            columns: [columns[parent][key]])
        }
        return Schema.Table(
          name, columns: columns[place].map { Schema.Column($0, type: "INTEGER") },
          keys: [Schema.Key(.primary, [Schema.IndexedColumn("c0")])], references: references)
      })
  }

  /// A schema of tables such as `album: id, artistID -> artist`, whose first columns are keys.
  fileprivate static func of(_ tables: String...) -> Schema {
    Schema(
      tables: tables.map { text in
        let parts = text.split(separator: ": ")
        let columns = parts[1].split(separator: ", ").map { $0.split(separator: " -> ") }
        return Schema.Table(
          String(parts[0]), columns: columns.map { Schema.Column(String($0[0]), type: "TEXT") },
          keys: [Schema.Key(.primary, [Schema.IndexedColumn(String(columns[0][0]))])],
          references: columns.filter { $0.count == 2 }.map {
            Schema.Reference([String($0[0])], to: String($0[1]))
          })
      })
  }
}

// MARK: - Geometry

extension DiagramBox {
  fileprivate func grown(by size: Double) -> Self {
    Self(x: x - size, y: y - size, width: width + 2 * size, height: height + 2 * size)
  }

  fileprivate func overlaps(_ other: Self) -> Bool {
    x < other.x + other.width && other.x < x + width && y < other.y + other.height
      && other.y < y + height
  }

  /// Whether a point is inside, and not on the edge.
  fileprivate func contains(_ point: DiagramPoint) -> Bool {
    point.x > x && point.x < x + width && point.y > y && point.y < y + height
  }
}

extension [DiagramPoint] {
  fileprivate func samples(each distance: Double) -> [DiagramPoint] {
    zip(self, dropFirst()).flatMap { from, to in
      let length = abs(from.x - to.x) + abs(from.y - to.y)
      return stride(from: 0, through: length, by: distance).map { way in
        let share = length == 0 ? 0 : way / length
        return DiagramPoint(
          x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share)
      }
    }
  }
}

extension String {
  fileprivate func occurrences(of part: String) -> Int { split(separator: part).count - 1 }
}
