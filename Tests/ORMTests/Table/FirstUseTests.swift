import Foundation
import Testing

/// The compiler type-checks each file of a module while the macros of the other files may not be
/// expanded yet. So the first use of a table must cause its expansion.
@Suite("First uses of a table of another file", .enabled(if: TypeChecker.canRun))
struct FirstUseTests {
  static let tables = """
    import ORM

    @Table struct Tag { let id: Int; var name: String }
    @Table struct Tagging { let id: Int; @Column(references: Tag.self) var tagID: Int }
    @Table struct Entry { var text: String; @Column(queryOnly: true) var rank: Int? }
    @Embeddable struct Place { var city: String; var zip: String? }
    @Table struct Shop { let id: Int; @Embedded var place: Place }
    @Selection struct Line { let name: String; let count: Int }
    @Selection struct Shelf { @Embedded let tag: Tag; let taggings: [Tagging] }
    @Selection struct Total { let name: String; let count: Int }
    @Table struct Memo: FullTextTable { @Column("rowid") var id: Int?; var text: String }
    @Table struct Spot: RTreeTable {
      typealias Box = Box1D<Float>
      let id: Int
      var minX: Float
      var maxX: Float
    }

    extension Tag.Columns { var taggings: ToMany<Tagging> { toMany(\\.tag) } }
    extension Tagging.Columns { var tag: ToOne<Tag> { toOne(tagID) } }

    extension Total: DatabaseView {
      static var definition: some SelectStatement<Total> {
        Tag.group { $0.name }.select { Total.select(name: $0.name, count: $0.count()) }
      }
    }
    """

  @Test(
    "Any first use of a table of another file compiles",
    arguments: [
      "_ = try db.find(Tag.self, 1)",
      "_ = try db.fetch(Tag.self)",
      "_ = try db.fetch(Tag.self, where: { $0.name == `a` })",
      "_ = try db.fetch(Tag.self, sql: `SELECT * FROM tag`)",
      "_ = try db.fetch(Line.self, sql: `SELECT name, 1 AS count FROM tag`)",
      "_ = try db.exists(Tag.self, key: 1)",
      "_ = try db.insert(Tag(id: 1, name: `a`))",
      "_ = try db.insert(Tag.Draft(name: `a`))",
      "_ = try db.insert(Tag.self) { $0.name = `a` }",
      "try db.update(Tag(id: 1, name: `a`), columns: \\.name)",
      "_ = try db.load([Tag(id: 1, name: `a`)]) { $0.taggings }",
      "_ = Tag.insert { $0.name = `a` }",
      "_ = Tag.insert([Tag(id: 1, name: `a`)]).onConflict { $0.id }.doNothing()",
      "_ = Tag.insert({ $0.name }, select: { Entry.select { $0.text } })",
      "_ = Tag.updateAll { $0.name = `a` }",
      "_ = Tag.where { $0.id == 1 }.update { $0.name = `a` }",
      "_ = Tag.order { $0.name }.select { ($0.id, $0.name) }",
      "_ = Tag.group { $0.name }.select { $0.count() }",
      "_ = Tag.join(Tag.self, as: `other`) { $0.id == $1.id }",
      "_ = Tag.select { Line.select(name: $0.name, count: $0.taggings.count()) }",
      "_ = Tag.select { Shelf.select(tag: $0, taggings: $0.taggings) }",
      "_ = Tagging.where { $0.tag.name == `a` }",
      "_ = TableExpression(with: `some`, as: Tag.where { $0.id == 1 }).all.where { $0.name > `a` }",
      "_ = PreparedQuery { (id: Placeholder<Int>) in Tag.where { $0.id == id } }",
      """
      let _: [@Sendable () -> Any] = [{
        TableExpression(recursive: `next`, from: Tag.where { $0.id == 1 }) { next in
          Tag.join(source: next) { $0.id == $1.id + 1 }.select { tag, _ in tag }
        }
      }]
      """,
      "_ = Entry.insert { $0.text = `a` }",
      "_ = Entry.updateAll { $0.text = `a` }",
      "_ = Shop.insert { $0.place.city = `a` }",
      "_ = Shop.updateAll { $0.place.city = `a` }",
      "_ = Shop.where { $0.place.zip == nil }",
      "_ = Total.where { $0.count > 1 }.order { $0.name }",
      "_ = Memo.insert { $0.text = `a` }",
      "_ = Memo.where { $0.match(.token(`a`)) }.select { $0.text.snippet(`[`, `]`) }",
      "_ = Spot.insert { $0.minX = 1 }",
      "_ = Spot.where { $0.intersects(Box1D<Float>(x: 1...2)) }",
    ])
  func compiles(use: String) throws {
    #expect(try Self.errors(of: use) == [])
  }

  @Test("A misspelled column of a table of another file does not compile")
  func refuses() throws {
    let errors = try Self.errors(of: "_ = Tag.insert { $0.nmae = `a` }")
    #expect(errors.first?.contains("has no dynamic member 'nmae'") == true)
  }

  /// The compiler errors of a file that has only a function with this code.
  private static func errors(of use: String) throws -> [String] {
    let folder = try TemporaryFolder()
    let (file, tables) = (folder.file("A.swift"), folder.file("Tables.swift"))
    let use = use.replacingOccurrences(of: "`", with: "\"")
    try """
    import ORM

    func use(_ db: isolated Connection) throws {
      \(use)
    }
    """.write(toFile: file, atomically: true, encoding: .utf8)
    try Self.tables.write(toFile: tables, atomically: true, encoding: .utf8)
    let output = try TypeChecker.output(
      of: [tables], module: "FirstUse", options: ["-primary-file", file])
    return output.components(separatedBy: "\n").filter { $0.contains("error: ") }
  }
}
