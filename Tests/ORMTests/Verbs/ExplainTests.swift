import ORM
import Testing

@Suite("Query plans")
struct ExplainTests {
  let db: Database

  init() async throws {
    db = try Database.inMemory()
    try await db.create(Band.self, Record.self)
    try await db.execute(#"CREATE INDEX "record_bandID" ON record (bandID)"#)
    try await db.insert(Record(title: "a"))
  }

  @Test("A plan reports the indexes that a query uses and the tables that it scans")
  func indexes() async throws {
    let plan = try await db.explain(Record.where { $0.bandID == 1 })
    #expect(plan.uses(index: "record_bandID") && plan.uses(index: "RECORD_BANDID"))
    #expect(!plan.uses(index: "record") && !plan.uses(index: "bandID"))
    #expect(plan.scans == [])
    #expect(plan.details == ["SEARCH record USING INDEX record_bandID (bandID=?)"])
    #expect(!plan.usesTemporaryTree)
    let scan = try await db.explain(Record.where { $0.title == "a" }.order { $0.note })
    #expect(scan.scans == ["record"])
    #expect(scan.usesTemporaryTree)
    #expect(!scan.uses(index: "record_bandID"))
    let covered = try await db.explain("SELECT count(bandID) FROM record AS r, (SELECT 1)")
    #expect(covered.scans.contains("r") && covered.uses(index: "record_bandID"))
  }

  @Test("The scans of a plan do not include virtual tables")
  func virtualTables() async throws {
    let list: SQL = "SELECT * FROM record WHERE id IN (SELECT value FROM json_each(\("[1, 2]")))"
    let plan = try await db.explain(list)
    #expect(plan.details.contains("SCAN json_each VIRTUAL TABLE INDEX 1:"))
    #expect(plan.scans == [])
    try await db.create(SearchedNote.self)
    let match = try await db.explain(SearchedNote.where { $0.match("swift") })
    #expect(match.details == ["SCAN note VIRTUAL TABLE INDEX 0:M2"])
    #expect(match.scans == [])
    let joined = try await db.explain("SELECT * FROM record JOIN json_each(record.note)")
    #expect(joined.scans == ["record"])
  }

  @Test("A plan is a tree that is printed as in SQLite's shell")
  func tree() async throws {
    let plan = try await db.explain(
      """
      SELECT title FROM record WHERE bandID = \(1) UNION SELECT name FROM band
        WHERE id IN (SELECT bandID FROM record)
      """)
    #expect(
      "\(plan)" == """
        `--COMPOUND QUERY
           |--LEFT-MOST SUBQUERY
           |  `--SEARCH record USING INDEX record_bandID (bandID=?)
           `--UNION USING TEMP B-TREE
              |--SEARCH band USING INTEGER PRIMARY KEY (rowid=?)
              `--LIST SUBQUERY 2
                 `--SCAN record USING COVERING INDEX record_bandID
        """)
    #expect(plan.steps.map(\.detail) == ["COMPOUND QUERY"])
    let counts = plan.steps[0].steps.map(\.steps.count)
    #expect(counts == [1, 2])
    #expect(plan.scans == ["record"])
  }

  @Test("Pages, prepared queries and typed SQL can be explained")
  func otherQueries() async throws {
    let query = Record.where { $0.bandID == 1 }
    let page = try await db.explain(query.order { $0.title }.page(size: 10))
    #expect(page.uses(index: "record_bandID") && page.usesTemporaryTree)
    await #expect(throws: PageError.self) { try await db.explain(query.page(size: 0)) }
    let prepared = PreparedQuery { (band: Placeholder<Int?>) in
      Record.where { $0.bandID == band }
    }
    #expect(try await db.explain(prepared(1)).uses(index: "record_bandID"))
    let typed = SQLQuery<Record>("SELECT * FROM record WHERE bandID = \(1)")
    #expect(try await db.explain(typed).uses(index: "record_bandID"))
  }

  @Test("explain does not run a statement that writes, and is allowed within a read")
  func writes() async throws {
    let delete = Record.where { $0.bandID == 1 }.delete()
    #expect(try await db.explain(delete).uses(index: "record_bandID"))
    #expect(try await db.explain(delete.returning().statement()).uses(index: "record_bandID"))
    #expect(try await db.explain(delete.returning { $0.id }).uses(index: "record_bandID"))
    let update = Record.where { $0.bandID == 1 }.update { $0.plays = 9 }
    #expect(try await db.read { try $0.explain(update) }.uses(index: "record_bandID"))
    let none = Record.where { $0.bandID == 1 }.update { _ in }
    await #expect(throws: MissingAssignmentError.self) { try await db.explain(none) }
    let plan = try await db.read { try $0.explain("DELETE FROM record WHERE title = \("a")") }
    #expect(plan.scans == ["record"])
    #expect(try await db.count(Record.self) == 1)
  }

  @Test("Explaining an invalid statement throws its error")
  func errors() async throws {
    await #expect(throws: DatabaseError.self) { try await db.explain("SELECT x FROM nowhere") }
    await #expect(throws: DatabaseError.self) {
      try await db.explain("SELECT 1; DELETE FROM record")
    }
    #expect(try await db.count(Record.self) == 1)
  }
}
