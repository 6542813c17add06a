// Works on a database that this library did not create: `seedbank.sql` represents a file of another
// program. This program makes a copy of it, reads every row, joins tables, and changes some rows.

import Foundation
import ORM

let folder = URL.temporaryDirectory.appending(path: "seedbank-\(UUID().uuidString)")
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(at: folder) }

let db = try Database(folder.appending(path: "copy.sqlite").path)
guard let script = Bundle.module.url(forResource: "seedbank", withExtension: "sql") else {
  fatalError("the package has lost seedbank.sql")
}
try await db.execute(script: "\(raw: String(contentsOf: script, encoding: .utf8))")
// The file has the dates of the lots in three formats, which SQL compares as texts. A column of
// `DateTimeText` has one format.
try await db.execute("UPDATE \"Seed Lot\" SET \"Collected\" = datetime(\"Collected\")")

// Reads all four tables in one state of the database.
let (taxa, collectors, lots, tests) = try await db.read { db in
  (
    try db.fetch(Taxon.order { $0.scientificName }), try db.fetch(Collector.self),
    try db.fetch(SeedLot.self), try db.fetch(GerminationTest.self)
  )
}
print(
  "\(taxa.count) taxa, \(collectors.count) collectors, \(lots.count) lots, \(tests.count) tests")

// Joins in Swift: one statement for each table, and each row once.
let names = Dictionary(uniqueKeysWithValues: collectors.map { ($0.collectorID, $0.fullName) })
let testsByLot = Dictionary(grouping: tests, by: \.lot)
for taxon in taxa {
  print("\(taxon.scientificName), \(taxon.commonName ?? "no common name"), \(taxon.group)")
  for lot in lots where lot.taxonCode == taxon.code {
    let collector = lot.collectorID.flatMap { names[$0] } ?? "collector unknown"
    let year = lot.collected?.formatted(.iso8601.year()) ?? "year unknown"
    let number = lot.number ?? 0
    let rates = testsByLot[number, default: []].map { "\(Int(($0.rate * 100).rounded()))%" }
    print("  lot \(number): \(lot.weight) g, \(collector), \(year)", rates)
  }
}

// Joins in SQL: the light lots of trees.
let trees = try await db.fetch(
  SeedLot.where { lot in
    SQLExpression(
      sql: """
        EXISTS (SELECT 1 FROM \(Taxon.self) t WHERE t."Code" = \(lot.taxonCode) \
        AND t."group" = \(Taxon.Group.tree))
        """)
    lot.weight.between(1.0...100.0)
  })
print("light lots of trees:", trees.map { $0.number ?? 0 })

// Finds one test by its composite key.
let last = try await db.find(GerminationTest.self, (1, 3))
print("third test of lot 1:", last.map { "\($0.germinated) of \($0.sown)" } ?? "none")

// A lot whose last test failed is no longer viable. Lot 7 gets a second test.
let changed = try await db.transaction { tx in
  var changed = 0
  for test in try tx.fetch(GerminationTest.where { $0.germinated == 0 && $0.number > 1 }) {
    guard var lot = try tx.find(SeedLot.self, test.lot) else { continue }
    let before = lot
    lot.isViable = false
    lot.place = "discarded after test \(test.number)"
    if try tx.updateChanges(lot, from: before) { changed += 1 }
  }
  try tx.insert(
    GerminationTest(lot: 7, number: 2, started: .now, sown: 10, germinated: 0))
  return changed
}
let viable = try await db.count(SeedLot.self, where: { $0.isViable })
print("\(changed) lot changed, \(viable) of \(lots.count) viable")
let tested = try await db.count(GerminationTest.self)
print("\(tested) tests, the last of them today")

try await SecondVersion.migrate(db)
