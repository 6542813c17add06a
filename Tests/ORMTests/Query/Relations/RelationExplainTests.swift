import ORM
import Testing

/// Plans of queries with lists.
@Suite("Query plans of lists")
struct RelationExplainTests {
  private typealias Ward = RelationStreamTests.Ward
  private typealias Bed = RelationStreamTests.Bed
  private typealias Note = RelationStreamTests.Note
  private typealias Artist = Related.Artist
  private typealias Shelf = Related.Shelf

  private let db: Database

  init() async throws {
    db = try Database.inMemory()
    try await Related.fill(db)
    try await db.create(Ward.self, Bed.self, Note.self)
  }

  @Test("The plan of a query contains the plans of its lists at every level")
  func levels() async throws {
    let query = Ward.where { $0.id < 9 }.select {
      $0
      $0.beds.select { ($0.id, $0.notes, $0.notes.count()) }
      $0.beds.where { $0.state == 1 }
    }
    let trace = try await StatementTrace.start(on: db)
    let plan = try await db.explain(query)
    // SQLite does not trace EXPLAIN.
    #expect(trace.statements.isEmpty)
    #expect(plan.steps.map(\.detail) == ["SEARCH ward USING INTEGER PRIMARY KEY (rowid<?)"])
    #expect(plan.lists.map(\.table) == ["bed", "bed"])
    #expect(plan.lists.map { $0.plan.lists.map(\.table) } == [["note"], []])
    #expect(plan.uses(index: "bed_wardID_index") && plan.uses(index: "note_bedID_index"))
    #expect(plan.scans.isEmpty && !plan.usesTemporaryTree)
    let ordered = Ward.select { $0.beds.select { $0.notes.order { $0.state } } }
    #expect(try await db.explain(ordered).usesTemporaryTree)
    #expect(
      "\(plan)" == """
        |--SEARCH ward USING INTEGER PRIMARY KEY (rowid<?)
        |--LIST OF bed
        |  |--SEARCH bed USING COVERING INDEX bed_wardID_index (wardID=?)
        |  |--CORRELATED SCALAR SUBQUERY 1
        |  |  `--SEARCH note USING COVERING INDEX note_bedID_index (bedID=?)
        |  `--LIST OF note
        |     `--SEARCH note USING INDEX note_bedID_index (bedID=?)
        `--LIST OF bed
           `--SEARCH bed USING INDEX bed_wardID_index (wardID=?)
        """)
  }

  @Test("The plan of a list shows a missing index, a scan, and each kind of key and limit")
  func kinds() async throws {
    let missing = try await db.explain(Artist.where { $0.id < 3 }.select { ($0.name, $0.albums) })
    #expect(missing.scans == ["album"] && missing.lists.map(\.table) == ["album"])
    let whole = try await db.explain(Ward.select { $0.beds })
    #expect(whole.lists.flatMap { $0.plan.scans } == ["bed"])
    let first = try await db.explain(Ward.where { $0.id < 3 }.select { $0.beds.first })
    #expect(first.uses(index: "bed_wardID_index") && first.lists.map(\.table) == ["bed"])
    let one = try await db.explain(Ward.order { $0.id }.limit(1).select { $0.beds })
    #expect(one.uses(index: "bed_wardID_index"))
    let none = try await db.explain(Ward.select { $0.beds.limit(0) })
    #expect(none.lists.isEmpty && none.scans == ["ward"])
    let pairs = try await db.explain(Shelf.where { $0.number < 9 }.select { $0.books })
    #expect(pairs.lists.map(\.table) == ["book"])
    let texts = try await db.explain(Shelf.where { $0.number < 9 }.select { $0.labelledBooks })
    #expect(texts.lists.map(\.table) == ["book"])
  }

  @Test("explain accepts prepared queries and queries without lists, and refuses invalid lists")
  func others() async throws {
    let prepared = PreparedQuery { (id: Placeholder<Int>, state: Placeholder<Int>) in
      Ward.where { $0.id == id }.select { ($0.id, $0.beds.where { $0.state == state }) }
    }
    let plan = try await db.explain(prepared(1, 2))
    #expect(plan.steps.map(\.detail) == ["SEARCH ward USING INTEGER PRIMARY KEY (rowid=?)"])
    #expect(plan.uses(index: "bed_wardID_index") && plan.lists.map(\.table) == ["bed"])
    let flat = try await db.explain(Ward.all)
    #expect(flat.lists.isEmpty && "\(flat)" == "`--SCAN ward")
    let distinct = Ward.all.distinct().select { ($0.state, $0.beds) }
    await #expect(throws: RelationError.self) { try await db.explain(distinct) }
    let open = Ward.select { ward in ward.beds.where { $0.state == ward.state } }
    await #expect(throws: RelationError.self) { try await db.explain(open) }
  }
}
