import Foundation
import ORM

@Table("band") private struct Band: Identifiable {
  let id: Int
  var name: String?
}

@Table("record") private struct Record: Identifiable {
  let id: Int
  var title: String
  // Without an action: the copy's own would come on top of what one has done where the changes were recorded.
  @Column(references: Band.self) var bandID: Int?
  var size: Double?
}

@Table("seat", strict: false) private struct Seat {
  @Column(primaryKey: true) var line: String
  @Column(primaryKey: true) var number: Int
  var guest: [UInt8]?
}

/// Any bytes as a changeset: read, inverted, joined, applied by every rule.
///
/// All of it succeeds or throws an error of the library's types; changes that were recorded are undone by what
/// inverts them, and give the same rows in a copy.
enum Changesets: Harness {
  static func run(_ input: Input) async throws {
    var input = input
    let mode = input.byte()
    let rules = input.byte()
    if mode & 1 == 0 {
      try await apply(Changeset(data: Data(input.rest())), rules)
    } else {
      try await record(&input, rules)
    }
  }

  // MARK: - Bytes from elsewhere

  private static func apply(_ changeset: Changeset, _ rules: UInt8) async throws {
    let db = try await database()
    let named = await attempt { try await db.read { try $0.operations(of: changeset) } }
    let operations = await attempt { try changeset.operations() }
    if named?.count != operations?.count { finding("with names, there are other operations") }
    for operation in (operations ?? []) + (named ?? []) {
      if operation.old.count != operation.new.count || operation.isKey.count != operation.old.count
      {
        finding("an operation's lists differ in length: \(operation)")
      }
      _ = operation.key
      _ = await attempt { try operation.old(\.title, of: Record.self) }
      _ = await attempt { try operation.new(\.name, of: Band.self) }
    }
    if let inverted = await attempt({ try changeset.inverted() }) {
      _ = await attempt { try inverted.operations() }
      _ = await attempt { try changeset.appending(inverted).operations() }
      _ = await attempt { try inverted.appending(changeset).inverted() }
    }
    let before = try await rows(of: db)
    let isApplied: Void? = await attempt {
      try await db.apply(changeset) { conflict in
        _ = conflict.operation?.key
        return action(conflict.kind, rules)
      }
    }
    let after = try await rows(of: db)
    if isApplied == nil && before != after { finding("what was not applied has changed rows") }
    if isApplied != nil && isDamaged(changeset) { finding("what is no changeset was applied") }
    try await db.execute("INSERT INTO band VALUES (\(1000), 'after')")
    guard try await db.checkIntegrity().isEmpty else { finding("the database is damaged") }
  }

  /// Whether SQLite can't read it; text that is not UTF-8 can be applied, and is no `String`.
  private static func isDamaged(_ changeset: Changeset) -> Bool {
    do {
      _ = try changeset.operations()
      return false
    } catch {
      return error is DatabaseError
    }
  }

  private static func action(_ kind: ChangesetConflict.Kind, _ rules: UInt8) -> ConflictAction {
    let number: UInt8 =
      switch kind {
      case .differentValues: 0
      case .missingRow: 1
      case .existingRow: 2
      case .constraint: 3
      case .foreignKey: 4
      }
    let actions: [ConflictAction] = [.abort, .omit, .replace]
    // Of each kind, what a digit of base 3 says.
    return actions[Int(rules) / [1, 3, 9, 27, 81][Int(number)] % 3]
  }

  // MARK: - Changes of the library's own

  private static func record(_ input: inout Input, _ rules: UInt8) async throws {
    let db = try await database()
    let copy = try await database()
    let before = try await rows(of: db)
    let script = script(&input)
    let changes = try await changes(of: script, on: db)
    let after = try await rows(of: db)
    try await copy.apply(changes)
    guard try await rows(of: copy) == after else { finding("the copy has other rows") }
    let inverted = try changes.inverted()
    try await db.apply(inverted)
    guard try await rows(of: db) == before else { finding("the rows are not as they were") }
    guard try Set(inverted.inverted().operations()) == Set(changes.operations()) else {
      finding("inverted twice, it is another")
    }
    // Both after another, and as one.
    let more = try await self.changes(of: self.script(&input), on: copy)
    let last = try await rows(of: copy)
    try await db.apply(try changes.appending(more))
    guard try await rows(of: db) == last else { finding("joined, they make other rows") }
    _ = await attempt { try await db.apply(changes) { action($0.kind, rules) } }
  }

  private static func changes(of script: [SQL], on db: Database) async throws -> Changeset {
    try await db.transaction { tx in
      try tx.recordChanges {
        for sql in script {
          // A constraint forbids some.
          do { try tx.execute(sql) } catch { checkTyped(error) }
        }
      }.changes
    }
  }

  private static func script(_ input: inout Input) -> [SQL] {
    (0..<input.number(below: 8)).map { _ in
      let key = input.number(below: 6)
      let text = String(decoding: input.run().prefix(20), as: UTF8.self)
      return switch input.byte() % 9 {
      case 0: "INSERT INTO band VALUES (\(key), \(text))"
      case 1: "DELETE FROM band WHERE id = \(key)"
      case 2: "UPDATE band SET name = \(text), id = \(input.number(below: 6)) WHERE id = \(key)"
      case 3: "INSERT INTO record VALUES (\(key), \(text), 1, \(Double(input.integer())))"
      case 4: "REPLACE INTO record VALUES (\(key), \(text), \(input.number(below: 4)), NULL)"
      case 5: "UPDATE record SET size = \(Double(key)) WHERE id <> \(key)"
      case 6: "INSERT INTO seat VALUES (\(text), \(key), \(Array(text.utf8)))"
      case 7: "UPDATE seat SET line = line || \(text) WHERE number <> \(key)"
      default: "DELETE FROM seat"
      }
    }
  }

  // MARK: - The database

  private static func database() async throws -> Database {
    let db = try Database.inMemory()
    try await db.create(Band.self, Record.self, Seat.self)
    try await db.execute(
      script: """
        INSERT INTO band VALUES (1, 'Sade'), (2, 'Can'), (3, NULL);
        INSERT INTO record VALUES (1, 'Promise', 1, 1.5), (2, 'Tago Mago', 2, NULL);
        INSERT INTO seat VALUES ('A', 1, x'00ff'), ('A', 2, NULL);
        """)
    return db
  }

  /// The rows of all tables, as text that can be read where theirs is not UTF-8.
  private static func rows(of db: Database) async throws -> [String] {
    let tables = [
      "band": ["id", "name"], "record": ["id", "title", "bandID", "size"],
      "seat": ["line", "number", "guest"],
    ]
    return try await db.read { db in
      try tables.keys.sorted().flatMap { table in
        let values = (tables[table] ?? []).map { "typeof(\"\($0)\") || hex(\"\($0)\")" }
        let list = values.joined(separator: " || ' ' || ")
        return try db.fetch(
          String.self, sql: "SELECT \(raw: list) FROM \(identifier: table) ORDER BY 1")
      }
    }
  }

  // MARK: - Seeds

  static var seeds: [[UInt8]] {
    func number(_ value: Int64) -> [UInt8] {
      [1] + withUnsafeBytes(of: value.bigEndian) { Array($0) }
    }
    func text(_ value: String) -> [UInt8] { [3, UInt8(value.utf8.count)] + Array(value.utf8) }
    func table(_ name: String, _ keys: [UInt8]) -> [UInt8] {
      [UInt8(ascii: "T"), UInt8(keys.count)] + keys + Array(name.utf8) + [0]
    }
    let real: [UInt8] = [2, 0x3f, 0xf8, 0, 0, 0, 0, 0, 0]
    let blob: [UInt8] = [4, 2, 0, 255]
    let (insert, update, delete): ([UInt8], [UInt8], [UInt8]) = ([18, 0], [23, 0], [9, 0])
    let band = table("band", [1, 0])
    let record = table("record", [1, 0, 0, 0])
    let seat = table("seat", [1, 2, 0])
    var changesets: [[UInt8]] = [[]]
    func add(_ parts: [UInt8]...) { changesets.append(Array(parts.joined())) }
    add(band, insert, number(4), text("Neu!"), delete, number(2), text("Can"))
    add(band, update, number(1), text("Sade"), [0], text("Faust"))
    add(record, insert, number(3), text("a"), number(9), real)
    add(record, delete, number(1), text("Promise"), number(1), real)
    add(record, update, number(2), [0, 0, 5], [0, 0, 0], real)
    add(seat, insert, text("B"), number(1), blob, delete, text("A"), number(2), [5])
    add(seat, update, text("A"), number(1), blob, [0, 0, 5])
    add(band, delete, number(1), text("Sade"), record, insert, number(1), text("b"), [5, 5])
    add(table("gone", [1, 0]), insert, number(1), text("a"))
    let rules: [UInt8] = [0, 121, 242, 5, 100]
    var seeds: [[UInt8]] = []
    for rule in rules { seeds += changesets.map { [0, rule] + $0 } }
    for kind in UInt8(0)..<9 {
      let first: [UInt8] = [1, 121, 3, 1, 2, 65, 66, kind, 4, 1, 67, kind + 1, 2, 0]
      seeds.append(first + [kind + 2, 4, 5, 1, 68, kind + 4])
    }
    return seeds
  }
}
