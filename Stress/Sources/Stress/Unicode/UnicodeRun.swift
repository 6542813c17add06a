import ORM

/// What one seed does to a database, and to a model that compares bytes.
struct UnicodeRun {
  let db: Database
  /// Which has every change of `db` applied.
  let copy: Database
  var glyphs: Glyphs
  var model: [Bytes: Twin] = [:]
  var tally: [String: Int] = [:]
  private var stream: ChangeStream<String>.Iterator

  init(seed: UInt64) async throws {
    glyphs = Glyphs(seed: seed)
    db = try Database.inMemory()
    copy = try Database.inMemory()
    for database in [db, copy] { try await database.create(Twin.self, Decoy.self) }
    try await db.insert(Decoy(key: "a", number: 1))
    stream = try await db.changes(of: Twin.self).makeAsyncIterator()
  }

  mutating func step() async throws {
    switch Int.random(in: 0..<18, using: &glyphs.random) {
    case 0, 1: try await insert()
    case 2: try await insertMany()
    case 3: try await save()
    case 4: try await update()
    case 5: try await updateFrom()
    case 6: try await changeKey()
    case 7: try await delete()
    case 8: try await upsert()
    case 9: try await writeBySQL()
    case 10: try await record()
    case 11: try await find()
    case 12: try await list()
    case 13: try await like()
    case 14: try await pages()
    case 15: try await rawRows()
    case 16: try await namesOfItsOwn()
    default: try await observe()
    }
  }

  /// A row of the model, and its twin's key as often as its own.
  mutating func known() -> Twin? {
    // In an order that is the same in every process.
    let keys = model.keys.sorted { $0.lexicographicallyPrecedes($1) }
    return keys.randomElement(using: &glyphs.random).flatMap { model[$0] }
  }

  mutating func key() -> String {
    guard let known = known()?.key, !glyphs.chance(3) else { return glyphs.text() }
    return glyphs.chance(2) ? known : glyphs.twin(of: known)
  }

  mutating func entry(_ key: String? = nil) -> Twin {
    Twin(
      key: key ?? self.key(), small: glyphs.text(),
      capital: glyphs.chance(3) ? nil : glyphs.text(),
      decomposed: Int.random(in: 0..<5, using: &glyphs.random))
  }

  /// What the stream tells next.
  mutating func nextChanges() async throws -> TableChanges<String>? { try await stream.next() }

  mutating func renewStream() async throws {
    stream = try await db.changes(of: Twin.self).makeAsyncIterator()
  }

  mutating func count(_ name: String) { tally[name, default: 0] += 1 }

  /// Looks whether the stream tells of these keys, and of no others.
  mutating func expectChanges(
    inserted: [String] = [], updated: [String] = [], deleted: [String] = []
  ) async throws {
    if inserted.isEmpty && updated.isEmpty && deleted.isEmpty { return }
    let changes = try await stream.next()
    func same(_ keys: [String]?, _ expected: [String]) -> Bool {
      Set((keys ?? []).map(\.bytes)) == Set(expected.map(\.bytes))
        && (keys ?? []).count == expected.count
    }
    try promise(
      changes?.isComplete == true && same(changes?.inserted, inserted)
        && same(changes?.updated, updated) && same(changes?.deleted, deleted),
      "a stream tells of \(inserted.map(\.bytes)), \(updated.map(\.bytes)) and "
        + "\(deleted.map(\.bytes)), and not of \(String(describing: changes))")
    count("commits told")
  }

  /// Looks whether both databases have the rows of the model.
  func compareEverything() async throws {
    let expected = model.values.map(\.content)
    for database in [db, copy] {
      let rows = try await database.fetch(Twin.self).map(\.content)
      try promise(
        rows.count == expected.count && expected.allSatisfy(rows.contains),
        "the rows are \(expected), and not \(rows)")
    }
    try promise(try await db.fetch(Decoy.self).map(\.number) == [1], "another table stays")
  }
}
