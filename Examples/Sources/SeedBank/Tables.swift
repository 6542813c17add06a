import Foundation
import ORM

// The tables of `seedbank.sql`, some of whose names can't be names of Swift properties: `@Column`
// declares those that can't be derived.

@Table("Taxon")
struct Taxon {
  enum Group: String, ColumnValue { case herb, shrub, tree, grass }

  @Column("Code", primaryKey: true) var code: String
  @Column("Scientific Name") var scientificName: String
  @Column("Common Name") var commonName: String?
  var group: Group
}

@Table("COLLECTORS", naming: .screamingSnakeCase)
struct Collector {
  @Column(primaryKey: true) let collectorID: Int
  var fullName: String
  var eMail: String?
}

@Table("Seed Lot")
struct SeedLot {
  @Column("LotNo", primaryKey: true) var number: Int?
  @Column("TaxonCode", references: Taxon.self) var taxonCode: String
  @Column("COLLECTOR_ID", references: Collector.self) var collectorID: Int?
  @Column("Collected", as: DateTimeText.self) var collected: Date?
  @Column("Weight (g)") var weight: Double
  @Column("Viable?") var isViable = true
  @Column("Label") var label: Data?
  @Column("say \"where\"") var place: String?
}

@Table("Germination Test", withoutRowID: true)
struct GerminationTest {
  @Column("LotNo", primaryKey: true, references: SeedLot.self) var lot: Int
  @Column("TestNo", primaryKey: true) var number: Int
  @Column("Started", as: DateText.self) var started: Date
  @Column("Sown") var sown: Int16
  @Column("Germinated") var germinated: Int16 = 0

  var rate: Double { Double(germinated) / Double(sown) }
}
