import Foundation
import ORM

/// The tables of the program's second version: they check their types, have names that need no
/// quotes, and one new column.
enum SecondVersion {
  @Table("taxon")
  struct Taxon {
    @Column(primaryKey: true) var code: String
    @Column("scientific_name", renamedFrom: "Scientific Name", unique: true)
    var scientificName: String
    @Column("common_name", renamedFrom: "Common Name") var commonName: String?
    var group: SeedBank.Taxon.Group
  }

  @Table("collector", renamedFrom: "COLLECTORS", naming: .snakeCase)
  struct Collector {
    @Column(primaryKey: true) let collectorID: Int
    var fullName: String
    var eMail: String?
  }

  @Table("lot", renamedFrom: "Seed Lot", naming: .snakeCase)
  struct Lot {
    @Column("number", renamedFrom: "LotNo", primaryKey: true) var number: Int?
    @Column(renamedFrom: "TaxonCode", index: true, references: Taxon.self) var taxonCode: String
    @Column(references: Collector.self) var collectorID: Int?
    @Column(as: DateTimeText.self) var collected: Date?
    @Column("grams", renamedFrom: "Weight (g)") var weight: Double
    @Column("is_viable", renamedFrom: "Viable?") var isViable = true
    var label: Data?
    @Column("place", renamedFrom: "say \"where\"") var place: String?
    /// New: the person to ask before the lot is used.
    var curator: String
  }

  static let schema = Schema(of: Taxon.self, Collector.self, Lot.self)

  /// Migrates the file of the first version to this one.
  static func migrate(_ db: Database) async throws {
    let curator = ColumnRule.column("lot", "curator", sql: #"coalesce("COLLECTOR_ID", 'nobody')"#)
    let plan = try await db.plan(to: schema, fill: [curator])
    print("the second version makes \(plan.rebuiltTables.joined(separator: ", ")) again")
    for warning in plan.warnings { print("  \(warning)") }
    do {
      try await db.migrate(to: schema)
    } catch let error as DataLossError {
      // A new column that is not optional needs a value.
      for loss in error.losses { print("  refused: \(loss)") }
    }
    try await db.migrate(to: schema, fill: [curator])
    let lots = try await db.fetch(Lot.where { $0.weight > 100 }.order { $0.weight })
    print("heavy lots:", lots.map { "\($0.number ?? 0), \($0.weight) g, curator \($0.curator)" })
    // A table that the second version does not declare stays, and refers to `lot` by its new name.
    let tests = try await db.value(
      Int.self, sql: #"SELECT count(*) FROM "Germination Test" JOIN lot ON lot.number = "LotNo""#)
    print(
      "\(tests) tests of its lots; the next start has nothing to do:",
      try await db.migrate(to: schema).isEmpty)
  }
}
