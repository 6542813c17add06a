import Foundation
import ORM
import Testing

@testable import ORMCore
@testable import ORMSQLite

/// A struct whose columns are in a different order from the table's.
@Table
private struct Swapped {
  let id: Int
  var title: String
  var note: String
}

@Suite("Changesets", .timeLimit(.minutes(10)))
struct ChangesetTests {
  let db: Database
  let copy: Database

  init() async throws {
    db = try Database.inMemory()
    copy = try Database.inMemory()
    for database in [db, copy] {
      try await database.create(Band.self, Record.self, Seat.self)
      try await database.insert([Band(id: 1, name: "Sade"), Band(id: 2, name: "Can")])
      try await database.insert(Record(id: 1, title: "Promise", bandID: 1))
    }
  }

  /// Records the changes that a script makes to all tables with a key.
  func changes(_ script: String) async throws -> Changeset {
    try await db.transaction { tx in
      try tx.recordChanges(during: { try tx.execute(script: "\(raw: script)") }).changes
    }
  }

  static let script = """
    INSERT INTO band (id, name) VALUES (3, 'Neu!');
    UPDATE record SET plays = 7 WHERE id = 1;
    DELETE FROM band WHERE id = 2;
    INSERT INTO seat (line, number, guest) VALUES ('A', 1, 'Ada');
    """

  func state(_ database: Database) async throws -> [[SQLValue]] {
    try await database.read { db in
      try ["band", "record", "seat"].flatMap { table in
        try db.fetch(Row.self, sql: "SELECT * FROM \(identifier: table)").map(\.values)
      }
    }
  }

  @Test("A changeset has the old and the new values of each changed row, by column")
  func operations() async throws {
    let (plays, changes) = try await db.transaction { tx in
      try tx.recordChanges(of: Record.self, Band.self) {
        try tx.execute("INSERT INTO band (id, name) VALUES (3, 'Neu!')")
        try tx.execute("INSERT INTO seat (line, number) VALUES ('A', 1)")
        try tx.execute("DELETE FROM band WHERE id = 2")
        return try tx.execute("UPDATE record SET plays = 7, note = NULL")
      }
    }
    #expect(plays == 1)
    let operations = try await db.operations(of: changes)
    let update = try #require(operations.first)
    #expect(update.kind == .update && update.table == "record" && update.key == [1])
    #expect(update.isKey == [true, false, false, false, false] && !update.isIndirect)
    #expect(try update.old(\.plays, of: Record.self) == 0)
    #expect(try update.new(\.plays, of: Record.self) == 7)
    #expect(try update.new(\.title, of: Record.self) == nil)
    #expect(throws: DatabaseError.self) { try update.new(\.name, of: Band.self) }
    let others = operations.dropFirst().sorted { $0.kind == .insert && $1.kind == .delete }
    let kinds = others.map(\.kind)
    #expect(kinds == [.insert, .delete])
    let tables = others.map(\.table)
    #expect(tables == ["band", "band"])
    #expect(others.map(\.key) == [[3], [2]])
    #expect(try others.first?.new(\.name, of: Band.self) == "Neu!")
    #expect(try others.last?.old(\.name, of: Band.self) == "Can")
    #expect(others.last?.new == [nil, nil, nil])
  }

  @Test("A changeset's columns are found by name, in whatever order the table has them")
  func names() async throws {
    let db = try Database.inMemory()
    try await db.execute("CREATE TABLE swapped (note TEXT, id INTEGER PRIMARY KEY, title TEXT)")
    let changes = try await db.transaction { tx in
      try tx.recordChanges(of: Swapped.self) {
        try tx.insert(Swapped(id: 7, title: "Promise", note: "new"))
      }.changes
    }
    let operation = try #require(try await db.operations(of: changes).first)
    #expect(operation.columnNames == ["note", "id", "title"])
    #expect(try operation.new(\.title, of: Swapped.self) == "Promise")
    #expect(try operation.new(\.note, of: Swapped.self) == "new")
    let unnamed = try #require(try changes.operations().first)
    let unknown = #expect(throws: DatabaseError.self) { try unnamed.new(\.title, of: Swapped.self) }
    #expect(unknown?.code == .misuse)
    try await db.execute("ALTER TABLE swapped RENAME COLUMN title TO name")
    let renamed = try #require(try await db.operations(of: changes).first)
    let missing = #expect(throws: DatabaseError.self) { try renamed.new(\.title, of: Swapped.self) }
    #expect(missing?.code == .mismatch)
  }

  @Test("Recording a table with generated columns throws")
  func generated() async throws {
    let db = try Database.inMemory()
    try await db.execute("CREATE TABLE swapped (id INTEGER PRIMARY KEY, title, note AS (title))")
    let error = await #expect(throws: DatabaseError.self) {
      try await db.transaction { tx in
        _ = try tx.recordChanges(of: Swapped.self) {
          try tx.execute("INSERT INTO swapped (title) VALUES ('x')")
        }
      }
    }
    let message = "SQLite can't record changes of tables with generated columns"
    #expect(error?.message == message)
    #expect(try await db.count(Swapped.self) == 0)
  }

  @Test("A changeset is applied to a copy, and its inversion undoes it, even after storage as Data")
  func applied() async throws {
    let before = try await state(db)
    let changes = try await changes(Self.script)
    let after = try await state(db)
    #expect(before != after)
    let kept = Changeset(data: changes.data)
    try await copy.apply(kept)
    #expect(try await state(copy) == after)
    let undo = try kept.inverted()
    try await db.apply(undo)
    try await copy.apply(undo)
    #expect(try await state(db) == before)
    #expect(try await state(copy) == before)
    #expect(try Set(undo.inverted().operations()) == Set(changes.operations()))
  }

  @Test("Joining changesets combines their changes of a row")
  func joined() async throws {
    let first = try await changes("INSERT INTO band (id, name) VALUES (3, 'Neu!')")
    let second = try await changes("UPDATE band SET name = 'Faust' WHERE id = 3")
    let third = try await changes("DELETE FROM band WHERE id = 3")
    let both = try first.appending(second)
    #expect(try both.operations().map(\.kind) == [.insert])
    let joined = try await db.operations(of: both).first
    #expect(try joined?.new(\.name, of: Band.self) == "Faust")
    #expect(try both.appending(third).isEmpty)
    let empty = Changeset(data: Data())
    #expect(empty.isEmpty)
    #expect(try empty.operations().isEmpty)
    #expect(try empty.inverted().isEmpty)
    try await copy.apply(empty)
  }

  @Test("A changeset has all rows that a cached statement deletes, and rows deleted by a cascade")
  func deleted() async throws {
    try await db.insert(Record(id: 2, title: "Tago Mago", bandID: 2))
    try await db.transaction { tx in
      try? tx.transaction {
        try tx.execute("DELETE FROM record")
        throw Stop()
      }
    }
    let changes = try await db.transaction { tx in
      try tx.recordChanges(of: Record.self) { _ = try tx.execute("DELETE FROM record") }.changes
    }
    #expect(try changes.operations().map(\.kind) == [.delete, .delete])
    let cascade = try await self.changes(
      "INSERT INTO record (id, title, bandID) VALUES (1, 'x', 2); DELETE FROM band WHERE id = 2")
    #expect(try cascade.operations().map(\.table) == ["band"])
  }

  @Test("A conflict is resolved as the handler decides, or nothing is applied")
  func conflicts() async throws {
    let changes = try await changes(
      "UPDATE band SET name = 'Neu!' WHERE id = 2; INSERT INTO band (id, name) VALUES (3, 'Faust')")
    try await copy.execute("UPDATE band SET name = 'Cluster' WHERE id = 2")
    let before = try await state(copy)
    let names = Band.select { $0.name }.order { $0.id }
    let error = await #expect(throws: DatabaseError.self) { try await copy.apply(changes) }
    #expect(error?.code == .abort)
    #expect(
      error?.message == "a change (update) of band can't be applied: the row has different values")
    #expect(try await state(copy) == before)
    await #expect(throws: Stop.self) { try await copy.apply(changes) { _ in throw Stop() } }
    #expect(try await state(copy) == before)
    try await copy.apply(changes) { conflict in
      #expect(conflict.kind == .differentValues)
      let name = try conflict.operation?.new(\.name, of: Band.self)
      #expect(name == "Neu!")
      return .omit
    }
    #expect(try await copy.fetch(names) == ["Sade", "Cluster", "Faust"])
    try await copy.apply(changes) { conflict in
      #expect([.differentValues, .existingRow].contains(conflict.kind))
      return .replace
    }
    #expect(try await copy.fetch(names) == ["Sade", "Neu!", "Faust"])
  }

  @Test("A row that the copy's trigger or foreign key has already changed is not a conflict")
  func doneAlready() async throws {
    for database in [db, copy] {
      try await database.execute(
        script: """
          CREATE TRIGGER seated AFTER INSERT ON band BEGIN
            INSERT INTO seat (line, number) VALUES (new.name, new.id);
          END;
          CREATE TRIGGER renamed AFTER UPDATE ON band BEGIN
            UPDATE seat SET guest = new.name WHERE number = new.id;
          END;
          """)
    }
    for script in [
      "DELETE FROM band WHERE id = 1", "INSERT INTO band (id, name) VALUES (3, 'Neu!')",
      "UPDATE band SET name = 'Faust' WHERE id = 3",
    ] {
      let changes = try await changes(script)
      #expect(try changes.operations().map(\.isIndirect) == [false, true])
      try await copy.apply(changes)
      #expect(try await state(copy) == state(db))
    }
    #expect(try await copy.fetch(Seat.self) == [Seat(line: "Neu!", number: 3, guest: "Faust")])
    // If the copy's trigger has done something else, or nothing, it is a conflict.
    try await copy.execute("DROP TRIGGER renamed")
    try await copy.execute("UPDATE seat SET guest = 'Can'")
    let changes = try await changes("UPDATE band SET name = 'La Düsseldorf' WHERE id = 3")
    await #expect(throws: DatabaseError.self) { try await copy.apply(changes) }
  }

  @Test("A conflict has its kind, such as a missing row or a constraint")
  func kinds() async throws {
    func kinds(_ changes: Changeset, _ action: ConflictAction = .omit) async throws
      -> [ChangesetConflict.Kind]
    {
      try await copy.transaction { tx in
        var kinds: [ChangesetConflict.Kind] = []
        try tx.apply(changes) { conflict in
          kinds.append(conflict.kind)
          return action
        }
        return kinds
      }
    }
    let deletion = try await changes("DELETE FROM band WHERE id = 2")
    try await copy.execute("DELETE FROM band WHERE id = 2")
    #expect(try await kinds(deletion) == [.missingRow])
    await #expect(throws: DatabaseError.self) { try await kinds(deletion, .replace) }
    let insertion = try await changes("INSERT INTO band (id, name) VALUES (3, 'Neu!')")
    try await copy.execute("INSERT INTO band (id, name) VALUES (9, 'Neu!')")
    #expect(try await kinds(insertion) == [.constraint])
    let child = try await changes("INSERT INTO record (id, title, bandID) VALUES (5, 'x', 3)")
    let error = await #expect(throws: DatabaseError.self) { try await copy.apply(child) }
    #expect(error?.message == "the changes leave 1 references without a parent")
  }

  @Test("Reading or applying data that is not a changeset throws")
  func corrupt() async throws {
    let corrupt = Changeset(data: Data("T no changeset".utf8))
    #expect(throws: DatabaseError.self) { try corrupt.operations() }
    #expect(throws: DatabaseError.self) { try corrupt.inverted() }
    await #expect(throws: DatabaseError.self) { try await copy.apply(corrupt) }
    let whole = try await changes(Self.script).data
    for count in 1..<whole.count {
      let cut = Changeset(data: whole.prefix(count))
      let before = try await state(copy)
      // A cut between two changes leaves a changeset.
      guard (try? cut.operations()) == nil else { continue }
      await #expect(throws: (any Error).self) { try await copy.apply(cut) }
      #expect(try await state(copy) == before)
    }
  }

  @Test(
    "A changeset whose key has no value throws",
    arguments: [0, 5])
  func noKey(value: UInt8) async throws {
    let table = Array("T".utf8) + [3, 1, 0, 0] + Array("band".utf8) + [0]
    for kind: UInt8 in [9, 18, 23] {
      let record = [value, 3, 1, 65, 5]
      let change = [kind, 0] + record + (kind == 23 ? [0, 3, 1, 66, 0] : [])
      let changeset = Changeset(data: Data(table + change))
      #expect(throws: DatabaseError.self) { try changeset.operations() }
      #expect(throws: DatabaseError.self) { try changeset.appending(changeset) }
      await #expect(throws: DatabaseError.self) { try await copy.apply(changeset) { _ in .omit } }
    }
  }

  @Test("Changes whose recording fails are rolled back")
  func failed() async throws {
    let before = try await state(db)
    await #expect(throws: Stop.self) {
      try await db.transaction { tx in
        _ = try tx.recordChanges {
          try tx.execute("DELETE FROM record")
          throw Stop()
        }
      }
    }
    #expect(try await state(db) == before)
  }

  @Test("Observers get recorded changes and later ones; streams report recorded ones as incomplete")
  func observed() async throws {
    var names = db.observe(Band.select { $0.name }.order { $0.id }).makeAsyncIterator()
    #expect(try await names.next() == ["Sade", "Can"])
    try await db.insert(Band(id: 3, name: "Neu!"))
    #expect(try await names.next()?.count == 3)
    var stream = try await db.changes(of: Band.self).makeAsyncIterator()
    let changes = try await changes("DELETE FROM band WHERE id = 3")
    #expect(try await names.next() == ["Sade", "Can"])
    #expect(try await stream.next()?.isComplete == false)
    try await db.apply(changes.inverted())
    #expect(try await names.next() == ["Sade", "Can", "Neu!"])
    let undone = try #require(try await stream.next())
    #expect(undone.isComplete && undone.inserted == [3])
  }
}
